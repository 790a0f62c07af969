import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { Percent } from '#money/percent.ts'

export type ShareRow = {
  transfer_id: bigint
  investment_id: string
  plan_name: string
  amount: MicroUsd
  /** the terms from which it follows, as they stood then */
  principal: MicroUsd
  daily_roi: Percent
  began_at: Date
  /** whole seconds since it began */
  seconds_from: number
  seconds_to: number
}

/** What each investment has of these transfers of earnings, the investment that was made first before others. */
export async function selectShares(tx: Tx, transferIds: readonly bigint[]): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    SELECT share.transfer_id, share.investment_id, investment.plan_name, share.amount,
      terms.amount AS principal, terms.daily_roi, terms.began_at, share.seconds_from::integer, share.seconds_to::integer
    FROM earning_share AS share
    JOIN investment_terms AS terms ON terms.investment_id = share.investment_id AND terms.version = share.version
    JOIN investment ON investment.id = share.investment_id
    WHERE share.transfer_id = ANY(${transferIds}::bigint[])
    ORDER BY share.investment_id`.execute(tx)
  return rows
}
