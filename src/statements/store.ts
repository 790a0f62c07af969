import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { TransferKind } from '#ledger/contract.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Percent } from '#money/percent.ts'

/** A transfer as a line of a story or a statement, with what it was about. */
type Told = {
  id: string
  at: Date
  kind: TransferKind
  actor_id: string | null
  job: string | null
  amount: MicroUsd
  balance_after: MicroUsd
  reference_kind: 'investment' | 'withdrawal' | 'referral' | 'user'
  reference_id: string
  title: string
}

export type StoryRow = Told & {
  sequence: bigint
  /** of the investment that has earned, and when anything was posted for it before; null otherwise */
  principal: MicroUsd | null
  daily_roi: Percent | null
  duration: number | null
  began_at: Date | null
  posted_before: Date | null
}

/** What a transfer was about: the joins, and the name by which its investor knows it. */
const ABOUT = sql`
  LEFT JOIN investment ON transfer.reference_kind = 'investment' AND investment.id = transfer.reference_id
  LEFT JOIN withdrawal ON transfer.reference_kind = 'withdrawal' AND withdrawal.id = transfer.reference_id
  LEFT JOIN referral ON transfer.reference_kind = 'referral' AND referral.id = transfer.reference_id
  LEFT JOIN app_user AS invited ON invited.id = referral.invited_id`
const TITLE = sql`coalesce(investment.plan_name, withdrawal.wallet_name, invited.email, '')`

/** Lines of one account, newest first, older than a sequence. */
export async function selectStory(tx: Tx, account: string, before: bigint | null, limit: number): Promise<StoryRow[]> {
  const { rows } = await sql<StoryRow>`
    SELECT entry.sequence, transfer.id, transfer.effective_at AS at, transfer.kind, transfer.actor_id, transfer.job,
      account.side * entry.amount AS amount, entry.balance_after,
      transfer.reference_kind, transfer.reference_id, ${TITLE} AS title,
      investment.amount AS principal, investment.daily_roi, investment.duration, investment.began_at,
      CASE WHEN transfer.kind = 'investment earned' THEN (
        SELECT max(earlier.effective_at) FROM transfer AS earlier
        WHERE earlier.reference_id = transfer.reference_id AND earlier.effective_at < transfer.effective_at
      ) END AS posted_before
    FROM (
      SELECT * FROM entry
      WHERE account_id = (SELECT id FROM account WHERE name = ${account})
        AND (${before}::bigint IS NULL OR sequence < ${before})
      ORDER BY sequence DESC LIMIT ${limit}
    ) AS entry
    JOIN account ON account.id = entry.account_id
    JOIN transfer ON transfer.id = entry.transfer_id
    ${ABOUT}
    ORDER BY entry.sequence DESC`.execute(tx)
  return rows
}

/** What stands on an account and how many entries it has. */
export async function selectAccount(tx: Tx, name: string): Promise<{ balance: MicroUsd; count: bigint }> {
  return tx
    .selectFrom('account')
    .select(['balance', 'version as count'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
}

/**
 * All transfers on some accounts in the order of the books, each with its place in it, its net change of their sum, that
 * sum afterwards, and when it counts from.
 *
 * The order is that in which they were written (`created_at`, the database's own clock, under the locks of the
 * accounts), which is the order of every account's sequence: so on one account the running sum is the chain of
 * `balance_after` itself. A period cuts by `effective_at`, which is the database's clock as it was read under the lock on
 * the investor. Should that clock be set back, a transfer could count from before the one ahead of it; it is taken to
 * count from the same moment. So the times never step back, a period is one unbroken piece of the order, its opening is the sum of all that
 * stands before it and its closing that and its own lines; and a period never changes once it has been over for five
 * minutes, because the books take no time that is longer gone. (Nor before that once it was read: the statement waits for
 * whoever has taken a time, see `awaitMovements`.)
 */
function inOrder(accounts: readonly string[]) {
  return sql`
    SELECT *, row_number() OVER written AS place, (sum(amount) OVER written)::bigint AS balance_after,
      max(effective_at) OVER written AS at
    FROM (
      SELECT transfer.id, transfer.created_at, transfer.effective_at, max(entry.sequence) AS sequence,
        sum(account.side * entry.amount)::bigint AS amount
      FROM account
      JOIN entry ON entry.account_id = account.id
      JOIN transfer ON transfer.id = entry.transfer_id
      WHERE account.name = ANY(${accounts})
      GROUP BY transfer.id
    ) AS line
    WINDOW written AS (ORDER BY ${accounts.length === 1 ? sql`sequence` : sql`created_at, id`} ROWS UNBOUNDED PRECEDING)`
}

/** Which of the lines in order belong to a period. */
export type TimeRange = { begins: Date; ends: Date | null }

function within({ begins, ends }: TimeRange) {
  return sql`at >= ${begins} AND (${ends}::timestamptz IS NULL OR at < ${ends})`
}

export type Totals = { opening: MicroUsd; in: MicroUsd; out: MicroUsd; count: number }

/** What stood there before a period, and what came and went in it (both positive). */
export async function selectTotals(tx: Tx, accounts: readonly string[], span: TimeRange): Promise<Totals> {
  const { rows } = await sql<Totals>`
    SELECT coalesce(sum(amount) FILTER (WHERE at < ${span.begins}), 0)::bigint AS opening,
      coalesce(sum(amount) FILTER (WHERE ${within(span)} AND amount > 0), 0)::bigint AS "in",
      coalesce(-sum(amount) FILTER (WHERE ${within(span)} AND amount < 0), 0)::bigint AS "out",
      (count(*) FILTER (WHERE ${within(span)}))::integer AS count
    FROM (${inOrder(accounts)}) AS placed`.execute(tx)
  return rows[0] ?? { opening: ZERO, in: ZERO, out: ZERO, count: 0 }
}

export type StatementRow = Told & { place: bigint }

/** Lines of a period, oldest first, after a place. */
export async function selectStatementLines(
  tx: Tx,
  accounts: readonly string[],
  span: TimeRange,
  after: bigint,
  limit: number,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    SELECT placed.place, placed.id, placed.at, placed.amount, placed.balance_after,
      transfer.kind, transfer.actor_id, transfer.job, transfer.reference_kind, transfer.reference_id, ${TITLE} AS title
    FROM (
      SELECT * FROM (${inOrder(accounts)}) AS placed WHERE ${within(span)} AND place > ${after}
      ORDER BY place LIMIT ${limit}
    ) AS placed
    JOIN transfer ON transfer.id = placed.id
    ${ABOUT}
    ORDER BY placed.place`.execute(tx)
  return rows
}

/** The user as the house keeps them, without what opens the account. */
export async function selectKeptUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('app_user')
    .leftJoin('app_user as inviter', 'inviter.id', 'app_user.inviter_id')
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.email',
      'app_user.phone',
      'app_user.country',
      'app_user.roles',
      'app_user.kyc',
      'app_user.picture_id',
      'app_user.created_at',
      'app_user.password_set_at',
      'app_user.reset_sent_at',
      'app_user.terms_version',
      'app_user.terms_accepted_at',
      'inviter.name as invited_by',
    ])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Where and when the user was signed in, newest first. */
export async function selectKeptSessions(tx: Tx, userId: string, most: number) {
  return tx
    .selectFrom('session')
    .select(['created_at', 'expires_at', 'ended_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

/** The networks and devices that the user is known by, newest first. */
export async function selectKeptPlaces(tx: Tx, userId: string, most: number) {
  return tx
    .selectFrom('known_place')
    .select([sql<string>`CASE WHEN place LIKE 'device/%' THEN 'device' ELSE place END`.as('place'), 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .limit(most)
    .execute()
}

/** The user's identity checks, newest first. */
export async function selectKeptChecks(tx: Tx, userId: string, most: number) {
  return tx
    .selectFrom('identity_check')
    .select(['id', 'state', 'reason', 'submitted_at', 'decided_at'])
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .limit(most)
    .execute()
}

/** What the user was told, newest first. */
export async function selectKeptNotifications(tx: Tx, userId: string, most: number) {
  return tx
    .selectFrom('notification')
    .select(['id', 'title', 'bold_value', 'status_text', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

/** Devices that asked to be told, newest first, without what a message to them is sealed with. */
export async function selectKeptDevices(tx: Tx, userId: string, most: number) {
  return tx
    .selectFrom('push_subscription')
    .select(['created_at', 'closed_at', 'failed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}
