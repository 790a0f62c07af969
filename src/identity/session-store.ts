import type { Selectable } from 'kysely'
import type { AppUser } from '#kit/database-schema.ts'
import type { OwnSql } from '#kit/own-sql.ts'
import type { Prepared } from '#kit/prepared.ts'
import type { SessionRow } from './store.ts'

/** A session, with what the gate needs of its user. */
export type OpenSessionRow = Pick<SessionRow, 'id' | 'user_id' | 'cookie_hash' | 'expires_at' | 'ended_at'> &
  Pick<Selectable<AppUser>, 'name' | 'roles' | 'blocked_at'>
type SessionStatement = Prepared<OpenSessionRow & { own: unknown }>

/**
 * The session that a bearer opens, by the hash of that, and together with it what somebody wants to read of its user,
 * `own`. Every call asks for it.
 */
export function sessionStatement(own: OwnSql<unknown> = { name: 'nothing', json: 'NULL::json' }): SessionStatement {
  return {
    name: `session and ${own.name}`,
    text: `SELECT session.id, session.user_id, session.cookie_hash, session.expires_at, session.ended_at,
        app_user.name, app_user.roles, app_user.blocked_at, ${own.json} AS own
      FROM session JOIN app_user ON app_user.id = session.user_id WHERE session.bearer_hash = $1`,
  }
}
