import { sql } from 'kysely'
import type { Tx } from './database.ts'

declare const proof: unique symbol
/** A time that the database's clock has shown, to the millisecond. Only `databaseClock` makes one. */
export type Moment = Date & { readonly [proof]: 'told by the database' }
/** The database's clock as it was read once: it stands still, so that all that a verb does has one time. */
export type DatabaseClock = { now(): Moment }

/**
 * Reads the database's clock: one for all processes, whatever their own clocks show. Whatever moves money reads it
 * after its locks are held, so that along an investor's accounts times never step back, and what is written later counts
 * from later. It runs by `database_now()`, which tests and the demo can hold.
 */
export async function databaseClock(tx: Tx): Promise<DatabaseClock> {
  const { rows } = await sql<{ now: Date }>`
    SELECT date_trunc('milliseconds', database_now()) AS now`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  const time = row.now.getTime()
  return { now: () => new Date(time) as Moment }
}
