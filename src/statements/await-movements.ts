import type { Investor } from '#kit/actor.ts'
import { databaseClock, type Moment } from '#kit/database-clock.ts'
import type { Database } from '#kit/database.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { waitForUser } from '#users/wait-for-user.ts'
import { type PeriodQuery, readPeriodQuery } from './statement.ts'

/**
 * The time that a statement goes by. Where the period is over by then, everything that counts from it has been written:
 * a movement takes its time under the investor's lock, and may wait on, for an account or for a standby; whoever holds
 * that lock is waited for, and whoever takes it later counts from later. To be called before the transaction that reads.
 * 422 if there is no such period.
 */
export async function awaitMovements(db: Database, actor: Investor, asked: PeriodQuery): Promise<Moment> {
  const now = await readTransaction(db, async (tx) => (await databaseClock(tx)).now())
  // What goes on changes anyway: it is read at once, also while all that may write waits for something.
  if (readPeriodQuery(asked, now).ends !== null) await transaction(db, (tx) => waitForUser(tx, actor.userId))
  return now
}
