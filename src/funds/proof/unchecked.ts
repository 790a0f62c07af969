import { HOUR } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { isWithin, type Limit } from '#kit/limit.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { isLocked } from '#kit/try-again.ts'
import { alarmOfUnchecked } from './alarm-owners.ts'
import { lastWhole, selectBeginning, selectBooksCheck } from './check-store.ts'

/** Why the whole of the books was not checked, in a sentence. `isPassing`: what may be over at the next try. */
export type Missed = { why: string; isPassing: boolean }

/** Of what may pass: tries in a row, an hour of them, before it is told. */
const TRIES = 6
/** For how long nobody has checked the books where that is told: what may pass, and what fails in the night. */
const LATE = { passing: 36 * HOUR, failed: 20 * HOUR }
/** Once a night, however often it is tried, by however many processes. */
const TOLD: Limit = { key: 'told/books could not be checked', most: 1, milliseconds: 20 * HOUR }

/**
 * Hears of each try at the whole of the books by this process what has kept it from its end, undefined where nothing has,
 * and tells every owner, where nobody has checked the books since the last night: of a check that failed at once; of a lock
 * that somebody else holds, or a connection that is lost, after an hour of it and a day and a half. Throws nothing.
 */
export function tellingOfUnchecked(db: Database, tell: (line: string) => void) {
  let tries = 0
  return async (missed: Missed | undefined): Promise<void> => {
    tries = missed?.isPassing === true ? tries + 1 : 0
    if (missed === undefined || (missed.isPassing && tries < TRIES)) return
    const late = missed.isPassing ? LATE.passing : LATE.failed
    const last = await readTransaction(db, (tx) => readLast(tx, late)).catch((error: unknown) =>
      // whoever holds the lock may hold this as well; where the database is away, nothing is known
      isLocked(error) ? { at: undefined, isLate: true } : { at: undefined, isLate: false },
    )
    if (!last.isLate) return
    await transaction(db, async (tx) => {
      const clock = await databaseClock(tx)
      if (await isWithin(tx, clock, TOLD)) await alarmOfUnchecked(tx, clock, missed.why, last.at)
    }).catch(() => tell(`nor could owners be told that the books are not checked: ${missed.why}`))
  }
}

/** When the whole was checked last, null where it never was, and whether that is so many milliseconds ago. */
async function readLast(tx: Tx, late: number): Promise<{ at: Date | null; isLate: boolean }> {
  const now = (await databaseClock(tx)).now()
  const at = lastWhole(await selectBooksCheck(tx), now)
  const since = at ?? (await selectBeginning(tx))
  return { at, isLate: since !== null && now.getTime() - since.getTime() > late }
}
