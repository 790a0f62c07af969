import { sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AppUser, Registration, ResetLink, Session } from '#kit/database-schema.ts'

export type RegistrationRow = Selectable<Registration>
export type SessionRow = Selectable<Session>
export type ResetLinkRow = Selectable<ResetLink>

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
export async function selectWaitingRegistrations(
  tx: Tx,
  email: string,
  since: Date,
  limit: number,
): Promise<RegistrationRow[]> {
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

/** Opens a session, and ends the user's oldest open ones beyond so many in all. Answers how many it ended. */
export async function insertSession(
  tx: Tx,
  row: Omit<SessionRow, 'cookie_hash_before' | 'cookie_changed_at'>,
  most: number,
): Promise<number> {
  const { ended } = await tx
    .with('opened', (db) => db.insertInto('session').values(row))
    .with('seen', (db) =>
      db
        .insertInto('last_sign_in')
        .values({ user_id: row.user_id, at: row.created_at })
        .onConflict((before) => before.column('user_id').doUpdateSet({ at: row.created_at })),
    )
    .with('closed', (db) =>
      db
        .updateTable('session')
        .set({ ended_at: row.created_at })
        // another sign-in may be ending the same one at this moment: what has ended stays as it ended
        .where('ended_at', 'is', null)
        // all of them are older than the one that opens here, which this statement does not see yet
        .where('id', 'in', (of) =>
          of
            .selectFrom('session')
            .select('id')
            .where('user_id', '=', row.user_id)
            .where('ended_at', 'is', null)
            .where('expires_at', '>', row.created_at)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .offset(most - 1),
        )
        .returning('id'),
    )
    .selectFrom('closed')
    .select(({ fn }) => fn.countAll<bigint>().as('ended'))
    .executeTakeFirstOrThrow()
  return Number(ended)
}

/** What lets somebody go on in a session, as it is now; undefined if it is no longer kept. */
export async function selectStanding(
  tx: Tx,
  sessionId: string,
): Promise<
  (Pick<SessionRow, 'ended_at'> & Pick<Selectable<AppUser>, 'roles' | 'blocked_at' | 'reset_required'>) | undefined
> {
  return tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['ended_at', 'roles', 'blocked_at', 'reset_required'])
    .where('session.id', '=', sessionId)
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
    .with('seen', (db) =>
      db
        .insertInto('known_place')
        .values(places.map((place) => ({ user_id: userId, place, seen_at: seenAt, first_seen_at: seenAt })))
        .onConflict((known) => known.columns(['user_id', 'place']).doUpdateSet({ seen_at: seenAt })),
    )
    .deleteFrom('known_place')
    .where('user_id', '=', userId)
    .where('place', 'in', (db) =>
      db
        .selectFrom('known_place')
        .select('place')
        .where('user_id', '=', userId)
        .where('place', 'not in', places)
        .orderBy('seen_at', 'desc')
        .orderBy('place')
        .offset(most - places.length),
    )
    .execute()
}

/** All that a user is known by, but for these. */
export async function deletePlacesOf(tx: Tx, userId: string, but: readonly string[] = []): Promise<void> {
  const of = tx.deleteFrom('known_place').where('user_id', '=', userId)
  await (but.length === 0 ? of : of.where('place', 'not in', but)).execute()
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

/** Whether somebody has signed in before, as far back as sessions are kept. */
export async function hasHadSession(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('session').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  return row !== undefined
}

/** One sign-in of a user at a time, from here to the end of the transaction. */
export async function lockSessionsOf(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sessions/${userId}`}, 0))`.execute(tx)
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
