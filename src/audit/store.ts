import { type RawBuilder, sql, type Selectable, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AuditEntry, Json } from '#kit/database-schema.ts'
import type { TransferKind } from '#ledger/contract.ts'
import { containing, type Page } from '#lists/page.ts'
import { ACTS_ASKED_FOR } from './rules.ts'

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

export async function insertDecision(tx: Tx, row: DecisionRow): Promise<void> {
  await tx.insertInto('decision').values(row).execute()
}

export async function insertAudit(
  tx: Tx,
  lines: readonly {
    id: string
    at: Date
    actor_id: string | null
    job: string | null
    address: string | null
    action: string
    subject_kind: string
    subject_id: string
    before: Json | null
    after: Json | null
    reason: string | null
  }[],
): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values(
      lines.map((line) => ({
        ...line,
        before: line.before === null ? null : JSON.stringify(line.before),
        after: line.after === null ? null : JSON.stringify(line.after),
      })),
    )
    .execute()
}

export type ActRow = Pick<
  Selectable<AuditEntry>,
  'id' | 'subject_id' | 'at' | 'actor_id' | 'job' | 'action' | 'before' | 'after' | 'reason'
>

export async function selectActs(tx: Tx, subjectIds: readonly string[]): Promise<ActRow[]> {
  return tx
    .selectFrom('audit_entry')
    .select(['id', 'subject_id', 'at', 'actor_id', 'job', 'action', 'before', 'after', 'reason'])
    .where(sql<SqlBool>`subject_id = ANY(${subjectIds}::uuid[])`)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** What each of these people is called now. */
export async function selectActorNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM app_user WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The reasons of the acts that these transfers name, where one was given; of daily earnings none. */
export async function selectReasons(
  tx: Tx,
  transferIds: readonly string[],
): Promise<{ transfer_id: string; reason: string }[]> {
  const { rows } = await sql<{ transfer_id: string; reason: string }>`
    SELECT transfer.id AS transfer_id, audit_entry.reason
    FROM transfer JOIN audit_entry ON audit_entry.id = transfer.act_id
    WHERE transfer.id = ANY(${transferIds}::uuid[]) AND transfer.kind <> ${UNDECIDED} AND audit_entry.reason IS NOT NULL`.execute(
    tx,
  )
  return rows
}

/** Who asked for the acts that these transfers name, where somebody else agreed to them. */
export async function selectRequesters(
  tx: Tx,
  transferIds: readonly string[],
): Promise<{ transfer_id: string; id: string; name: string }[]> {
  const { rows } = await sql<{ transfer_id: string; id: string; name: string }>`
    SELECT transfer.id AS transfer_id, requester.id, requester.name
    FROM transfer JOIN audit_entry AS line ON line.id = transfer.act_id CROSS JOIN LATERAL ${REQUESTER_OF_LINE} AS requester
    WHERE transfer.id = ANY(${transferIds}::uuid[])`.execute(tx)
  return rows
}

/**
 * Who asked for what a line says, where its actor agreed to it as second administrator. A request that waits holds up
 * every other act of its kind on its subject: so of those the line between asking and agreeing is the one asked for.
 */
const REQUESTER_OF_LINE = sql`(
  SELECT person.id, person.name FROM approval JOIN app_user AS person ON person.id = approval.asked_by
  WHERE approval.subject_id = line.subject_id AND approval.state = 'agreed' AND approval.decided_by = line.actor_id
    AND line.at BETWEEN approval.asked_at AND approval.decided_at
    AND coalesce(${JSON.stringify(ACTS_ASKED_FOR)}::jsonb->approval.kind, to_jsonb(ARRAY[approval.kind])) ? line.action
  ORDER BY approval.decided_at LIMIT 1)`

/** A line of the log with the names of who did it and of what it is about, as it is called now, where that has a name. */
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
  if (people.length <= FEW) return inOrder(tx, asked, ofFew(asked, people, q))
  const isMeant = (column: string) =>
    sql`(SELECT ${isCalled(q)} FROM app_user AS person WHERE person.id = near.${sql.ref(column)})`
  const near = sql`SELECT near.* FROM (${first(asked, sql`true`, CLOSE_BY)}) AS near
    WHERE ${isMeant('actor_id')} OR ${isMeant('subject_id')} ${orderOf(asked)} LIMIT ${asked.limit + 1}`
  const closeBy = await inOrder(tx, asked, near)
  if (closeBy.length > asked.limit || !(await goesOn(tx, asked))) return closeBy
  const meant = sql`(SELECT person.id FROM app_user AS person WHERE ${isCalled(q)})`
  // IS TRUE, or it becomes a join, for which the planner has to guess how many are meant.
  const condition = sql<SqlBool>`(actor_id IN ${meant} OR subject_id IN ${meant}) IS TRUE`
  return inOrder(tx, asked, first(asked, condition, asked.limit + 1))
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

/** The ids of those whose name or e-mail contains a text in lower case. */
async function selectPeople(tx: Tx, q: string, most: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`SELECT id FROM app_user AS person WHERE ${isCalled(q)} LIMIT ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

function named(lines: RawBuilder<unknown>): RawBuilder<LineRow> {
  return sql<LineRow>`
    SELECT line.*, actor.name AS actor_name, requester.id AS requester_id, requester.name AS requester_name,
      coalesce(subject.name, wallet.name, plan.name, setting.name) AS subject_name,
      to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key
    FROM (${lines}) AS line
    LEFT JOIN app_user AS actor ON actor.id = line.actor_id
    LEFT JOIN LATERAL ${REQUESTER_OF_LINE} AS requester ON true
    LEFT JOIN app_user AS subject ON line.subject_kind = 'user' AND subject.id = line.subject_id
    LEFT JOIN wallet ON line.subject_kind = 'wallet' AND wallet.id = line.subject_id
    LEFT JOIN plan ON line.subject_kind = 'plan' AND plan.id = line.subject_id
    LEFT JOIN setting ON line.subject_kind = 'setting' AND setting.id = line.subject_id`
}

function isCalled(q: string): RawBuilder<SqlBool> {
  return sql`(lower(person.name) LIKE ${containing(q)} OR lower(person.email) LIKE ${containing(q)})`
}

/** Whether what is asked for, but for its words, goes on beyond what is close by. */
async function goesOn(tx: Tx, asked: AuditLinesQuery): Promise<boolean> {
  const near = first(asked, sql`true`, CLOSE_BY)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (${near}) AS near`.execute(tx)
  return rows[0]?.count === CLOSE_BY
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

/** The first lines of the page that these people did or that were done to them, or about a record whose id begins so. */
function ofFew(asked: AuditLinesQuery, people: readonly string[], q: string) {
  const limit = asked.limit + 1
  const ofEach = (column: string) => {
    const own = first(asked, sql`${sql.ref(column)} = person.id`, limit)
    return sql`SELECT own.* FROM unnest(${people}::uuid[]) AS person (id) CROSS JOIN LATERAL (${own}) AS own`
  }
  const ids = idsFrom(q)
  const parts = [ofEach('actor_id'), ofEach('subject_id')]
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
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The first and the last id that begin with a text; undefined if it is too short, or if none can. */
function idsFrom(text: string): { first: string; last: string } | undefined {
  const rest = FIRST_ID.slice(text.length)
  const isId = text.length >= MEANT_ID && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text + rest)
  return isId ? { first: text + rest, last: text + rest.replaceAll('0', 'f') } : undefined
}
