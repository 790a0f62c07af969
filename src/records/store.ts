import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { AppUser, Investment, InvestmentEarning, Referral, Withdrawal } from '#kit/database-schema.ts'
import { CLOCK_NOW, clockReadAt, type DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { codeOf } from '#kit/error-code.ts'
import { sendAlong } from '#kit/pipeline.ts'
import { type WaitingCount, waitingColumns, type WaitsFor } from '#lists/pick-page.ts'
import type { Status } from '#kit/wire.ts'
import type { RecordKind } from './rules.ts'

/** What of an investment changes every day, in a table of its own. */
const DAILY = ['accrued_at', 'earned_posted'] as const
type Daily = Pick<Selectable<InvestmentEarning>, (typeof DAILY)[number]>

type Records = {
  investment: Selectable<Investment> & Daily
  withdrawal: Selectable<Withdrawal>
  referral: Selectable<Referral>
}
export type RecordOf<K extends RecordKind> = Records[K]

/** Whose a record is: the first column of its primary key. */
const OWNER = { investment: 'user_id', withdrawal: 'user_id', referral: 'inviter_id' } as const satisfies Record<
  RecordKind,
  string
>
/** The columns with the people whom it concerns: none of them decides on it. */
const PEOPLE: Readonly<Record<RecordKind, readonly string[]>> = {
  investment: ['user_id'],
  withdrawal: ['user_id'],
  referral: ['inviter_id', 'invited_id'],
}

/**
 * What waits for money that its investor has not marked as paid, so for nobody's decision yet: `isUnpaid` of the
 * investments, in SQL; a test holds both to the same.
 */
export const UNPAID: Readonly<Record<RecordKind, RawBuilder<SqlBool>>> = {
  investment: sql`(status = 'pending' AND source = 'payment')`,
  withdrawal: sql`false`,
  referral: sql`false`,
}

export function ownerOf(record: RecordOf<RecordKind>): string {
  return 'inviter_id' in record ? record.inviter_id : record.user_id
}

export function peopleOf(record: RecordOf<RecordKind>): string[] {
  return 'inviter_id' in record ? [record.inviter_id, record.invited_id] : [record.user_id]
}

/** Who is locked before a record: with an investment its referral may change, so its inviter is locked as well. */
const LOCKED_BEFORE: Readonly<Record<RecordKind, (id: string) => RawBuilder<unknown>>> = {
  investment: (id) =>
    sql`SELECT unnest(ARRAY[user_id, (SELECT inviter_id FROM app_user WHERE app_user.id = investment.user_id)])
      FROM investment WHERE id = ${id}`,
  withdrawal: (id) => sql`SELECT user_id FROM withdrawal WHERE id = ${id}`,
  referral: (id) => sql`SELECT unnest(ARRAY[inviter_id, invited_id]) FROM referral WHERE id = ${id}`,
}

/** What of somebody whom a record concerns bears on it. */
export type LockedPerson = Pick<
  Selectable<AppUser>,
  'id' | 'inviter_id' | 'closed_at' | 'withdrawals_paused_until' | 'withdrawals_paused_for'
>

/**
 * Locks the people of a record in id order and answers what of each bears on it; nobody where there is no such record. By
 * the primary key of `app_user`, whatever the planner knows of it: the ids are worked out before.
 */
export async function lockPeople(tx: Tx, kind: RecordKind, id: string): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    SELECT id, inviter_id, closed_at, withdrawals_paused_until, withdrawals_paused_for FROM app_user WHERE id = ANY (ARRAY(${LOCKED_BEFORE[kind](id)}))
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows
}

/** Locks and reads a record, one of this owner's where one is named. The caller holds the locks on its people. */
export async function lockRow<K extends RecordKind>(
  tx: Tx,
  kind: K,
  id: string,
  owner?: string,
): Promise<RecordOf<K> | undefined> {
  const { rows } = await lockedRow<K>(kind, id, owner).execute(tx)
  return rows[0]
}

function lockedRow<K extends RecordKind>(kind: K, id: string, owner?: string): RawBuilder<RecordOf<K>> {
  const own = owner === undefined ? sql`` : sql`AND record.${sql.ref(OWNER[kind])} = ${owner}`
  const daily =
    kind === 'investment'
      ? { columns: sql`, accrued_at, earned_posted`, join: sql`JOIN investment_earning ON investment_id = record.id` }
      : { columns: sql``, join: sql`` }
  return sql<RecordOf<K>>`
    SELECT record.* ${daily.columns} FROM ${sql.table(kind)} AS record ${daily.join}
    WHERE record.id = ${id} ${own} FOR NO KEY UPDATE`
}

/** The same, with the database's clock as it is once the record is locked. */
export async function lockRowAndClock<K extends RecordKind>(
  tx: Tx,
  kind: K,
  id: string,
): Promise<{ record: RecordOf<K>; clock: DatabaseClock } | undefined> {
  const { rows } = await sql<RecordOf<K> & { clock_now: Date }>`
    WITH locked AS MATERIALIZED (${lockedRow(kind, id)})
    SELECT locked.*, ${CLOCK_NOW} AS clock_now FROM locked`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { clock_now, ...record } = row
  return { record: record as unknown as RecordOf<K>, clock: clockReadAt(clock_now) }
}

/** Locks and reads the one referral of an investment. The caller holds the locks on both sides. */
export async function lockReferralRow(tx: Tx, investmentId: string): Promise<RecordOf<'referral'> | undefined> {
  return tx
    .selectFrom('referral')
    .selectAll()
    .where('investment_id', '=', investmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The same of several investments, in the order of ids. */
export async function lockReferralRows(tx: Tx, investmentIds: readonly string[]): Promise<RecordOf<'referral'>[]> {
  return tx
    .selectFrom('referral')
    .selectAll()
    .where(sql<SqlBool>`investment_id = ANY(${investmentIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** All of one kind have the same columns. */
export async function insertRows<K extends RecordKind>(
  tx: Tx,
  kind: K,
  records: readonly RecordOf<K>[],
): Promise<void> {
  const [first, ...others] = records.map((record) => Object.entries(record).filter(([column]) => !isDaily(column)))
  if (first === undefined) return
  const columns = first.map(([column]) => sql.ref(column))
  const values = [first, ...others].map((given) => sql`(${sql.join(given.map(([, value]) => value))})`)
  const rows = sql`INSERT INTO ${sql.table(kind)} (${sql.join(columns)}) VALUES ${sql.join(values)}`
  await sendAlong(tx, kind, rows)
  await writeDaily(tx, records)
}

function isDaily(column: string): boolean {
  return DAILY.some((one) => one === column)
}

/** Writes what of investments changes every day; nothing of other records. */
async function writeDaily(tx: Tx, records: readonly RecordOf<RecordKind>[]): Promise<void> {
  const daily = records.flatMap((record) => {
    if (!('earned_posted' in record)) return []
    const { id, user_id, accrued_at, earned_posted } = record
    return [sql`(${id}, ${user_id}, ${accrued_at}, ${earned_posted})`]
  })
  if (daily.length === 0) return
  const change = sql`
    INSERT INTO investment_earning (investment_id, investor_id, accrued_at, earned_posted)
    VALUES ${sql.join(daily)}
    ON CONFLICT (investment_id) DO UPDATE SET accrued_at = excluded.accrued_at, earned_posted = excluded.earned_posted`
  await sendAlong(tx, 'investment_earning', change)
}

const UNIQUE_VIOLATION = '23505'

/** What changes of a record. All else stays as it was made, for the database too. */
const CHANGING: { readonly [K in RecordKind]: readonly (keyof RecordOf<K>)[] } = {
  investment: [
    ...(['status', 'reason', 'amount', 'created_at', 'expires_at', 'began_at', 'completed_at'] as const),
    ...(['received', 'refunded', 'from_suspense', 'txid'] as const),
    ...(['set_apart', 'at_end', 'exit_quote_id', 'left_after'] as const),
  ],
  withdrawal: ['status', 'reason', 'amount', 'created_at', 'completed_at', 'txid'],
  referral: ['status', 'held_status', 'reason', 'amount', 'set_apart'],
}

/**
 * Writes all that changes of a record and counts the version up by one: all, since earnings may have been posted after
 * it was read. Answers 'txid taken' where another payment has the transaction id: nothing else that changes is unique.
 */
export async function changeRow<K extends RecordKind>(
  tx: Tx,
  kind: K,
  before: RecordOf<K>,
  after: RecordOf<K>,
): Promise<'changed' | 'txid taken'> {
  const written = CHANGING[kind].map((column) => sql`${sql.ref(String(column))} = ${after[column]}`)
  const change = sql`
    UPDATE ${sql.table(kind)} SET ${sql.join([...written, sql`version = ${before.version + 1}`])}
    WHERE ${sql.ref(OWNER[kind])} = ${ownerOf(before)} AND id = ${before.id}`
  try {
    if (txidOf(before) === txidOf(after)) await sendAlong(tx, kind, change)
    else await change.execute(tx)
    await writeDaily(tx, [after])
    return 'changed'
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return 'txid taken'
    throw error
  }
}

function txidOf(record: RecordOf<RecordKind>): string | null {
  return 'txid' in record ? record.txid : null
}

/** How many records wait, and for what; each is in one of `count`, `unpaid` and `second`, or is somebody's own. */
export type WaitingRecords = WaitingCount & { unpaid: number; second: number }

/**
 * How many are in these states, and for what they wait: for a second administrator (`butNot`), else for money, else for
 * this administrator, nobody deciding on their own. By the index over states, and alone where nothing else has to hold.
 */
export async function countWaitingRecords(
  tx: Tx,
  kind: RecordKind,
  statuses: readonly Status[],
  { userId, butNot }: WaitsFor,
  holds: RawBuilder<SqlBool> = sql`true`,
): Promise<WaitingRecords> {
  const people = sql.join(PEOPLE[kind].map((column) => sql.ref(column)))
  const second = sql<SqlBool>`id = ANY(${butNot})`
  const unpaid = sql<SqlBool>`${UNPAID[kind]} AND NOT ${second}`
  const mayDecide = sql<SqlBool>`${userId} NOT IN (${people}) AND NOT ${UNPAID[kind]} AND NOT ${second}`
  return tx
    .selectFrom(kind as 'investment')
    .select([
      ...waitingColumns(mayDecide, 'created_at'),
      sql<number>`(count(*) FILTER (WHERE ${unpaid}))::integer`.as('unpaid'),
      sql<number>`(count(*) FILTER (WHERE ${second}))::integer`.as('second'),
    ])
    .where('status', 'in', statuses)
    .where(holds)
    .executeTakeFirstOrThrow()
}
