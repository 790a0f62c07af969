import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AccountKind } from '#ledger/contract.ts'
import { lastBefore } from '#ledger/last-before.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

/** The operator's own accounts of these kinds, whole. */
const own = (kinds: RawBuilder<unknown>) =>
  sql`SELECT id, kind, side, balance, version FROM account WHERE owner_id IS NULL AND kind = ANY (${kinds})`

/** What stood on each of the accounts in `house` before each of the moments in `bound`. */
const STOOD = sql`
  ${lastBefore(sql`SELECT house.id, kind AS label, moment, version FROM house CROSS JOIN bound`)}, stood AS (
    -- each is looked up: joined, all that was ever posted would be read, as nobody knows how few these are
    SELECT id, label AS kind, moment, low, coalesce((
      SELECT balance_after FROM entry WHERE account_id = halved.id AND sequence = low
    ), 0) AS balance
    FROM halved WHERE low >= high
  )`

/** A transfer counts from before it is posted, by as much at most (`db/migrations/0091_compact_books.sql`). */
const LATE = sql`interval '5 minutes'`

/**
 * What counts on each of them from before each of the moments of `month`, by what `STOOD` finds as much before and after it as a
 * transfer may be late: all of the former does, nothing beyond the latter, and what is between them is gone through.
 */
const EXACT = sql`
  exact AS (
    SELECT early.kind, early.moment + ${LATE} AS moment, early.balance + coalesce((
      SELECT sum(side * amount) FROM entry JOIN transfer ON transfer.id = transfer_id
      WHERE account_id = early.id AND sequence > early.low AND sequence <= late.low AND effective_at < early.moment + ${LATE}
    ), 0) AS balance
    FROM stood AS early JOIN stood AS late ON late.id = early.id AND late.moment = early.moment + 2 * ${LATE}
      JOIN house ON house.id = early.id
  )`

/**
 * A month of UTC, `YYYY-MM`, in micro-dollars: what was promised by promises made in it, as they stand now; what was posted
 * in it of earnings and bonuses, and of returns, each less what was taken back. Sums stay `numeric`.
 */
export type MonthRow = { month: string; promised: MicroUsd; paid: MicroUsd; returned: MicroUsd }

/**
 * Every month from the first in which anything was promised, paid or recorded to that of `now`, in order. Promises are summed
 * over the indexes of what runs and what is over, and of referrals by their state; what was posted is the difference
 * between two balances of an account, so the months come to what stands on it, whatever the clock did.
 */
export async function selectMonths(tx: Tx, now: Date): Promise<MonthRow[]> {
  const earns = sql`investment_earned(amount, daily_roi, duration * 86400::bigint)`
  const monthOf = (moment: RawBuilder<unknown>) => sql`date_trunc('month', ${moment} AT TIME ZONE 'UTC')`
  const { rows } = await sql<MonthRow>`
    WITH RECURSIVE house AS (${own(sql`'{yield,referral expense,returns}'`)}), promise AS MATERIALIZED (
      SELECT month, sum(amount) AS promised FROM (
        SELECT ${monthOf(sql`began_at`)} AS month, ${earns} AS amount FROM investment WHERE status = 'approved'
        UNION ALL
        SELECT ${monthOf(sql`began_at`)}, ${earns} FROM investment WHERE status = 'completed'
        UNION ALL
        SELECT ${monthOf(sql`created_at`)}, amount FROM referral WHERE status IN ('pending', 'approved', 'completed')
      ) AS made GROUP BY month
    ), month AS (
      SELECT month FROM generate_series(least((SELECT min(month) FROM promise), (
        SELECT min(${monthOf(sql`effective_at`)}) FROM house JOIN entry ON account_id = house.id AND sequence = 1
          JOIN transfer ON transfer.id = transfer_id
      )), ${monthOf(sql`${now}::timestamptz`)}, interval '1 month') AS month
    ), bound AS (
      SELECT month AT TIME ZONE 'UTC' + shift AS moment FROM month CROSS JOIN (VALUES (- ${LATE}), (${LATE})) AS either (shift)
    ), ${STOOD}, ${EXACT}, posted AS (
      SELECT moment, kind, coalesce(lead(exact.balance) OVER (PARTITION BY kind ORDER BY moment), house.balance) - exact.balance AS amount
      FROM exact JOIN house USING (kind)
    )
    SELECT to_char(month, 'YYYY-MM') AS month, coalesce(promised, 0) AS promised,
      coalesce(sum(amount) FILTER (WHERE kind <> 'returns'), 0) AS paid,
      coalesce(sum(amount) FILTER (WHERE kind = 'returns'), 0) AS returned
    FROM month LEFT JOIN promise USING (month) LEFT JOIN posted ON moment = month AT TIME ZONE 'UTC'
    GROUP BY month, promised ORDER BY month`.execute(tx)
  return rows
}

/** What was free (`reserve/store.ts`) before each of these moments, micro-dollars, in their order. */
export async function selectFreeBefore(tx: Tx, moments: readonly Date[]): Promise<MicroUsd[]> {
  const ours: readonly AccountKind[] = ['capital', 'adjustments', 'returns', 'fees']
  const { rows } = await sql<{ moment: Date; free: MicroUsd }>`
    WITH RECURSIVE house AS (
      ${own(sql`'{capital,adjustments,returns,fees,yield,referral expense,reserve,committed}'`)}
    ), bound AS (
      SELECT DISTINCT moment FROM unnest(${moments}::timestamptz[]) AS asked (moment)
    ), ${STOOD}
    SELECT moment, sum(CASE WHEN kind = ANY (${ours}::text[]) THEN balance ELSE -balance END)::bigint AS free
    FROM stood GROUP BY moment`.execute(tx)
  const found = new Map(rows.map(({ moment, free }) => [moment.getTime(), free]))
  return moments.map((moment) => found.get(moment.getTime()) ?? (0n as MicroUsd))
}
