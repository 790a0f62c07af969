import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { FactorHelp } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import type { Due } from '#kit/sweep.ts'
import type { UserRow } from '#users/find.ts'
import { ENDED_ONCE_DAYS } from '../rules.ts'

export type HelpRow = Selectable<FactorHelp>

export async function insertHelp(
  tx: Tx,
  row: Pick<HelpRow, 'id' | 'user_id' | 'note' | 'asked_at' | 'asked_hash'>,
): Promise<void> {
  await tx.insertInto('factor_help').values(row).execute()
}

export async function selectHelp(tx: Tx, id: string): Promise<HelpRow | undefined> {
  return tx.selectFrom('factor_help').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The request of a user that is not over; there is one at most. */
export async function selectGoing(tx: Tx, userId: string): Promise<HelpRow | undefined> {
  return tx
    .selectFrom('factor_help')
    .selectAll()
    .where('user_id', '=', userId)
    .where('over_at', 'is', null)
    .executeTakeFirst()
}

/** When a user has last stopped a request; null if they never have. */
export async function selectLastStop(tx: Tx, userId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('factor_help')
    .select('over_at')
    .where('user_id', '=', userId)
    .where('state', '=', 'stopped')
    .orderBy('over_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.over_at ?? null
}

/**
 * The same as a question of a request `help`: when in the 30 days before it one of the same user was ended by a second
 * factor or the link that went to the phone, of which a thief may have both; null if none was.
 */
const ENDED_BEFORE = sql<Date | null>`(
  SELECT max(before.over_at) FROM factor_help AS before WHERE before.user_id = help.user_id AND before.by_holder
    AND before.over_at > help.asked_at - ${ENDED_ONCE_DAYS} * interval '1 day')`

/** When a request before this one was ended so that this one is not; null where it is ended like any other. */
export async function endedBefore(tx: Tx, { id }: Pick<HelpRow, 'id'>): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT ${ENDED_BEFORE} AS at FROM factor_help AS help WHERE help.id = ${id}`.execute(tx)
  return rows[0]?.at ?? null
}

/** The request that a link stops, whether it is over or not. */
export async function selectHelpOfLink(tx: Tx, hash: string): Promise<HelpRow | undefined> {
  return tx
    .selectFrom('factor_help')
    .selectAll()
    .where((is) => is.or([is('asked_hash', '=', hash), is('started_hash', '=', hash)]))
    .executeTakeFirst()
}

/** Begins the wait. Answers when it ends, which the database writes by its own clock. */
export async function beginWait(tx: Tx, id: string, by: { decided_by: string; started_hash: string }): Promise<Date> {
  const { ends_at } = await tx
    .updateTable('factor_help')
    .set({ state: 'waiting', ...by })
    .where('id', '=', id)
    .returning('ends_at')
    .executeTakeFirstOrThrow()
  if (ends_at === null) throw new Error('the database has begun no wait')
  return ends_at
}

/** Writes down by which messages the owner is told of the wait. */
export async function noteTold(tx: Tx, id: string, told: string[]): Promise<void> {
  await tx.updateTable('factor_help').set({ told }).where('id', '=', id).execute()
}

/** Ends a request for good, and forgets its note. */
export async function closeHelp(
  tx: Tx,
  id: string,
  over: {
    state: Exclude<HelpRow['state'], 'open' | 'waiting'>
    over_at: Date
    decided_by?: string
    by_holder?: boolean
  },
): Promise<void> {
  await tx
    .updateTable('factor_help')
    .set({ ...over, note: null })
    .where('id', '=', id)
    .execute()
}

/** The requests whose wait has ended by the database's clock, the longest first. */
export async function selectDueWaits(tx: Tx, after: Due | undefined, most: number): Promise<Due[]> {
  const further = after === undefined ? sql`` : sql`AND (ends_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<Due>`
    SELECT id, ends_at::text AS at FROM factor_help
    WHERE state = 'waiting' AND ends_at <= database_now() ${further} ORDER BY ends_at, id LIMIT ${most}`.execute(tx)
  return rows
}

/** Pictures of somebody's approved identity check that are kept, how many of these somebody has looked at, and the check. */
export type Pictures = { kept: number; seen: number; check_id: string | null }

/** The same as a question: of whom, by whom, and since when, as the audit log has it. */
function picturesOf(userId: unknown, by: { actorId: string; since: unknown }): RawBuilder<Pictures> {
  return sql`
    SELECT count(*)::integer AS kept, (count(*) FILTER (WHERE EXISTS (
      SELECT FROM audit_entry
      WHERE subject_kind = 'identity check' AND subject_id = claim_id AND action = 'view identity document'
        AND audit_entry.actor_id = ${by.actorId} AND at >= ${by.since} AND after ->> 'document' = kind
    )))::integer AS seen, (array_agg(claim_id))[1] AS check_id
    FROM sealed_document
    WHERE claim_id = (
      SELECT checked.id FROM identity_check AS checked
      WHERE checked.user_id = ${userId} AND checked.state = 'approved' ORDER BY submitted_at DESC, checked.id DESC LIMIT 1
    )`
}

export async function countPictures(
  tx: Tx,
  { user_id, asked_at }: Pick<HelpRow, 'user_id' | 'asked_at'>,
  actorId: string,
): Promise<Pictures> {
  const { rows } = await picturesOf(user_id, { actorId, since: asked_at }).execute(tx)
  return rows[0] ?? { kept: 0, seen: 0, check_id: null }
}

/** A request with whose it is, who has begun its wait, and what whoever lists it has looked at since. */
export type ListedHelp = HelpRow &
  Pictures &
  Pick<UserRow, 'name' | 'email' | 'roles' | 'kyc'> & { decider: string | null; ended_before: Date | null }

/** The requests that are not over, of one user or of all, the oldest first. */
export async function selectGoingHelp(
  tx: Tx,
  of: { user: string | null; actorId: string },
  most: number,
): Promise<ListedHelp[]> {
  const pictures = picturesOf(sql.ref('help.user_id'), { actorId: of.actorId, since: sql.ref('help.asked_at') })
  const { rows } = await sql<ListedHelp>`
    SELECT help.*, person.name, person.email, person.roles, person.kyc, decider.name AS decider, kept, seen, check_id,
      ${ENDED_BEFORE} AS ended_before
    FROM factor_help AS help JOIN app_user AS person ON person.id = help.user_id
      LEFT JOIN app_user AS decider ON decider.id = help.decided_by
      CROSS JOIN LATERAL (${pictures}) AS pictures
    WHERE help.over_at IS NULL AND (${of.user}::uuid IS NULL OR help.user_id = ${of.user})
    ORDER BY help.asked_at, help.id LIMIT ${most}`.execute(tx)
  return rows
}
