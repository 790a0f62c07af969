import { setTimeout as pause } from 'node:timers/promises'
import { admitApp } from './admit-app.ts'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { migrate } from './migrate.ts'
import type { Pepper } from '#kit/pepper.ts'

/** Milliseconds for which a start waits for its database: longer than a failover, or a machine's other services, take. */
const PATIENCE = MINUTE
const SHORTEST_PAUSE = SECOND / 4
const LONGEST_PAUSE = 2 * SECOND

/** What passes on its own: nobody there yet, no way there yet, starting or ending, too many there, not the primary. */
const PASSING = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', '57P01', '57P02', '57P03', '53300', '08006', '25006'],
])
/** What pg says, without a code, of a connection that came to nothing. */
const PASSING_IN_WORDS = /^(Connection terminated|timeout expired)/

type Say = (line: string) => void

/**
 * Brings the database up to date as soon as it is there, and says what it waits for. Throws a sentence where it is not
 * within a minute, and at once where waiting is of no use: a wrong password, a database that does not exist.
 */
export async function migrateWhenThere(connectionString: string, say?: Say): Promise<void> {
  await whenThere(() => migrate({ connectionString }), say)
}

/** The same, and answers the address by which the app itself comes in. Throws what `admitApp` throws, too. */
export async function prepareDatabase(
  database: { connectionString: string; appConnectionString: string | undefined; pepper: Pepper },
  say?: Say,
): Promise<string> {
  await migrateWhenThere(database.connectionString, say)
  return whenThere(() => admitApp({ ...database, say }), say)
}

async function whenThere<T>(act: () => Promise<T>, say: Say = () => {}): Promise<T> {
  const end = performance.now() + PATIENCE
  let said: string | undefined
  for (let wait = SHORTEST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return await act()
    } catch (error) {
      const reason = passingReason(error)
      if (reason === undefined) throw error
      if (performance.now() + wait > end)
        throw new Error(`the database was not there within ${PATIENCE / SECOND} seconds (${reason}).`, { cause: error })
      if (said !== reason) say(`Waiting for the database, up to ${PATIENCE / SECOND} seconds: ${reason}`)
      said = reason
    }
    await pause(wait)
  }
}

/** Why the database is not there yet; undefined if it is not for that reason. A name may stand for several addresses. */
function passingReason(error: unknown): string | undefined {
  for (const one of withCauses(error)) {
    const code = 'code' in one ? String(one.code) : ''
    if (PASSING.has(code) || PASSING_IN_WORDS.test(one.message)) return one.message || code
  }
  return undefined
}

function withCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const others = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause]
  return [error, ...others.flatMap(withCauses)]
}
