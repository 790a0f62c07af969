import { type RawBuilder, sql, type Selectable, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { sendAlong } from '#kit/pipeline.ts'
import type { AuditEntry, Json } from '#kit/database-schema.ts'
import type { TransferKind } from '#ledger/contract.ts'
import { countUpTo, MOST_COUNTED } from '#lists/count-picked.ts'
import type { ListCount } from '#lists/contract.ts'
import { idsBeginning } from '#lists/narrowing.ts'
import type { Page } from '#lists/page.ts'
import { checkedIn, isAboutMeant, isMeantNear, selectAbout, selectPeople } from './about-store.ts'

/** Made by the formula alone: nobody decides it. */
const UNDECIDED: TransferKind = 'investment earned'

export type DecisionRow = {
  id: string
  subject_kind: string
  subject_id: string
  from_status: string | null
  to_status: string
  actor_id: string | null
  job: string | null
  reason: string | null
  decided_at: Date
}

export async function insertDecisions(tx: Tx, rows: readonly DecisionRow[]): Promise<void> {
  await sendAlong(tx, 'decision', tx.insertInto('decision').values(rows))
}

export async function insertAudit(
  tx: Tx,
  lines: readonly {
    id: string
    at: Date
    actor_id: string | null
    job: string | null
    address: string | null
    device: string | null
    action: string
    subject_kind: string
    subject_id: string
    before: Json | null
    after: Json | null
    reason: string | null
    approval_id: string | null
  }[],
): Promise<void> {
  const rows = lines.map((line) => ({
    ...line,
    before: line.before === null ? null : JSON.stringify(line.before),
    after: line.after === null ? null : JSON.stringify(line.after),
  }))
  await sendAlong(tx, 'audit_entry', tx.insertInto('audit_entry').values(rows))
}

export type ActRow = Pick<
  Selectable<AuditEntry>,
  'id' | 'subject_id' | 'at' | 'actor_id' | 'job' | 'action' | 'before' | 'after' | 'reason' | 'approval_id'
> & {
  /** who asked for it, where the actor agreed to it */
  requester_id: string | null
}

const ACT = sql`line.id, line.subject_id, line.at, line.actor_id, line.job, line.action, line.before, line.after, line.reason,
  line.approval_id, approval.asked_by AS requester_id`

/** All that the log holds about these, oldest first. For one record, or few: a history on a screen is bounded. */
export async function selectActs(tx: Tx, subjectIds: readonly string[]): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    SELECT ${ACT} FROM audit_entry AS line LEFT JOIN approval ON approval.id = line.approval_id
    WHERE line.subject_id = ANY(${subjectIds}::uuid[])
    ORDER BY line.at, line.id`.execute(tx)
  return rows
}

/** With what who did it is called now; null where a job did. */
type NamedActRow = ActRow & { actor_name: string | null }

/**
 * The first and the newest lines about each of these, but for these actions; oldest first. One more than `most` of each
 * where there are more.
 */
export async function selectNewestActs(
  tx: Tx,
  subjectIds: readonly string[],
  { most, but }: { most: number; but: readonly string[] },
): Promise<NamedActRow[]> {
  const of = sql`SELECT * FROM audit_entry WHERE subject_id = subject.id AND action <> ALL(${but}::text[])`
  const { rows } = await sql<NamedActRow>`
    SELECT ${ACT}, (SELECT name FROM app_user WHERE id = line.actor_id) AS actor_name
    FROM unnest(${subjectIds}::uuid[]) AS subject (id)
    CROSS JOIN LATERAL (
      (${of} ORDER BY at DESC, id DESC LIMIT ${most}) UNION (${of} ORDER BY at, id LIMIT 1)
    ) AS line
    LEFT JOIN approval ON approval.id = line.approval_id
    ORDER BY line.at, line.id`.execute(tx)
  return rows
}

/** The reasons of the acts that these transfers name, where one was given; of daily earnings none. */
export async function selectReasons(
  tx: Tx,
  transferIds: readonly bigint[],
): Promise<{ transfer_id: bigint; reason: string }[]> {
  const { rows } = await sql<{ transfer_id: bigint; reason: string }>`
    SELECT transfer.id AS transfer_id, audit_entry.reason
    FROM transfer JOIN audit_entry ON audit_entry.id = transfer.act_id
    WHERE transfer.id = ANY(${transferIds}::bigint[]) AND transfer.kind <> ${UNDECIDED} AND audit_entry.reason IS NOT NULL`.execute(
    tx,
  )
  return rows
}

/** Who asked for the acts that these transfers name, where somebody else agreed to them. */
export async function selectRequesters(
  tx: Tx,
  transferIds: readonly bigint[],
): Promise<{ transfer_id: bigint; id: string; name: string }[]> {
  const { rows } = await sql<{ transfer_id: bigint; id: string; name: string }>`
    SELECT transfer.id AS transfer_id, requester.id, requester.name
    FROM transfer JOIN audit_entry AS line ON line.id = transfer.act_id
    JOIN approval ON approval.id = line.approval_id JOIN app_user AS requester ON requester.id = approval.asked_by
    WHERE transfer.id = ANY(${transferIds}::bigint[])`.execute(tx)
  return rows
}

/** A line of the log with the names of who did it and of what it is about, as it is called now, where that has a name: of a record, whose it is. */
export type LineRow = Selectable<AuditEntry> & {
  actor_name: string | null
  /** who asked for it, where the actor agreed to it */
  requester_id: string | null
  requester_name: string | null
  subject_name: string | null
  /** its time to the microsecond, as a cursor has it */
  key: string
}

type AuditLinesQuery = Pick<Page<string>, 'sort' | 'after' | 'limit' | 'from' | 'to' | 'q'> & {
  actions: readonly string[] | undefined
  kinds: readonly string[] | undefined
}

/** So many people are looked up one by one; where more are meant, the log is gone through until enough are found. */
const FEW = 200
/** Lines that are gone through before everybody who is meant is read. */
const CLOSE_BY = 2000

/** One page, and one line more where there is one. */
export async function selectAuditLines(tx: Tx, asked: AuditLinesQuery): Promise<LineRow[]> {
  const { q } = asked
  if (q === undefined) return inOrder(tx, asked, first(asked, sql`true`, asked.limit + 1))
  const people = await selectPeople(tx, q, FEW + 1)
  if (people.length <= FEW) return inOrder(tx, asked, ofFew({ ...asked, q }, people, await selectAbout(tx, people)))
  const near = sql`SELECT near.* FROM (${first(asked, sql`true`, CLOSE_BY)}) AS near
    WHERE ${isMeantNear(q)} ${orderOf(asked)} LIMIT ${asked.limit + 1}`
  const closeBy = await inOrder(tx, asked, near)
  if (closeBy.length > asked.limit) return closeBy
  const { count } = await countUpTo(tx, first(asked, sql`true`, CLOSE_BY))
  if (count < CLOSE_BY) return closeBy
  return inOrder(tx, asked, first(asked, isAboutMeant(q), asked.limit + 1))
}

/** `few`: so many people at most are looked up one by one. A search that means more of them ends at `many` lines. */
const COUNTED = { few: 2000, many: 10_000 }

/** How many lines there are in all of what a page is narrowed to, up to a bound. */
export async function countAuditLines(
  tx: Tx,
  asked: Omit<AuditLinesQuery, 'after' | 'limit'>,
  { few, many } = COUNTED,
): Promise<ListCount> {
  const { q } = asked
  const narrowed = narrowing({ ...asked, after: undefined, limit: 0 })
  const upTo = (most: number) => (condition: RawBuilder<unknown>) =>
    sql`(SELECT id FROM audit_entry WHERE ${narrowed} AND ${condition} LIMIT ${most + 1})`
  if (q === undefined) return countUpTo(tx, upTo(MOST_COUNTED)(sql`true`))
  const people = await selectPeople(tx, q, few + 1)
  if (people.length > few) {
    const near = sql`(SELECT actor_id, subject_id FROM audit_entry WHERE ${narrowed} LIMIT ${2 * many}) AS near`
    const closeBy = await countUpTo(tx, sql`SELECT FROM ${near} WHERE ${isMeantNear(q)} LIMIT ${many + 1}`, many)
    // the whole log is read only where those close by are too few
    return closeBy.more ? closeBy : countUpTo(tx, upTo(many)(isAboutMeant(q)), many)
  }
  const ids = recordIds(q)
  const about = await selectAbout(tx, people)
  const ways = [sql`actor_id = ANY(${people}::uuid[])`, sql`subject_id = ANY(${about}::uuid[])`]
  if (ids !== undefined) ways.push(sql`subject_id BETWEEN ${ids.first}::uuid AND ${ids.last}::uuid`)
  return countUpTo(tx, sql.join(ways.map(upTo(MOST_COUNTED)), sql` UNION `))
}

export async function selectLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  const { rows } = await named(sql`SELECT * FROM audit_entry WHERE id = ${id}`).execute(tx)
  return rows[0]
}

/** The newest of an action about each of these records. */
export async function selectLinesOn(
  tx: Tx,
  subjectIds: readonly string[],
  { action, most }: { action: string; most: number },
): Promise<LineRow[]> {
  const newest = sql`SELECT newest.* FROM unnest(${subjectIds}::uuid[]) AS subject (id) CROSS JOIN LATERAL (
    SELECT * FROM audit_entry WHERE subject_id = subject.id AND action = ${action} ORDER BY at DESC, id DESC LIMIT ${most}) AS newest`
  const { rows } = await sql<LineRow>`${named(newest)} ORDER BY line.at DESC, line.id DESC`.execute(tx)
  return rows
}

/** What a line is about is looked up and not joined: with so many tables, planning took longer than reading. */
function named(lines: RawBuilder<unknown>): RawBuilder<LineRow> {
  return sql<LineRow>`
    SELECT line.*, actor.name AS actor_name, requester.id AS requester_id, requester.name AS requester_name,
      CASE line.subject_kind
        WHEN 'user' THEN (SELECT name FROM app_user WHERE id = line.subject_id)
        WHEN 'wallet' THEN (SELECT name FROM wallet WHERE id = line.subject_id)
        WHEN 'plan' THEN (SELECT name FROM plan WHERE id = line.subject_id)
        WHEN 'setting' THEN (SELECT name FROM setting WHERE id = line.subject_id)
        WHEN 'what-if' THEN (SELECT name FROM what_if WHERE id = line.subject_id)
        ELSE (SELECT name FROM app_user WHERE id = coalesce((SELECT user_id FROM investment WHERE id = line.subject_id),
          (SELECT user_id FROM withdrawal WHERE id = line.subject_id), (SELECT inviter_id FROM referral WHERE id = line.subject_id),
          ${checkedIn(sql.ref('line.subject_id'))}))
      END AS subject_name,
      to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key
    FROM (${lines}) AS line
    LEFT JOIN app_user AS actor ON actor.id = line.actor_id
    LEFT JOIN approval ON approval.id = line.approval_id
    LEFT JOIN app_user AS requester ON requester.id = approval.asked_by`
}

/** Lines with the names that belong to them, in the order asked for. */
async function inOrder(tx: Tx, { sort }: AuditLinesQuery, lines: RawBuilder<unknown>): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`${named(lines)} ${orderOf({ sort }, 'line.')}`.execute(tx)
  return rows
}

/** The first lines of the page for which a condition holds. */
function first(asked: AuditLinesQuery, condition: RawBuilder<SqlBool>, limit: number) {
  return sql`SELECT * FROM audit_entry WHERE ${narrowing(asked)} AND ${condition} ${orderOf(asked)} LIMIT ${limit}`
}

/** The first lines of the page that these people did or that are about these, or about a record whose id begins so. */
function ofFew(asked: AuditLinesQuery & { q: string }, people: readonly string[], about: readonly string[]) {
  const limit = asked.limit + 1
  const ofEach = (column: string, those: readonly string[]) => {
    const own = first(asked, sql`${sql.ref(column)} = one.id`, limit)
    return sql`SELECT own.* FROM unnest(${those}::uuid[]) AS one (id) CROSS JOIN LATERAL (${own}) AS own`
  }
  const ids = recordIds(asked.q)
  const parts = [ofEach('actor_id', people), ofEach('subject_id', about)]
  if (ids !== undefined) {
    const begins = sql<SqlBool>`subject_id BETWEEN ${ids.first}::uuid AND ${ids.last}::uuid`
    parts.push(sql`SELECT * FROM audit_entry WHERE ${narrowing(asked)} AND ${begins}`)
  }
  const found = sql.join(parts, sql` UNION ALL `)
  return sql`SELECT * FROM (SELECT DISTINCT ON (at, id) * FROM (${found}) AS found ORDER BY at, id) AS found ${orderOf(asked)} LIMIT ${limit}`
}

function narrowing({ sort, after, from, to, actions, kinds }: AuditLinesQuery): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  if (after !== undefined) {
    const than = sort === 'newest' ? sql`<` : sql`>`
    conditions.push(sql`(at, id) ${than} (${after.key}::timestamptz, ${after.id}::uuid)`)
  }
  if (from !== undefined) conditions.push(sql`at >= ${from}`)
  if (to !== undefined) conditions.push(sql`at < ${to}`)
  if (actions !== undefined) conditions.push(sql`action = ANY(${actions})`)
  if (kinds !== undefined) conditions.push(sql`subject_kind = ANY(${kinds})`)
  return sql`${sql.join(conditions, sql` AND `)}`
}

function orderOf({ sort }: Pick<AuditLinesQuery, 'sort'>, of = '') {
  const direction = sort === 'newest' ? sql`DESC` : sql`ASC`
  return sql`ORDER BY ${sql.raw(of)}at ${direction}, ${sql.raw(of)}id ${direction}`
}

/** So much of an id says which record is meant; fewer digits are those of thousands. */
const MEANT_ID = 8
const recordIds = (q: string) => (q.length < MEANT_ID ? undefined : idsBeginning(q))
