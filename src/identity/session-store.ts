import { type Selectable, sql } from 'kysely'
import type { AppUser, SignInAttempt } from '#kit/database-schema.ts'
import type { Database, Tx } from '#kit/database.ts'
import type { OwnSql } from '#kit/own-sql.ts'
import type { Prepared } from '#kit/prepared.ts'
import type { SessionRow } from './store.ts'

/** A session, with what the gate needs of its user. */
export type OpenSessionRow = Pick<
  SessionRow,
  | 'id'
  | 'user_id'
  | 'cookie_hash'
  | 'cookie_hash_before'
  | 'cookie_changed_at'
  | 'created_at'
  | 'seen_at'
  | 'remembered'
  | 'expires_at'
  | 'ended_at'
  | 'stepped_up_at'
> &
  Pick<Selectable<AppUser>, 'name' | 'roles' | 'factors' | 'blocked_at'>
type SessionStatement = Prepared<OpenSessionRow & { own: unknown }>

/**
 * The session that a bearer opens, by the hash of that, and together with it what somebody wants to read of its user,
 * `own`. Every call asks for it.
 */
export function sessionStatement(own: OwnSql<unknown> = { name: 'nothing', json: 'NULL::json' }): SessionStatement {
  return {
    name: `session and ${own.name}`,
    text: `SELECT session.id, session.user_id, session.cookie_hash, session.cookie_hash_before,
        session.cookie_changed_at, session.created_at, session.seen_at,
        session.remembered, session.expires_at, session.ended_at, session.stepped_up_at,
        app_user.name, app_user.roles, app_user.factors, app_user.blocked_at, ${own.json} AS own
      FROM session JOIN app_user ON app_user.id = session.user_id WHERE session.bearer_hash = $1`,
  }
}

/** The same session by its id, of somebody who was let in with it. */
export async function selectOpenSession(tx: Tx, id: string): Promise<OpenSessionRow | undefined> {
  return tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['session.id', 'user_id', 'cookie_hash', 'cookie_hash_before', 'cookie_changed_at', 'session.created_at'])
    .select(['seen_at', 'remembered', 'expires_at'])
    .select(['ended_at', 'stepped_up_at', 'name', 'roles', 'factors', 'blocked_at'])
    .where('session.id', '=', id)
    .executeTakeFirst()
}

/** Writes down that their owners are there. What has ended stays as it is, and nobody waits for the disk. */
export async function markSeen(db: Database, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    UPDATE session SET seen_at = ${at} FROM (SELECT set_config('synchronous_commit', 'off', true)) AS quiet
    WHERE id = ANY(${ids}::uuid[]) AND ended_at IS NULL AND (seen_at IS NULL OR seen_at < ${at})`.execute(db)
}

/** What of a session its owner reads. */
export type OwnSessionRow = Omit<OpenSessionRow, 'cookie_hash_before' | 'cookie_changed_at'> &
  Pick<SessionRow, 'address' | 'user_agent'> & { device_name: string | null }

/** The open sessions of a user, also those that nobody has been in for too long. */
export async function selectSessionsOf(tx: Tx, userId: string): Promise<OwnSessionRow[]> {
  return tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('known_place', (on) =>
      on.onRef('known_place.user_id', '=', 'session.user_id').onRef('known_place.place', '=', 'session.device'),
    )
    .select(['session.id', 'session.user_id', 'cookie_hash', 'session.created_at', 'session.seen_at', 'remembered'])
    .select(['expires_at', 'ended_at', 'stepped_up_at', 'app_user.name', 'roles', 'factors', 'blocked_at'])
    .select(['address', 'user_agent'])
    .select('known_place.name as device_name')
    .where('session.user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

type Closed = Pick<SessionRow, 'remembered' | 'expires_at' | 'user_agent'>

/** Ends one open session of a user. Undefined if there is none. */
export async function closeSessionOf(
  tx: Tx,
  { id, user_id }: { id: string; user_id: string },
  at: Date,
): Promise<Closed | undefined> {
  return tx
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .returning(['remembered', 'expires_at', 'user_agent'])
    .executeTakeFirst()
}

/** Ends the open sessions of a user but this one; all of them where it is null. Answers how many. */
export async function closeOtherSessions(
  tx: Tx,
  { user_id, id }: { user_id: string; id: string | null },
  at: Date,
): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: at })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(id !== null, (those) => those.where('id', '<>', id))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** Names the device of an open session of a user. False if there is no such session, or none of a known device. */
export async function nameDevicePlace(
  tx: Tx,
  { session, user_id, name }: { session: string; user_id: string; name: string },
): Promise<boolean> {
  const named = await tx
    .updateTable('known_place')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('place', '=', (of) =>
      of
        .selectFrom('session')
        .select('device')
        .where('id', '=', session)
        .where('user_id', '=', user_id)
        .where('ended_at', 'is', null),
    )
    .executeTakeFirst()
  return named.numUpdatedRows > 0n
}

/** Notes that a second factor was proved in a session that is open. False if it has ended. */
export async function stepUpSession(tx: Tx, sessionId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ stepped_up_at: at })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Gives an open session another http-only half; what it had stays known as the one before. Answers when the session ends at
 * the latest, undefined if it has ended or has no such half.
 */
export async function rotateHalf(tx: Tx, sessionId: string, hash: string, at: Date): Promise<Date | undefined> {
  const rotated = await tx
    .updateTable('session')
    .set(({ ref }) => ({ cookie_hash_before: ref('cookie_hash'), cookie_hash: hash, cookie_changed_at: at }))
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('cookie_hash', 'is not', null)
    .returning('expires_at')
    .executeTakeFirst()
  return rotated?.expires_at
}

export async function selectSteppedUpAt(tx: Tx, sessionId: string): Promise<Date | null> {
  const row = await tx.selectFrom('session').select('stepped_up_at').where('id', '=', sessionId).executeTakeFirst()
  return row?.stepped_up_at ?? null
}

// Whoever has typed a right password and not yet proved their second factor

export type AttemptRow = Selectable<SignInAttempt>

export async function insertAttempt(tx: Tx, row: AttemptRow): Promise<void> {
  await tx.insertInto('sign_in_attempt').values(row).execute()
}

export async function selectAttempt(tx: Tx, tokenHash: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom('sign_in_attempt').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Takes an attempt away, to be completed in this transaction; undefined if it is gone. */
export async function takeAttempt(tx: Tx, tokenHash: string): Promise<AttemptRow | undefined> {
  return tx.deleteFrom('sign_in_attempt').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst()
}

export async function deleteAttemptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('expires_at', '<', before).execute()
}
