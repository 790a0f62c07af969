import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type {
  AppUser,
  GuessingReport,
  IdentityCheck,
  Registration,
  ResetLink,
  ResetRequest,
  RoleInvitation,
  Session,
  UserNote,
} from '#kit/database-schema.ts'
import type { Cursor, Page } from '#kit/page.ts'
import { inOrder, type Listing, pickPage, type Waiting, waitingColumns, type WaitsFor } from '#kit/pick-page.ts'

export type UserRow = Selectable<AppUser>
export type RegistrationRow = Selectable<Registration>
export type SessionRow = Selectable<Session>
export type ResetLinkRow = Selectable<ResetLink>
type ResetRequestRow = Selectable<ResetRequest>
export type IdentityCheckRow = Selectable<IdentityCheck>
export type RoleInvitationRow = Selectable<RoleInvitation>

// Users

export async function selectUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What lets somebody do what administrators do, as it is now. */
export async function selectStanding(
  tx: Tx,
  id: string,
): Promise<Pick<UserRow, 'roles' | 'blocked_at' | 'reset_required'> | undefined> {
  return tx
    .selectFrom('app_user')
    .select(['roles', 'blocked_at', 'reset_required'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Names by ids; ids of nobody are left out. */
export async function selectNames(tx: Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('app_user').select(['id', 'name']).where('id', 'in', ids).execute()
}

/** `email` is normalised, as it is stored. */
export async function selectUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('app_user')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
}

export async function selectUserByName(tx: Tx, name: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('app_user')
    .selectAll()
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
}

export async function lockUserRow(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('app_user').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** In id order. */
export async function lockUserRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('app_user')
    .select('id')
    .where(sql<SqlBool>`id = ANY(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Keeps the user as they are until the transaction ends, side by side with others who do the same. */
export async function holdUserRow(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('app_user').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/** The end of this transaction need not reach the disk or a standby; and it waits for no lock longer than 5 seconds. */
export async function changeNothing(tx: Tx): Promise<void> {
  await sql`SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '5s', true)`.execute(tx)
}

/** False where the name or the e-mail is taken; then nothing is written. */
export async function insertUser(tx: Tx, row: UserRow): Promise<boolean> {
  const made = await tx
    .insertInto('app_user')
    .values(row)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function changeUser(tx: Tx, id: string, changed: Partial<Omit<UserRow, 'id'>>): Promise<void> {
  await tx.updateTable('app_user').set(changed).where('id', '=', id).execute()
}

/** All owners who can sign in, locked in id order. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`'owner' = ANY(roles)`)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** All owners who can sign in, whom something is told. */
export async function selectOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`'owner' = ANY(roles)`)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

const LISTING: Listing = {
  table: 'app_user',
  status: 'kyc',
  people: ['id'],
  named: ['name', 'email', 'phone'],
  begins: [],
}

/** A page of all users, or of those who are (not) blocked, who have (no) roles. */
export async function selectUsers(
  tx: Tx,
  page: Page<UserRow['kyc']>,
  { blocked, withRoles }: { blocked: boolean | undefined; withRoles: boolean | undefined },
): Promise<{ rows: UserRow[]; next_cursor: string | null }> {
  const conditions = [
    ...(blocked === undefined
      ? []
      : [blocked ? sql<boolean>`blocked_at IS NOT NULL` : sql<boolean>`blocked_at IS NULL`]),
    ...(withRoles === undefined ? [] : [withRoles ? sql<boolean>`roles <> '{}'` : sql<boolean>`roles = '{}'`]),
  ]
  const only = conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` AND `)}`
  const { ids, next_cursor } = await pickPage(tx, { ...LISTING, only }, page)
  const rows = await tx
    .selectFrom('app_user')
    .selectAll()
    .where(sql<boolean>`id = ANY(${ids})`)
    .execute()
  return { rows: inOrder(ids, rows), next_cursor }
}

/** The newest whom somebody has invited, and how many there are in all. */
export async function selectInvited(tx: Tx, inviterId: string, limit: number): Promise<(UserRow & { all: number })[]> {
  return tx
    .selectFrom('app_user')
    .selectAll()
    .select(sql<number>`count(*) OVER ()::integer`.as('all'))
    .where('inviter_id', '=', inviterId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

// Registrations

export async function insertRegistration(tx: Tx, row: RegistrationRow): Promise<void> {
  await tx.insertInto('registration').values(row).execute()
}

export async function lockRegistration(tx: Tx, id: string): Promise<RegistrationRow | undefined> {
  return tx.selectFrom('registration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks nothing. */
export async function selectRegistrationById(tx: Tx, id: string): Promise<RegistrationRow | undefined> {
  return tx.selectFrom('registration').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The registration, made after `since`, that a token belongs to. */
export async function selectRegistration(
  tx: Tx,
  half: 'bearer_hash' | 'cookie_hash',
  hash: string,
  since: Date,
): Promise<RegistrationRow | undefined> {
  return tx
    .selectFrom('registration')
    .selectAll()
    .where(half, '=', hash)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/** Registrations of an e-mail that still wait, made after `since`, newest first. */
export async function selectWaiting(tx: Tx, email: string, since: Date, limit: number): Promise<RegistrationRow[]> {
  return tx
    .selectFrom('registration')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .where('completed_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function changeRegistration(
  tx: Tx,
  id: string,
  changed: Partial<Omit<RegistrationRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('registration').set(changed).where('id', '=', id).execute()
}

// Sessions

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.insertInto('session').values(row).execute()
}

/** The session that a bearer opens, with what the gate needs of its user. */
export async function selectSession(
  tx: Tx,
  bearerHash: string,
): Promise<(SessionRow & Pick<UserRow, 'name' | 'roles' | 'blocked_at'>) | undefined> {
  return tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .selectAll('session')
    .select(['app_user.name', 'app_user.roles', 'app_user.blocked_at'])
    .where('bearer_hash', '=', bearerHash)
    .executeTakeFirst()
}

/** Ends the open sessions of a user, or the one of a bearer. Answers whose each of these was. */
export async function closeSessions(
  tx: Tx,
  of: { user_id: string } | { bearer_hash: string },
  at: Date,
): Promise<string[]> {
  const open = tx.updateTable('session').set({ ended_at: at }).where('ended_at', 'is', null)
  const theirs =
    'user_id' in of ? open.where('user_id', '=', of.user_id) : open.where('bearer_hash', '=', of.bearer_hash)
  const rows = await theirs.returning('user_id').execute()
  return rows.map((row) => row.user_id)
}

// Where people have signed in

/** Keeps places of a user, or that they were seen again, and of all of theirs the newest `most`. */
export async function upsertPlaces(
  tx: Tx,
  userId: string,
  places: readonly string[],
  { seenAt, most }: { seenAt: Date; most: number },
): Promise<void> {
  await tx
    .insertInto('known_place')
    .values(places.map((place) => ({ user_id: userId, place, seen_at: seenAt })))
    .onConflict((known) => known.columns(['user_id', 'place']).doUpdateSet({ seen_at: seenAt }))
    .execute()
  await tx
    .deleteFrom('known_place')
    .where('user_id', '=', userId)
    .where('place', 'in', (db) =>
      db
        .selectFrom('known_place')
        .select('place')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .orderBy('place')
        .offset(most),
    )
    .execute()
}

export async function deletePlacesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_place').where('user_id', '=', userId).execute()
}

/** Those of the places that are known of the user with this normalised e-mail. */
export async function selectKnownPlaces(tx: Tx, email: string, places: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('known_place')
    .innerJoin('app_user', 'app_user.id', 'known_place.user_id')
    .select('place')
    .where(sql`lower(email)`, '=', email)
    .where('place', 'in', places)
    .execute()
  return rows.map(({ place }) => place)
}

export async function deletePlacesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('known_place').where('seen_at', '<', before).execute()
}

/** One sign-in of a user at a time, from here to the end of the transaction. */
export async function lockSessionsOf(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sessions/${userId}`}, 0))`.execute(tx)
}

/** Ends a user's oldest open sessions beyond so many. Answers how many these were. */
export async function closeOldestSessions(tx: Tx, userId: string, kept: number, at: Date): Promise<number> {
  const rows = await tx
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', 'in', (db) =>
      db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', at)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .returning('id')
    .execute()
  return rows.length
}

/**
 * Those of the places that are known of anybody. For each the index is looked at once, however many people are known
 * there; the order says so to a planner that knows nothing of the table.
 */
export async function selectPlacesOfAnybody(tx: Tx, places: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    SELECT asked.place FROM unnest(${places}::text[]) AS asked (place), LATERAL (
      SELECT FROM known_place WHERE known_place.place = asked.place ORDER BY known_place.user_id LIMIT 1
    ) AS known`.execute(tx)
  return rows.map(({ place }) => place)
}

/** The key by which salts are derived; the migration made it. */
export async function selectSaltKey(tx: Tx): Promise<string> {
  return (await tx.selectFrom('salt_key').select('key').executeTakeFirstOrThrow()).key
}

// Links that are good once

export async function insertResetRequest(tx: Tx, row: ResetRequestRow): Promise<void> {
  await tx.insertInto('reset_request').values(row).execute()
}

/** Takes the oldest request away, to be answered in this transaction. None where another process is just at it. */
export async function takeResetRequest(tx: Tx): Promise<ResetRequestRow | undefined> {
  return tx
    .deleteFrom('reset_request')
    .where('id', '=', (of) => of.selectFrom('reset_request').select('id').orderBy('id').limit(1))
    .returningAll()
    .executeTakeFirst()
}

export async function insertGuessingReport(tx: Tx, row: Selectable<GuessingReport>): Promise<void> {
  await tx.insertInto('guessing_report').values(row).execute()
}

/** Takes the oldest report away, to be answered in this transaction. None where another process is just at it. */
export async function takeGuessingReport(tx: Tx): Promise<Selectable<GuessingReport> | undefined> {
  return tx
    .deleteFrom('guessing_report')
    .where('id', '=', (of) => of.selectFrom('guessing_report').select('id').orderBy('id').limit(1))
    .returningAll()
    .executeTakeFirst()
}

export async function insertResetLink(tx: Tx, row: ResetLinkRow): Promise<void> {
  await tx.insertInto('reset_link').values(row).execute()
}

export async function selectResetLink(tx: Tx, tokenHash: string): Promise<ResetLinkRow | undefined> {
  return tx.selectFrom('reset_link').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Makes all of a user's reset links void. */
export async function useResetLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('reset_link')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

export async function insertSetupLink(
  tx: Tx,
  row: { token_hash: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx.insertInto('setup_link').values(row).execute()
}

/** The hashes of all set-up links that are still good, locked, so that the first owner is made once. */
export async function lockSetupLinks(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('setup_link')
    .select('token_hash')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('token_hash')
    .forUpdate()
    .execute()
  return rows.map((row) => row.token_hash)
}

export async function useSetupLinks(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('setup_link').set({ used_at: at }).where('used_at', 'is', null).execute()
}

// Roles by invitation

export async function insertInvitation(tx: Tx, row: RoleInvitationRow): Promise<void> {
  await tx.insertInto('role_invitation').values(row).execute()
}

export async function selectInvitation(tx: Tx, tokenHash: string): Promise<RoleInvitationRow | undefined> {
  return tx.selectFrom('role_invitation').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

export async function lockInvitation(
  tx: Tx,
  by: { token_hash: string } | { id: string },
): Promise<RoleInvitationRow | undefined> {
  const locked = tx.selectFrom('role_invitation').selectAll().forNoKeyUpdate()
  const found = 'id' in by ? locked.where('id', '=', by.id) : locked.where('token_hash', '=', by.token_hash)
  return found.executeTakeFirst()
}

/** Invitations that can still be accepted, newest first, with who sent them. */
export async function selectOpenInvitations(tx: Tx, now: Date): Promise<(RoleInvitationRow & { inviter: string })[]> {
  return tx
    .selectFrom('role_invitation')
    .innerJoin('app_user', 'app_user.id', 'role_invitation.invited_by')
    .selectAll('role_invitation')
    .select('app_user.name as inviter')
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('role_invitation.created_at', 'desc')
    .orderBy('role_invitation.id', 'desc')
    .execute()
}

export async function acceptInvitation(
  tx: Tx,
  id: string,
  accepted: { accepted_at: Date; accepted_by: string },
): Promise<void> {
  await tx.updateTable('role_invitation').set(accepted).where('id', '=', id).execute()
}

/** Makes open invitations void: one, those to an address, or those that somebody has asked for, agreed to or sent alone. */
export async function withdrawInvitations(
  tx: Tx,
  which: { id: string } | { email: string } | { of: string },
  at: Date,
): Promise<void> {
  const open = tx
    .updateTable('role_invitation')
    .set({ withdrawn_at: at })
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
  if ('id' in which) await open.where('id', '=', which.id).execute()
  else if ('email' in which) await open.where('email', '=', which.email).execute()
  else {
    // Who agreed stands in the invitation, and who asked in the request, which has its id for a subject.
    const asked = sql<SqlBool>`EXISTS (
      SELECT FROM approval
      WHERE subject_id = role_invitation.id AND subject_kind = 'invitation' AND asked_by = ${which.of} AND state = 'agreed'
    )`
    await open.where((its) => its.or([its('invited_by', '=', which.of), asked])).execute()
  }
}

// Notes that administrators write about a user

export async function insertNote(tx: Tx, row: Selectable<UserNote>): Promise<void> {
  await tx.insertInto('user_note').values(row).execute()
}

/** `limit + 1` notes about a user, newest first, with who wrote them. */
export async function selectNotes(
  tx: Tx,
  userId: string,
  page: { after: Cursor | undefined; limit: number },
): Promise<(Selectable<UserNote> & { author: string })[]> {
  const { after } = page
  return tx
    .selectFrom('user_note')
    .innerJoin('app_user', 'app_user.id', 'user_note.author_id')
    .selectAll('user_note')
    .select('app_user.name as author')
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(user_note.created_at, user_note.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('user_note.created_at', 'desc')
    .orderBy('user_note.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

// Identity checks

export async function insertCheck(tx: Tx, row: IdentityCheckRow): Promise<void> {
  await tx.insertInto('identity_check').values(row).execute()
}

export async function selectCheck(tx: Tx, id: string): Promise<IdentityCheckRow | undefined> {
  return tx.selectFrom('identity_check').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function selectNewestCheck(tx: Tx, userId: string): Promise<IdentityCheckRow | undefined> {
  return tx
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function selectWaitingChecks(
  tx: Tx,
): Promise<(IdentityCheckRow & { user_name: string; user_email: string })[]> {
  return tx
    .selectFrom('identity_check')
    .innerJoin('app_user', 'app_user.id', 'identity_check.user_id')
    .selectAll('identity_check')
    .select(['app_user.name as user_name', 'app_user.email as user_email'])
    .where('state', '=', 'submitted')
    .orderBy('submitted_at', 'desc')
    .orderBy('identity_check.id', 'desc')
    .execute()
}

/** How many checks wait for a decision, and when the oldest of them was asked for. */
export async function countWaitingChecks(tx: Tx, { userId }: WaitsFor): Promise<Waiting> {
  return tx
    .selectFrom('identity_check')
    .select(waitingColumns(sql`user_id <> ${userId}`, 'submitted_at'))
    .where('state', '=', 'submitted')
    .executeTakeFirstOrThrow()
}

export async function changeCheck(tx: Tx, id: string, changed: Partial<Omit<IdentityCheckRow, 'id'>>): Promise<void> {
  await tx.updateTable('identity_check').set(changed).where('id', '=', id).execute()
}

// Pictures

/** A user's one picture; a new one takes a new id, so that what is under an id never changes. */
export async function putPicture(
  tx: Tx,
  row: { id: string; user_id: string; image: Uint8Array; created_at: Date },
): Promise<void> {
  const { user_id: _, ...replaced } = row
  await tx
    .insertInto('picture')
    .values(row)
    .onConflict((has) => has.column('user_id').doUpdateSet(replaced))
    .execute()
}

export async function selectPicture(tx: Tx, id: string): Promise<Uint8Array | undefined> {
  const row = await tx.selectFrom('picture').select('image').where('id', '=', id).executeTakeFirst()
  return row?.image
}

// What need not be kept

/** Deletes what was over before `before`: registrations, sessions, reset links. */
export async function deleteStale(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('registration').where('created_at', '<', before).execute()
  await tx
    .deleteFrom('session')
    .where((is) => is.or([is('expires_at', '<', before), is('ended_at', '<', before)]))
    .execute()
  await tx.deleteFrom('reset_link').where('expires_at', '<', before).execute()
}
