import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { TransferKind } from '#ledger/contract.ts'
import { lastBefore } from '#ledger/last-before.ts'
import { sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { StatementAccount } from './contract.ts'

/** A transfer as a line of a story or a statement, with what it was about. */
type Told = {
  id: bigint
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

export type StoryRow = Told & { sequence: number }

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
      transfer.reference_kind, transfer.reference_id, ${TITLE} AS title
    FROM (
      SELECT * FROM entry
      WHERE account_id = (SELECT id FROM account WHERE name = ${account})
        AND (${before}::bigint IS NULL OR sequence < ${before}::bigint)
      ORDER BY sequence DESC LIMIT ${limit}
    ) AS entry
    JOIN account ON account.id = entry.account_id
    JOIN transfer ON transfer.id = entry.transfer_id
    ${ABOUT}
    ORDER BY entry.sequence DESC`.execute(tx)
  return rows
}

/** What stands on an account and how many entries it has. */
export async function selectAccount(tx: Tx, name: string): Promise<{ balance: MicroUsd; count: number }> {
  return tx
    .selectFrom('account')
    .select(['balance', 'version as count'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
}

/** Milliseconds by which a line may count from before one that was written ahead of it: the clock was set back. */
const SET_BACK = 2 * 86_400_000

/** Which of the lines in order belong to a period. */
export type TimeRange = { begins: Date; ends: Date | null }

/** Which entries of some accounts may belong to a period, and what stood on all of them before the first of these. */
export type Reach = { accounts: { id: number; after: bigint; until: bigint }[]; balance: MicroUsd }

/**
 * Finds the entries round a period in each account's chain, by halving it: some ten look-ups by index instead of
 * everything that was ever posted. It reaches two days further at both ends, so that lines which count from before the
 * one ahead of them are there too.
 */
export async function selectReach(tx: Tx, accounts: readonly string[], { begins, ends }: TimeRange): Promise<Reach> {
  const first = new Date(begins.getTime() - SET_BACK)
  const last = ends && new Date(ends.getTime() + SET_BACK)
  const { rows } = await sql<{ id: number; after: bigint; until: bigint; balance: MicroUsd }>`
    WITH RECURSIVE ${lastBefore(sql`
      SELECT id, name AS label, moment, version
      FROM account CROSS JOIN (VALUES (${first}::timestamptz), (${last}::timestamptz)) AS bound (moment)
      WHERE name = ANY(${accounts})`)}, found AS (
      SELECT id, label, min(low) AS after, max(low) AS until FROM halved WHERE low >= high GROUP BY id, label
    )
    SELECT found.id, found.after, found.until, coalesce(balance_after, 0)::bigint AS balance
    FROM found LEFT JOIN entry ON entry.account_id = found.id AND entry.sequence = found.after
    ORDER BY found.label`.execute(tx)
  return { accounts: rows, balance: sum(rows.map(({ balance }) => balance)) }
}

/**
 * The transfers within reach in the order of the books, each with its place in it, its net change of the accounts' sum,
 * that sum afterwards, and when it counts from.
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
function inOrder({ accounts, balance }: Reach) {
  const ids = accounts.map(({ id }) => id)
  const [after, until] = [accounts.map((one) => one.after), accounts.map((one) => one.until)]
  return sql`
    SELECT *, row_number() OVER written AS place, (${balance}::bigint + sum(amount) OVER written)::bigint AS balance_after,
      max(effective_at) OVER written AS at
    FROM (
      SELECT transfer.id, transfer.kind, transfer.created_at, transfer.effective_at, max(entry.sequence) AS sequence,
        sum(account.side * entry.amount)::bigint AS amount
      FROM unnest(${ids}::integer[], ${after}::bigint[], ${until}::bigint[]) AS reach (id, after, until)
      JOIN account ON account.id = reach.id
      CROSS JOIN LATERAL (
        SELECT * FROM entry WHERE account_id = reach.id AND sequence > reach.after AND sequence <= reach.until OFFSET 0
      ) AS entry
      JOIN transfer ON transfer.id = entry.transfer_id
      GROUP BY transfer.id
    ) AS line
    WINDOW written AS (ORDER BY ${accounts.length === 1 ? sql`sequence` : sql`created_at, id`} ROWS UNBOUNDED PRECEDING)`
}

function within({ begins, ends }: TimeRange) {
  return sql`at >= ${begins} AND (${ends}::timestamptz IS NULL OR at < ${ends})`
}

const IN = sql`coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint`
const OUT = sql`coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint`

export type Totals = { opening: MicroUsd; in: MicroUsd; out: MicroUsd; count: number }

/** What stood there before a period, and what came and went in it (both positive). */
export async function selectTotals(tx: Tx, reach: Reach, span: TimeRange): Promise<Totals> {
  const { rows } = await sql<Totals>`
    SELECT ${reach.balance}::bigint + coalesce(sum(earlier), 0)::bigint AS opening, ${IN} AS "in", ${OUT} AS "out",
      count(amount)::integer AS count
    FROM (
      SELECT CASE WHEN at < ${span.begins} THEN amount END AS earlier, CASE WHEN ${within(span)} THEN amount END AS amount
      FROM (${inOrder(reach)}) AS placed
    ) AS line`.execute(tx)
  return rows[0] ?? { opening: reach.balance, in: ZERO, out: ZERO, count: 0 }
}

export type CountedDay = {
  /** 1 for the first of the days */
  number: number
  count: number
  in: MicroUsd
  out: MicroUsd
  closing: MicroUsd
  kinds: TransferKind[]
}

/** The days of a period on which something moved, newest first, before a number; `starts` are the days' first moments. */
export async function selectStatementDays(
  tx: Tx,
  reach: Reach,
  span: TimeRange & { starts: readonly Date[] },
  before: bigint | null,
  limit: number,
): Promise<CountedDay[]> {
  // One text: the driver takes ten times as long over a list of thousands.
  const starts = `{${span.starts.map((start) => start.toISOString()).join()}}`
  const { rows } = await sql<CountedDay>`
    SELECT number, count(*)::integer AS count, ${IN} AS "in", ${OUT} AS "out",
      (array_agg(balance_after ORDER BY place DESC))[1] AS closing, array_agg(DISTINCT kind::text) AS kinds
    FROM (
      SELECT *, width_bucket(at, ${starts}::timestamptz[]) AS number
      FROM (${inOrder(reach)}) AS placed WHERE ${within(span)}
    ) AS line
    WHERE ${before}::bigint IS NULL OR number < ${before}
    GROUP BY number ORDER BY number DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export type DayChange = {
  about: StatementAccount
  /** the place of the day; 0 is what within reach stands before the first */
  day: number
  amount: MicroUsd
  /** of new investments, and of withdrawals that were paid out: what came from outside and went there */
  paid_in: MicroUsd
  paid_out: MicroUsd
}

/**
 * By how much each of some sums of accounts changed on each of some days, which follow one another: the lines of the
 * statements of each, by the day in which they stand there. Days on which nothing changed are left out.
 */
export async function selectDayChanges(
  tx: Tx,
  sums: readonly { about: StatementAccount; reach: Reach }[],
  begins: readonly Date[],
): Promise<DayChange[]> {
  const lines = sums.map(
    ({ about, reach }) => sql`SELECT ${about}::text AS about, at, kind, amount FROM (${inOrder(reach)}) AS placed`,
  )
  const { rows } = await sql<DayChange>`
    SELECT about, width_bucket(at, ${begins}::timestamptz[]) AS day, sum(amount)::bigint AS amount,
      coalesce(sum(amount) FILTER (WHERE kind = 'investment approved' AND amount > 0), 0)::bigint AS paid_in,
      coalesce(-sum(amount) FILTER (WHERE kind = 'withdrawal paid'), 0)::bigint AS paid_out
    FROM (${sql.join(lines, sql` UNION ALL `)}) AS line
    GROUP BY about, day
    ORDER BY day`.execute(tx)
  return rows
}

export type StatementRow = Told & { place: bigint }

/** Lines of a period in an order, after a place. */
export async function selectStatementLines(
  tx: Tx,
  reach: Reach,
  span: TimeRange,
  { after, newestFirst, limit }: { after: bigint | null; newestFirst: boolean; limit: number },
): Promise<StatementRow[]> {
  const [beyond, direction] = newestFirst ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`]
  const { rows } = await sql<StatementRow>`
    SELECT placed.place, placed.id, placed.at, placed.amount, placed.balance_after,
      transfer.kind, transfer.actor_id, transfer.job, transfer.reference_kind, transfer.reference_id, ${TITLE} AS title
    FROM (
      SELECT * FROM (${inOrder(reach)}) AS placed
      WHERE ${within(span)} AND (${after}::bigint IS NULL OR place ${beyond} ${after})
      ORDER BY place ${direction} LIMIT ${limit}
    ) AS placed
    JOIN transfer ON transfer.id = placed.id
    ${ABOUT}
    ORDER BY placed.place ${direction}`.execute(tx)
  return rows
}
