import type pg from 'pg'

/**
 * Lets no setting of the role count on this connection. Every user of PostgreSQL may set things for itself
 * (`ALTER ROLE CURRENT_USER SET synchronous_commit = off`), and so may whoever has had the app's login: each new
 * connection would commit without the disk, hear no warnings, or only read. What a connection has taken from there, and a
 * user may change, goes back to PostgreSQL's own default; what is set for the server or for the database, or stands in
 * the address, stays. A limit of a millisecond would end the very statement that lifts it, so that is lifted first, for
 * this message. It goes ahead of whatever a connection sets for itself, in one round trip with it.
 *
 * What ends a connection before its first statement (`local_preload_libraries`, `idle_session_timeout`) cannot be undone
 * from inside; it is as loud as another password, and the next start drops it.
 */
export const IGNORE_ROLE_SETTINGS = `SET LOCAL statement_timeout = 0; SET ROLE NONE;
  SELECT set_config(name, boot_val, false) FROM pg_settings
  WHERE context = 'user' AND boot_val IS NOT NULL
    AND name NOT IN ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
    AND (source IN ('user', 'database user') OR name = 'statement_timeout' AND EXISTS (
      SELECT FROM pg_db_role_setting
      WHERE setrole = to_regrole(quote_ident(session_user)) AND setconfig::text ~* 'statement_timeout='))`

/** The same for a connection of its own. */
export async function ignoreRoleSettings(client: pg.Client): Promise<void> {
  await client.query(IGNORE_ROLE_SETTINGS)
}
