import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AccountKind } from '#ledger/contract.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'

/** What was held and owed at the end of a day of UTC, micro-dollars, and what was set apart. */
export type KeptSums = {
  custody: MicroUsd
  principal: MicroUsd
  earnings: MicroUsd
  accrued: MicroUsd
  referral: MicroUsd
  bonus: MicroUsd
  withdrawing: MicroUsd
  suspense: MicroUsd
  reserve: MicroUsd
  committed: MicroUsd
}

/** Whether somebody was here before a moment, and the day that ended with it has not been kept. */
export async function isToKeep(tx: Tx, day: string, ended: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT NOT EXISTS (SELECT FROM books_day WHERE day = ${day}::date)
      AND EXISTS (SELECT FROM app_user WHERE created_at < ${ended}) AS is`.execute(tx)
  return rows[0]?.is === true
}

/** Balances at a moment by the kind of account, on their own side, micro-dollars: those of now less what was posted since. */
export async function sumAccountsAt(tx: Tx, moment: Date): Promise<ReadonlyMap<AccountKind, MicroUsd>> {
  const { rows } = await sql<{ kind: AccountKind; total: MicroUsd }>`
    SELECT kind, sum(total) AS total FROM (
      SELECT kind, sum(balance) AS total FROM account WHERE balance <> 0 GROUP BY kind
      UNION ALL
      SELECT account.kind, -sum(amount * side) FROM transfer
        JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
      WHERE effective_at >= ${moment} GROUP BY account.kind
    ) AS part GROUP BY kind`.execute(tx)
  return new Map(rows.map(({ kind, total }) => [kind, total]))
}

/**
 * What had been earned by a moment and was not posted then, micro-dollars. An investment was what it is now, unless the
 * audit log has a line about it since: then it was what the first of them says that it was before. What was posted by then
 * is what is posted now, less what its own transfers, and its shares of its investor's, have brought since.
 */
export async function sumAccruedAt(tx: Tx, moment: Date): Promise<MicroUsd> {
  const { rows } = await sql<{ total: MicroUsd }>`
    WITH changed AS MATERIALIZED (
      SELECT DISTINCT ON (subject_id) subject_id AS id, before FROM audit_entry
      WHERE subject_kind = 'investment' AND at >= ${moment} AND after ?& '{status,amount,date}'
      ORDER BY subject_id, at, id
    ), ran AS (
      SELECT id, amount, daily_roi, duration, began_at FROM investment
      WHERE status = 'approved' AND id NOT IN (SELECT id FROM changed)
      UNION ALL
      SELECT id, ((before ->> 'amount')::numeric * 1000000)::bigint, daily_roi, duration, (before ->> 'date')::timestamptz
      FROM changed JOIN investment USING (id) WHERE before ->> 'status' = 'approved'
    ), since AS MATERIALIZED (
      SELECT id, reference_kind, reference_id FROM transfer WHERE effective_at >= ${moment}
    ), posted AS (
      SELECT id, sum(amount) AS amount FROM (
        SELECT share.investment_id AS id, share.amount
        FROM since JOIN earning_share AS share ON share.transfer_id = since.id WHERE reference_kind = 'user'
        UNION ALL
        SELECT reference_id, entry.amount FROM since JOIN entry ON entry.transfer_id = since.id
        WHERE reference_kind = 'investment' AND account_id = (SELECT id FROM account WHERE kind = 'yield' AND owner_id IS NULL)
      ) AS line GROUP BY id
    )
    SELECT coalesce(sum(greatest(
      investment_earned(ran.amount, daily_roi, least(
        greatest(floor(date_part('epoch', ${moment}::timestamptz - began_at))::bigint, 0), duration * 86400::bigint
      )) - (earned_posted - coalesce(posted.amount, 0)), 0)), 0) AS total
    FROM ran JOIN investment_earning ON investment_id = ran.id LEFT JOIN posted USING (id)`.execute(tx)
  return rows[0]?.total ?? ZERO
}

/** Writes a day once: what another process has written stays. */
export async function insertDay(tx: Tx, day: string, sums: KeptSums): Promise<void> {
  await tx
    .insertInto('books_day')
    .values({ day, ...sums })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The days that were kept, in order, of these and between them. */
export async function selectDays(tx: Tx, from: string, to: string): Promise<(KeptSums & { day: string })[]> {
  const { rows } = await sql<KeptSums & { day: string }>`
    SELECT day::text AS day, custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense, reserve, committed
    FROM books_day WHERE day BETWEEN ${from}::date AND ${to}::date ORDER BY books_day.day`.execute(tx)
  return rows
}
