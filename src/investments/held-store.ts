import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'

/**
 * What all investments that wait would promise once they are approved, but for one of them: their earnings to their end,
 * and the bonus of whoever invited. Micro-dollars. By the index over states.
 */
export async function sumHeldPromises(tx: Tx, butNot: string): Promise<MicroUsd> {
  const { rows } = await sql<{ total: MicroUsd }>`
    SELECT coalesce(sum(
      investment_earned(amount, daily_roi, duration * 86400::bigint)
      + CASE WHEN source = 'payment' AND inviter_id IS NOT NULL THEN div(amount::numeric * ref_bonus, 1000000) ELSE 0 END
    ), 0)::bigint AS total
    FROM investment JOIN app_user ON app_user.id = investment.user_id
    WHERE status IN ('pending', 'waiting approval') AND investment.id <> ${butNot}`.execute(tx)
  return rows[0]?.total ?? ZERO
}
