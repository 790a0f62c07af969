import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { OwnPart } from '#kit/own-sql.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { EarningInvestment } from '../store.ts'

/**
 * What a transfer credits of one investment's earnings: `earned` of its terms of a version, up to `to` whole seconds
 * since it began, less that up to `from`; micro-dollars.
 */
export type EarningShare = { investmentId: string; version: number; from: number; to: number; amount: MicroUsd }

/** A share with the transfer that credits it. */
type CreditedShare = EarningShare & { transferId: bigint }

/**
 * Writes up to when and how much earnings have been posted, and by which terms. Nobody decided anything, so the version
 * stays.
 */
export async function writeAccruals(
  tx: Tx,
  accruedAt: Date,
  { accrued, shares }: { accrued: readonly EarningInvestment[]; shares: readonly CreditedShare[] },
): Promise<void> {
  await sql`
    WITH share AS (${insertionOf(shares)})
    UPDATE investment_earning SET earned_posted = accrual.earned, accrued_at = ${accruedAt}
    FROM unnest(${accrued.map(({ id }) => id)}::uuid[], ${accrued.map(({ earned_posted }) => earned_posted)}::bigint[])
      AS accrual (id, earned)
    WHERE investment_id = accrual.id`.execute(tx)
}

/**
 * Keeps by which terms earnings were credited. The database refuses a share that they do not give, or that credits a
 * second a second time.
 */
export async function insertShares(tx: Tx, shares: readonly CreditedShare[]): Promise<void> {
  await insertionOf(shares).execute(tx)
}

function insertionOf(shares: readonly CreditedShare[]) {
  return sql`
    INSERT INTO earning_share (investment_id, version, seconds_from, seconds_to, amount, transfer_id)
    SELECT * FROM unnest(
      ${shares.map(({ investmentId }) => investmentId)}::uuid[], ${shares.map(({ version }) => version)}::integer[],
      ${shares.map(({ from }) => from)}::bigint[], ${shares.map(({ to }) => to)}::bigint[],
      ${shares.map(({ amount }) => amount)}::bigint[], ${shares.map(({ transferId }) => transferId)}::bigint[])`
}

/** An investor's running investments as a statement answers them, amounts as texts; null where none run. */
export type FetchedRunning =
  | {
      id: string
      amount: string
      daily_roi: string
      duration: number
      began_at: string | null
      earned_posted: string
    }[]
  | null
export const OWN_RUNNING: OwnPart<FetchedRunning> = {
  json: `(SELECT json_agg(json_build_object('id', id, 'amount', amount::text, 'daily_roi', daily_roi::text,
      'duration', duration, 'began_at', began_at, 'earned_posted', earned_posted::text) ORDER BY id)
    FROM investment JOIN investment_earning ON investment_id = id
     WHERE investment.user_id = session.user_id AND status = 'approved')`,
}
