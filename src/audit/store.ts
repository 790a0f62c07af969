import { type RawBuilder, sql, type Selectable, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AuditEntry, Json } from '#kit/database-schema.ts'
import { containing, type Page } from '#kit/page.ts'

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
  row: {
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
  },
): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      ...row,
      before: row.before === null ? null : JSON.stringify(row.before),
      after: row.after === null ? null : JSON.stringify(row.after),
    })
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

/** A line of the log with the names of who did it and, where it is about a user, of that user. */
export type LineRow = Selectable<AuditEntry> & {
  actor_name: string | null
  subject_name: string | null
  /** its time to the microsecond, as a cursor has it */
  key: string
}

/** What is looked for: people, where they are few by their ids, and records by the beginning of theirs. */
type Found = { q: string; people: readonly string[] | 'many' }
type AskedLines = Pick<Page<string>, 'sort' | 'after' | 'limit' | 'from' | 'to'> & {
  found: Found | undefined
  actions: readonly string[] | undefined
  kinds: readonly string[] | undefined
}

/** One page, and one line more where there is one. */
export async function selectLines(tx: Tx, asked: AskedLines): Promise<LineRow[]> {
  const { sort, after, limit, from, to, found, actions, kinds } = asked
  const newest = sort === 'newest'
  const conditions = [sql<SqlBool>`true`]
  if (after !== undefined) {
    const place = sql`(${after.key}::timestamptz, ${after.id}::uuid)`
    conditions.push(newest ? sql`(at, id) < ${place}` : sql`(at, id) > ${place}`)
  }
  if (from !== undefined) conditions.push(sql`at >= ${from}`)
  if (to !== undefined) conditions.push(sql`at < ${to}`)
  if (actions !== undefined) conditions.push(sql`action = ANY(${actions})`)
  if (kinds !== undefined) conditions.push(sql`subject_kind = ANY(${kinds})`)
  if (found !== undefined) conditions.push(matching(found))
  const direction = newest ? sql`DESC` : sql`ASC`
  const picked = sql`SELECT * FROM audit_entry WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY at ${direction}, id ${direction} LIMIT ${limit + 1}`
  const { rows } = await sql<LineRow>`${named(picked)} ORDER BY line.at ${direction}, line.id ${direction}`.execute(tx)
  return rows
}

export async function selectLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  const { rows } = await named(sql`SELECT * FROM audit_entry WHERE id = ${id}`).execute(tx)
  return rows[0]
}

/** The newest about each of these records. */
export async function selectLinesOn(tx: Tx, subjectIds: readonly string[], most: number): Promise<LineRow[]> {
  const newest = sql`SELECT newest.* FROM unnest(${subjectIds}::uuid[]) AS subject (id) CROSS JOIN LATERAL (
    SELECT * FROM audit_entry WHERE subject_id = subject.id ORDER BY at DESC, id DESC LIMIT ${most}) AS newest`
  const { rows } = await sql<LineRow>`${named(newest)} ORDER BY line.at DESC, line.id DESC`.execute(tx)
  return rows
}

/** The ids of those whose name or e-mail contains a text in lower case. */
export async function selectPeople(tx: Tx, q: string, most: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`SELECT id FROM app_user AS person WHERE ${isCalled(q)} LIMIT ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

function named(lines: RawBuilder<unknown>): RawBuilder<LineRow> {
  return sql<LineRow>`
    SELECT line.*, actor.name AS actor_name, subject.name AS subject_name,
      to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key
    FROM (${lines}) AS line
    LEFT JOIN app_user AS actor ON actor.id = line.actor_id
    LEFT JOIN app_user AS subject ON line.subject_kind = 'user' AND subject.id = line.subject_id`
}

function isCalled(q: string): RawBuilder<SqlBool> {
  return sql`(lower(person.name) LIKE ${containing(q)} OR lower(person.email) LIKE ${containing(q)})`
}

function matching({ q, people }: Found): RawBuilder<SqlBool> {
  const ids =
    people === 'many' ? sql`ANY (SELECT id FROM app_user AS person WHERE ${isCalled(q)})` : sql`ANY (${people}::uuid[])`
  const begins = idsFrom(q)
  return sql`(actor_id = ${ids} OR subject_id = ${ids}${
    begins === undefined ? sql`` : sql` OR subject_id BETWEEN ${begins[0]}::uuid AND ${begins[1]}::uuid`
  })`
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The first and the last id that begin with a text, so that they are found by their order; undefined where none can. */
function idsFrom(text: string): [first: string, last: string] | undefined {
  const rest = FIRST_ID.slice(text.length)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text + rest)
  return isId ? [text + rest, text + rest.replaceAll('0', 'f')] : undefined
}
