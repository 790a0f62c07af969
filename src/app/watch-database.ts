import pg from 'pg'
import { SECOND } from '#kit/clock.ts'
import { ignoreRoleSettings } from '#kit/role-settings.ts'
import { commitSomething, endWait } from './store.ts'

/** Milliseconds for a connection, and for a commit; then it is found out why there is no answer. */
const PATIENCE = 3 * SECOND
/** Milliseconds for which an outcome stands: however often it is asked for, the database is asked once a second. */
const REMEMBERED = SECOND

export type DatabaseWatch = {
  /** What keeps the database from committing; undefined if nothing does. Answers within seconds. */
  problem(): Promise<string | undefined>
  stop(): Promise<void>
}

/**
 * Finds out whether the database commits, on a connection of its own: those of the pools may all be waiting for
 * something. It writes a few bytes to the log of the database, to no table, and waits for that as every commit does: for
 * the disk, and for the standbys where the server is told to. A wait that is too long is ended, so that none piles up.
 */
export function watchDatabase(connectionString: string): DatabaseWatch {
  let client: pg.Client | undefined
  let looking: Promise<string | undefined> | undefined

  const open = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: PATIENCE })
    fresh.on('error', () => {
      if (client === fresh) client = undefined
    })
    await fresh.connect()
    if ((await inTime(ignoreRoleSettings(fresh), PATIENCE).catch(() => 'late')) === 'late') {
      void fresh.end().catch(() => {})
      throw new Error('the database does not answer')
    }
    return fresh
  }
  const drop = () => {
    void client?.end().catch(() => {})
    client = undefined
  }
  const whyLate = async (commit: Promise<unknown>, late: pg.Client): Promise<string> => {
    const other = await open()
    try {
      const waited = await inTime(endWait(other, late), PATIENCE)
      if (waited !== 'late' && waited !== undefined && (await inTime(commit, PATIENCE)) !== 'late') {
        return waited === 'SyncRep'
          ? 'commits wait for a standby'
          : `commits take longer than ${PATIENCE / SECOND} seconds`
      }
    } finally {
      void other.end().catch(() => {})
    }
    throw new Error('the connection is lost')
  }
  const look = async (): Promise<string | undefined> => {
    try {
      const present = (client ??= await open())
      const commit = commitSomething(present)
      const answer = await inTime(commit, PATIENCE)
      if (answer === 'late') return await whyLate(commit, present)
      if (answer === 'committed') return undefined
      // The next connection may lead to the server that took over.
      drop()
      return 'the database only reads'
    } catch {
      drop()
      return 'the database does not answer'
    }
  }
  return {
    problem() {
      looking ??= look().finally(() => setTimeout(() => (looking = undefined), REMEMBERED).unref())
      return looking
    },
    async stop() {
      await looking
      drop()
    },
  }
}

async function inTime<T>(answer: Promise<T>, patience: number): Promise<T | 'late'> {
  const tooLate = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => tooLate.resolve('late'), patience)
  answer.catch(() => {})
  try {
    return await Promise.race([answer, tooLate.promise])
  } finally {
    clearTimeout(timer)
  }
}
