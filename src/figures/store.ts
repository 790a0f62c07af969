import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Cursor } from '#lists/cursor.ts'
import type { OwnAccount, TransferKind } from '#ledger/contract.ts'
import { THROUGH_CUSTODY } from '#ledger/rules.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'

/** Sums stay `numeric`, here and below: several accounts together hold more than one of them can. */
export type MovedRow = { day: number; received: MicroUsd; paid: MicroUsd; own_in: MicroUsd; own_out: MicroUsd }

/**
 * What has moved through the payment wallets on each day: 0 is the first. For investments (less what was sent back or
 * taken back by a correction), for withdrawals, and of the operator's own money.
 */
export async function sumMoved(tx: Tx, days: readonly Date[]): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    WITH through AS MATERIALIZED (
      SELECT id, reference_kind, width_bucket(effective_at, ${days}::timestamptz[]) - 1 AS day
      FROM transfer
      WHERE effective_at >= ${days[0]}::timestamptz AND effective_at < ${days.at(-1)}::timestamptz
        AND kind = ANY(${THROUGH_CUSTODY})
    )
    SELECT day, coalesce(sum(moved) FILTER (WHERE reference_kind = 'investment'), 0) AS received,
      coalesce(-sum(moved) FILTER (WHERE reference_kind = 'withdrawal'), 0) AS paid,
      coalesce(sum(moved) FILTER (WHERE reference_kind = 'wallet' AND moved > 0), 0) AS own_in,
      coalesce(-sum(moved) FILTER (WHERE reference_kind = 'wallet' AND moved < 0), 0) AS own_out
    FROM through, LATERAL (
      SELECT sum(amount) AS moved FROM entry
      WHERE transfer_id = through.id AND account_id = ANY(ARRAY(
        SELECT id FROM account WHERE kind = 'custody'
      ))
    ) AS custody
    GROUP BY day`.execute(tx)
  return rows
}

export type PlanMovedRow = { day: number; plan_id: string; received: MicroUsd; began: MicroUsd; back: MicroUsd }

/**
 * What has moved on each day for the investments of each plan: through the payment wallets, and in and out of the
 * investors' accounts of what is invested. 0 is the first day.
 */
export async function sumMovedByPlan(tx: Tx, days: readonly Date[]): Promise<PlanMovedRow[]> {
  const within = sql`reference_kind = 'investment'
    AND effective_at >= ${days[0]}::timestamptz AND effective_at < ${days.at(-1)}::timestamptz`
  const { rows } = await sql<PlanMovedRow>`
    WITH moved AS MATERIALIZED (
      SELECT id, reference_id, effective_at FROM transfer WHERE ${within} AND kind = ANY(${THROUGH_CUSTODY})
      UNION ALL
      SELECT id, reference_id, effective_at FROM transfer WHERE ${within} AND kind = 'investment completed'
      UNION ALL
      SELECT transfer.id, reference_id, effective_at
      FROM investment JOIN transfer ON reference_id = investment.id AND reference_kind = 'investment' AND kind = 'investment left'
      WHERE left_after IS NOT NULL
        AND completed_at >= ${days[0]}::timestamptz AND completed_at < ${days.at(-1)}::timestamptz
    )
    SELECT width_bucket(effective_at, ${days}::timestamptz[]) - 1 AS day, plan_id,
      coalesce(sum(posted.received), 0) AS received, coalesce(sum(invested) FILTER (WHERE invested > 0), 0) AS began,
      coalesce(-sum(invested) FILTER (WHERE invested < 0), 0) AS back
    FROM moved JOIN investment ON investment.id = moved.reference_id, LATERAL (
      SELECT sum(entry.amount) FILTER (WHERE account.kind = 'custody') AS received,
        -sum(entry.amount) FILTER (WHERE account.kind = 'invested') AS invested
      FROM entry JOIN account ON account.id = entry.account_id WHERE entry.transfer_id = moved.id
    ) AS posted
    GROUP BY 1, 2`.execute(tx)
  return rows
}

/** What an investment takes from outside, of what its state requires in the books (`investments/books.ts`). */
const PAID_IN = sql`CASE WHEN status IN ('approved', 'completed') AND source = 'payment' AND from_suspense IS NULL
  THEN greatest(amount, received - refunded) ELSE received - refunded END`

export type PlanSums = { plan_id: string; paid_in: MicroUsd; earned: MicroUsd; returned: MicroUsd }

/** Of all investments of each plan: what was paid in, what was credited of what they earned, and principal that came back. */
export async function sumByPlan(tx: Tx): Promise<PlanSums[]> {
  const { rows } = await sql<PlanSums>`
    SELECT plan_id, sum(${PAID_IN}) AS paid_in, sum(earned_posted) AS earned,
      coalesce(sum(amount) FILTER (WHERE status = 'completed'), 0) AS returned
    FROM investment JOIN investment_earning ON investment_id = id GROUP BY plan_id`.execute(tx)
  return rows
}

export type CohortRow = {
  month: number
  verified: number
  approved: number
  invested: number
  holding: number
  paid_in: MicroUsd
  paid_out: MicroUsd
}

/** Users by the month in which they joined. `months` are the moments at which months begin; 0 is before the first. */
export async function sumCohorts(tx: Tx, months: readonly Date[]): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    WITH placed AS (
      SELECT user_id, bool_or(status IN ('approved', 'completed')) AS invested, sum(${PAID_IN}) AS paid_in
      FROM investment GROUP BY user_id
    ), paid AS (
      SELECT user_id, sum(amount) AS paid_out FROM withdrawal WHERE status = 'completed' GROUP BY user_id
    ), holder AS (
      SELECT DISTINCT owner_id AS user_id FROM account
      WHERE balance <> 0 AND kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing')
    )
    SELECT width_bucket(created_at, ${months}::timestamptz[]) AS month, count(*)::integer AS verified,
      (count(*) FILTER (WHERE kyc = 'approved'))::integer AS approved,
      (count(*) FILTER (WHERE invested))::integer AS invested, count(holder.user_id)::integer AS holding,
      coalesce(sum(paid_in), 0) AS paid_in, coalesce(sum(paid_out), 0) AS paid_out
    FROM app_user
      LEFT JOIN placed ON placed.user_id = app_user.id
      LEFT JOIN paid ON paid.user_id = app_user.id
      LEFT JOIN holder ON holder.user_id = app_user.id
    GROUP BY 1`.execute(tx)
  return rows
}

type ListedMove = {
  id: string
  at: Date
  /** as a cursor keeps `at` */
  key: string
  kind: TransferKind
  amount: MicroUsd
  reference_id: string
  wallet_name: string
  user_id: string
  user_name: string
  user_email: string
}

/** Transfers of investments or withdrawals through the payment wallets in a time, before a place, newest first. */
export async function selectMoves(
  tx: Tx,
  page: { kind: 'investment' | 'withdrawal'; from: Date; to: Date; after: Cursor | undefined; limit: number },
): Promise<ListedMove[]> {
  const { kind, from, to, after, limit } = page
  const { rows } = await sql<ListedMove>`
    SELECT transfer.id::text AS id, effective_at AS at, to_char(effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key,
      transfer.kind, ${kind === 'investment' ? sql`moved` : sql`-moved`} AS amount, reference_id,
      record.wallet_name, app_user.id AS user_id, app_user.name AS user_name, app_user.email AS user_email
    FROM transfer
      JOIN LATERAL (
        SELECT sum(amount)::bigint AS moved FROM entry
        WHERE transfer_id = transfer.id AND account_id = ANY(ARRAY(
          SELECT id FROM account WHERE kind = 'custody'
        ))
      ) AS custody ON moved <> 0
      JOIN ${sql.table(kind)} AS record ON record.id = reference_id
      JOIN app_user ON app_user.id = record.user_id
    WHERE effective_at >= ${from} AND effective_at < ${to} AND reference_kind = ${kind}
      AND transfer.kind = ANY(${THROUGH_CUSTODY})
      AND (${after?.key ?? null}::timestamptz IS NULL OR (effective_at, transfer.id) < (${after?.key ?? null}::timestamptz, ${after?.id ?? null}::bigint))
    ORDER BY effective_at DESC, transfer.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** Investors who have something on one kind of account, after a place, the largest first. */
export async function selectBalances(
  tx: Tx,
  { account, after, limit }: { account: OwnAccount; after: Cursor | undefined; limit: number },
): Promise<{ user_id: string; user_name: string; user_email: string; amount: MicroUsd }[]> {
  const { rows } = await sql<{ user_id: string; user_name: string; user_email: string; amount: MicroUsd }>`
    SELECT app_user.id AS user_id, app_user.name AS user_name, app_user.email AS user_email, amount
    FROM (
      SELECT owner_id AS user_id, balance AS amount FROM account WHERE balance <> 0 AND kind = ${account}
    ) AS held JOIN app_user ON app_user.id = held.user_id
    WHERE ${after?.key ?? null}::bigint IS NULL OR (amount, user_id) < (${after?.key ?? null}::bigint, ${after?.id ?? null}::uuid)
    ORDER BY amount DESC, user_id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** All of the operator's own money that has come in and gone out. */
export async function sumOwnFunds(tx: Tx): Promise<{ own_in: MicroUsd; own_out: MicroUsd }> {
  const { rows } = await sql<{ own_in: MicroUsd; own_out: MicroUsd }>`
    SELECT coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS own_in,
      coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS own_out
    FROM entry WHERE account_id IN (
      SELECT id FROM account WHERE kind IN ('capital', 'returns', 'fees')
    )`.execute(tx)
  const [own] = rows
  if (own === undefined) throw new Error('a sum without an answer')
  return own
}

/** All that has been paid out for withdrawals. */
export async function sumPaidOut(tx: Tx): Promise<MicroUsd> {
  const { rows } = await sql<{ total: MicroUsd }>`
    SELECT coalesce(sum(amount), 0) AS total FROM withdrawal WHERE status = 'completed'`.execute(tx)
  return rows[0]?.total ?? ZERO
}

export async function countUsers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM app_user`.execute(tx)
  return rows[0]?.count ?? 0
}

type NewUsersRow = { day: number; verified: number; approved: number; invested: number }

/** Users by the day on which they were verified: how many, whose identity is approved, who have invested. 0 is the first day. */
export async function countNewUsers(tx: Tx, days: readonly Date[]): Promise<NewUsersRow[]> {
  const { rows } = await sql<NewUsersRow>`
    SELECT width_bucket(created_at, ${days}::timestamptz[]) - 1 AS day, count(*)::integer AS verified,
      (count(*) FILTER (WHERE kyc = 'approved'))::integer AS approved,
      (count(*) FILTER (WHERE (
        SELECT true FROM investment
        WHERE investment.user_id = app_user.id AND investment.status IN ('approved', 'completed') LIMIT 1
      )))::integer AS invested
    FROM app_user WHERE created_at >= ${days[0]}::timestamptz AND created_at < ${days.at(-1)}::timestamptz
    GROUP BY 1`.execute(tx)
  return rows
}

/** How many people have registered since then and not proved their codes: each e-mail once, those with an account left out. */
export async function countUnverified(tx: Tx, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT lower(email))::integer AS count FROM registration
    WHERE created_at >= ${since} AND completed_at IS NULL AND NOT email_taken AND (
      SELECT true FROM app_user WHERE lower(app_user.email) = lower(registration.email) LIMIT 1
    ) IS NULL`.execute(tx)
  return rows[0]?.count ?? 0
}
