import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { OwnPart } from './own-sql.ts'

declare const proof: unique symbol
/** A time that the database's clock has shown, to the millisecond. Only what has read it makes one. */
export type Moment = Date & { readonly [proof]: 'told by the database' }
/** The database's clock as it was read once: it stands still, so that all that a verb does has one time. */
export type DatabaseClock = { now(): Moment }

/** What the clock is read by, for a statement that locks rows and then reads it: behind the locks, not beside them. */
export const CLOCK_NOW = sql<Date>`date_trunc('milliseconds', database_now())`

/**
 * Reads the database's clock: one for all processes, whatever their own clocks show. Whatever moves money reads it
 * after its locks are held, so that along an investor's accounts times never step back, and what is written later counts
 * from later. It runs by `database_now()`, which tests and the demo can hold.
 */
export async function databaseClock(tx: Tx): Promise<DatabaseClock> {
  const { rows } = await sql<{ now: Date }>`SELECT ${CLOCK_NOW} AS now`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  return clockReadAt(row.now)
}

/** The clock as a statement has read it by `CLOCK_NOW`. */
export function clockReadAt(now: Date): DatabaseClock {
  const time = now.getTime()
  return { now: () => new Date(time) as Moment }
}

/** The same clock, read by a statement together with all that is true at that moment. */
export const CLOCK_OF_STATEMENT: OwnPart<string> = { json: `date_trunc('milliseconds', database_now())` }

/** What `CLOCK_OF_STATEMENT` has answered, as a clock that stands still. */
export function clockOfStatement(answered: string): DatabaseClock {
  const time = Date.parse(answered)
  return { now: () => new Date(time) as Moment }
}
