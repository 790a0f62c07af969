import { type Selectable, sql, type SqlBool } from 'kysely'
import type { Role } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { Approval } from '#kit/database-schema.ts'
import type { Due } from '#kit/sweep.ts'
import type { Cursor } from '#lists/cursor.ts'
import { type WaitingCount, waitingColumns } from '#lists/pick-page.ts'
import type { ApprovalKind, ApprovalSubject, Change } from './contract.ts'
import { SAYS_PAID } from './paid-store.ts'

type Row = Selectable<Approval>
export type ApprovalRow = Omit<Row, 'kind' | 'subject_kind' | 'changes'> & {
  kind: ApprovalKind
  subject_kind: ApprovalSubject
  changes: Change[]
}
export type RequestSubject = { kind: ApprovalSubject; id: string }

export async function insertApproval(
  tx: Tx,
  row: Omit<ApprovalRow, 'state' | 'decided_by' | 'decided_at' | 'decision_reason'>,
): Promise<void> {
  await tx
    .insertInto('approval')
    .values({ ...row, input: JSON.stringify(row.input), changes: JSON.stringify(row.changes) })
    .execute()
}

/** Locks a request until the transaction ends; undefined if there is none. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const row = await tx.selectFrom('approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row as ApprovalRow | undefined
}

/** Whether a request waits for this subject. Locks nothing. */
export async function selectWaits(tx: Tx, subject: RequestSubject): Promise<boolean> {
  const row = await tx
    .selectFrom('approval')
    .select('id')
    .where('subject_id', '=', subject.id)
    .where('subject_kind', '=', subject.kind)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row !== undefined
}

/** On which of these records something waits. Locks nothing. */
export async function selectWaitedOn(tx: Tx, kind: ApprovalSubject, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('approval')
    .select('subject_id')
    .where(sql<SqlBool>`subject_id = ANY(${ids}::uuid[])`)
    .where('subject_kind', '=', kind)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

/** Locks what waits for this subject until the transaction ends; undefined if nothing does. */
export async function lockWaitingOn(tx: Tx, subject: RequestSubject): Promise<ApprovalRow | undefined> {
  const row = await tx
    .selectFrom('approval')
    .selectAll()
    .where('subject_id', '=', subject.id)
    .where('subject_kind', '=', subject.kind)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row as ApprovalRow | undefined
}

/** What somebody has asked for on this record and others have agreed to, by whom: by an index alone. */
export async function selectAgreedOf(
  tx: Tx,
  userId: string,
  subjectId: string,
): Promise<Pick<ApprovalRow, 'id' | 'decided_by'>[]> {
  return tx
    .selectFrom('approval')
    .select(['id', 'decided_by'])
    .where('subject_id', '=', subjectId)
    .where('asked_by', '=', userId)
    .where('state', '=', 'agreed')
    .execute()
}

export async function changeApproval(
  tx: Tx,
  id: string,
  decided: Pick<Row, 'state' | 'decided_by' | 'decided_at' | 'decision_reason'>,
): Promise<void> {
  await tx.updateTable('approval').set(decided).where('id', '=', id).execute()
}

export type WaitingRow = ApprovalRow & { asked_by_name: string; concerns_name: string | null }

/** Which of those that wait: on one subject, or of one kind; after a place in their order, so many at most. */
export type WaitingPage = {
  subject?: string | undefined
  kind?: ApprovalKind | undefined
  after: Cursor | undefined
  limit: number
}

/** Those that wait, newest first, with the names of who asked and whom it concerns. */
export async function selectWaitingApprovals(
  tx: Tx,
  { subject, kind, after, limit }: WaitingPage,
): Promise<WaitingRow[]> {
  // The page is cut from the index of what waits before anybody's name is looked up.
  const page = tx
    .selectFrom('approval')
    .selectAll()
    .where('state', '=', 'waiting')
    .$if(subject !== undefined, (query) => query.where('subject_id', '=', subject ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(asked_at, id) < (${after?.key ?? null}::timestamptz, ${after?.id ?? null}::uuid)`),
    )
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const rows = await tx
    .selectFrom(page.as('approval'))
    .innerJoin('app_user as requester', 'requester.id', 'approval.asked_by')
    .leftJoin('app_user as owner', 'owner.id', 'approval.concerns')
    .selectAll('approval')
    .select(['requester.name as asked_by_name', 'owner.name as concerns_name'])
    .orderBy('approval.asked_at', 'desc')
    .orderBy('approval.id', 'desc')
    .execute()
  return rows as WaitingRow[]
}

/** How many wait, and how many and since when of these kinds, but for some, that neither were asked for by this person nor concern them. */
export async function countWaitingApprovals(
  tx: Tx,
  { userId, kinds, but }: { userId: string; kinds: readonly ApprovalKind[]; but: readonly string[] },
): Promise<WaitingCount> {
  const theirs = sql<SqlBool>`kind = ANY(${kinds}) AND asked_by <> ${userId} AND id <> ALL(${but}::uuid[])
    AND concerns IS DISTINCT FROM ${userId} AND also_concerns IS DISTINCT FROM ${userId}`
  return tx
    .selectFrom('approval')
    .select(waitingColumns(theirs, 'asked_at'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
}

/** What these people have asked for and still waits: by the index of what waits. */
export async function selectWaitingAskedBy(
  tx: Tx,
  userIds: readonly string[],
): Promise<Pick<ApprovalRow, 'id' | 'kind' | 'asked_by' | 'concerns' | 'also_concerns'>[]> {
  const rows = await tx
    .selectFrom('approval')
    .select(['id', 'kind', 'asked_by', 'concerns', 'also_concerns'])
    .where('state', '=', 'waiting')
    .where(sql<SqlBool>`asked_by = ANY(${userIds}::uuid[])`)
    .execute()
  return rows as Pick<ApprovalRow, 'id' | 'kind' | 'asked_by' | 'concerns' | 'also_concerns'>[]
}

/** What they are about, by the ids that these have: by an index alone. */
export async function selectWaitingSubjects(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('approval').select('subject_id').where('state', '=', 'waiting').execute()
  return rows.map(({ subject_id }) => subject_id)
}

/** One request of somebody's is made at a time, and none while those that they have made are closed. The last lock of all. */
export async function lockAsking(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`asking/${userId}`}, 0))`.execute(tx)
}

/** How many requests of somebody's wait, as far as `most`: by the index of what waits. */
export async function countWaitingOf(tx: Tx, userId: string, most: number): Promise<number> {
  const rows = await tx
    .selectFrom('approval')
    .select('id')
    .where('state', '=', 'waiting')
    .where('asked_by', '=', userId)
    .limit(most)
    .execute()
  return rows.length
}

/**
 * Closes what somebody has asked for of these kinds and still waits. What concerns `by` is decided by nobody, nor is what
 * says of a withdrawal that it was paid: whether it was, nobody has looked.
 */
export async function closeWaitingOf(
  tx: Tx,
  { userId, kinds }: { userId: string; kinds: readonly ApprovalKind[] },
  by: string,
  { at, reason }: { at: Date; reason: string },
): Promise<Pick<ApprovalRow, 'id' | 'kind' | 'subject_kind' | 'subject_id' | 'state'>[]> {
  const { rows } = await sql<Pick<ApprovalRow, 'id' | 'kind' | 'subject_kind' | 'subject_id' | 'state'>>`
    UPDATE approval SET decided_at = ${at}, decision_reason = ${reason},
      (state, decided_by) = (
        SELECT CASE WHEN nobodys THEN 'expired' ELSE 'refused' END, CASE WHEN NOT nobodys THEN ${by}::uuid END
        FROM (SELECT ${by}::uuid IN (asked_by, coalesce(concerns, asked_by), coalesce(also_concerns, asked_by))
          OR ${SAYS_PAID} AS nobodys) AS it
      )
    WHERE state = 'waiting' AND asked_by = ${userId} AND kind = ANY(${kinds}::text[])
    RETURNING id, kind, subject_kind, subject_id, state`.execute(tx)
  return rows
}

/** Those that were asked for by then and still wait, oldest first: by the index of what waits. */
export async function selectOverdue(tx: Tx, askedBy: Date, after: Due | undefined, most: number): Promise<Due[]> {
  const further = after === undefined ? sql`` : sql`AND (asked_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<Due>`
    SELECT id, asked_at::text AS at FROM approval
    WHERE state = 'waiting' AND asked_at <= ${askedBy} ${further} ORDER BY asked_at, id LIMIT ${most}`.execute(tx)
  return rows
}

/** Who is an owner, or was one until after `since`: the role was taken or sign-in was blocked later than that. */
export async function selectOwnersToTell(tx: Tx, since: Date): Promise<{ id: string; email: string }[]> {
  const owners = await tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where(sql<SqlBool>`roles <> '{}' AND roles @> '{owner}' AND (blocked_at IS NULL OR blocked_at > ${since})`)
    .orderBy('id')
    .execute()
  // Each of those who lost the role is looked up by their id.
  const were = await sql<{ id: string; email: string }>`
    SELECT gone.id, gone.email FROM (
      SELECT DISTINCT subject_id FROM audit_entry
      WHERE action = 'set roles' AND at > ${since} AND before->'roles' ? 'owner'
    ) AS line
    CROSS JOIN LATERAL (
      SELECT id, email FROM app_user WHERE id = line.subject_id AND NOT roles @> '{owner}' LIMIT 1
    ) AS gone
    ORDER BY gone.id`.execute(tx)
  return [...owners, ...were.rows]
}

/** The name and the roles of a user, none if the user is blocked. */
export async function selectAdministrator(tx: Tx, id: string): Promise<{ name: string; roles: Role[] } | undefined> {
  const row = await tx
    .selectFrom('app_user')
    .select(['name', 'roles', 'blocked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { name: row.name, roles: row.blocked_at === null ? row.roles : [] }
}

/** Where mail to whoever has asked for something goes. */
export async function selectRequesterEmail(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('app_user').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  return row.email
}
