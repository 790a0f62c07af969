/** What is true of promises of a house that has always been strict, counted from entries and records alone. */
import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

/** Micro-dollars; all of them zero, but what is held for what waits, of which the reserve has as much and more. */
type Promises = {
  /** what is committed, less what runs has still to earn and bonuses that wait */
  committed: bigint
  /** the three accounts together */
  three: bigint
  /** what has left the reserve but for funds, less earnings and bonuses that have been posted */
  used: bigint
  /** transfers that post earnings or bonuses and not as much of what was committed */
  uncommitted: bigint
  /** records that have posted more than is set apart for them */
  beyond: bigint
  /** what is free in the reserve, less what waits would promise */
  unspoken: bigint
}

export async function readPromises(tx: Tx): Promise<Promises> {
  const { rows } = await sql<Promises>`
    WITH one AS (
      SELECT investment.*, div(amount::numeric * daily_roi * duration, 1000000) AS promise,
        coalesce((SELECT sum(amount) FROM earning_share WHERE investment_id = investment.id), 0)
        + coalesce((SELECT sum(entry.amount) FROM transfer JOIN entry ON transfer_id = transfer.id JOIN account ON account.id = account_id
            WHERE reference_id = investment.id AND account.name = 'expense/yield'), 0) AS posted
      FROM investment
    ), line AS (
      SELECT transfer.id, kind = ANY ('{funds in,funds out,reserve moved}') AS is_funds, name, entry.amount
      FROM transfer JOIN entry ON transfer_id = transfer.id
      JOIN (SELECT id, name FROM account WHERE owner_id IS NULL) AS account ON account.id = account_id
      WHERE name = ANY ('{expense/yield,expense/referral,equity/set-apart,reserve/yield,reserve/committed}')
        OR name = 'equity/adjustments' AND reference_kind = 'referral'
    ), spent AS (
      SELECT id, sum(amount) AS left_over FROM line
      WHERE NOT is_funds AND name NOT LIKE 'reserve/%' GROUP BY id
    ), standing AS (
      SELECT coalesce(sum(balance) FILTER (WHERE name = 'reserve/yield'), 0) AS free,
        coalesce(sum(balance) FILTER (WHERE name = 'reserve/committed'), 0) AS committed,
        coalesce(sum(balance) FILTER (WHERE name = 'equity/set-apart'), 0) AS against
      FROM account WHERE owner_id IS NULL
    )
    SELECT
      (committed - (SELECT coalesce(sum(promise - posted), 0) FROM one WHERE status = 'approved')
        - (SELECT coalesce(sum(amount), 0) FROM referral WHERE status = 'pending'))::bigint AS committed,
      (free + committed + against)::bigint AS three,
      (-(SELECT coalesce(sum(amount), 0) FROM line WHERE is_funds AND name = 'reserve/yield') - free - committed
        - (SELECT coalesce(sum(amount), 0) FROM line WHERE name LIKE 'expense/%' OR name = 'equity/adjustments'))::bigint AS used,
      (SELECT count(*) FROM spent WHERE left_over <> 0) AS uncommitted,
      (SELECT count(*) FROM one WHERE posted > set_apart AND status IN ('approved', 'completed')) AS beyond,
      (free - (SELECT coalesce(sum(promise
          + CASE WHEN source = 'payment' AND inviter_id IS NOT NULL THEN div(one.amount::numeric * ref_bonus, 1000000) ELSE 0 END), 0)
        FROM one JOIN app_user ON app_user.id = user_id WHERE status IN ('pending', 'waiting approval')))::bigint AS unspoken
    FROM standing`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database answered nothing')
  return row
}
