import { type Database, lookingPoolOf, type Tx } from './database.ts'

const RETRIES = 6
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOST_CONNECTION = new Set([
  ...['57P01', '57P02', '57P03', '08000', '08003', '08006', '08007', '25P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'],
])
/** What pg says, without a code, of a connection that was lost before, during or after a statement. */
const LOST_IN_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * One transaction (READ COMMITTED), retried whole on a serialisation failure, a deadlock or a lost connection.
 * A connection lost while COMMIT was under way leaves the outcome unknown: then `verb` runs again and must find
 * what the first run left (by its idempotency key, or by the state of the record under its lock).
 */
export async function transaction<T>(db: Database, verb: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await db.transaction().execute(verb)
    } catch (error) {
      if (attempt >= RETRIES || !isWorthRetrying(error)) throw error
      await pause(attempt)
    }
  }
}

/** One consistent look at the database (REPEATABLE READ, read only), so that the figures of a screen agree. */
export async function look<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await lookingPoolOf(db)
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(read)
    } catch (error) {
      if (attempt >= RETRIES || !isWorthRetrying(error)) throw error
      await pause(attempt)
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isLostConnection(error)
}

/** Whether it was the connection to the database that failed, and not what was done on it. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && (LOST_CONNECTION.has(codeOf(error)) || LOST_IN_WORDS.test(error.message))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function pause(attempt: number): Promise<void> {
  const milliseconds = Math.min(20 * 2 ** attempt, 1000)
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
