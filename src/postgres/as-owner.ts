import pg from 'pg'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { codeOf } from '#kit/error-code.ts'

/** Held by whoever makes the schema, or the app's login. */
const MIGRATION_LOCK = 7_214_500_113
export const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Acts as the owner of the tables, on a connection that is closed afterwards; one process at a time. No lock is waited for
 * longer than a minute, or for what `lock_timeout` of the address says. Throws a sentence that names who has the turn
 * where it does not come: every user of PostgreSQL may take such a lock, the app's own login among them.
 */
export async function asOwner<T>(connection: pg.ClientConfig, act: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 10 * SECOND, ...connection })
  // What is under way fails with it; there is nobody else to be told.
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query(
      `SELECT set_config('lock_timeout', '${MINUTE}', false) WHERE current_setting('lock_timeout') = '0'`,
    )
    await takeTurn(owner)
    return await act(owner)
  } finally {
    await owner.end()
  }
}

/** Lets the next one have its turn before the connection is closed. */
export async function leaveTurn(owner: pg.Client): Promise<void> {
  await owner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
}

async function takeTurn(owner: pg.Client): Promise<void> {
  try {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    throw new Error(await whoHasTheTurn(owner), { cause: error })
  }
}

async function whoHasTheTurn(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ pid: number; name: string; own: boolean }>(
    `SELECT pid, coalesce(usename::text, '') AS name, usename = current_user AS own
     FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32) + objid::bigint = $1`,
    [MIGRATION_LOCK],
  )
  const [holder] = rows
  if (holder === undefined) return 'another process prepares the database. Start again.'
  const { pid, name, own } = holder
  return own
    ? `the database is being prepared by another start (process ${pid} of the server, user ${name}), which is not done ` +
        `yet. Wait until it is, then start again. If it hangs, end it there: SELECT pg_terminate_backend(${pid})`
    : `process ${pid} of the database server, user ${name}, holds the lock by which one start waits for another, and is ` +
        'no start itself. Stop every process of Plumb; where it is still there, an administrator of the server ends ' +
        `it: SELECT pg_terminate_backend(${pid}). Then start again.`
}
