import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { type PersonToScreen, screenPerson } from './screen-person.ts'
import { lockDuePeople, selectNewestNumber } from './store.ts'

/** The legal name of somebody, with what else their identity check says; undefined where it has none. */
export type LegalPerson = (tx: Tx, userId: string) => Promise<PersonToScreen | undefined>

/** People who are compared in one transaction. */
const PIECE = 50

/**
 * Compares with the newest lists whoever was not, a piece at a time: those of other processes are left to them, and what
 * a process has not come to when it ends is due still.
 */
export async function screenDue(
  { db, clock, legalPerson }: { db: Database; clock: Clock; legalPerson: LegalPerson },
  stopping?: AbortSignal,
): Promise<void> {
  for (let compared = 1; compared > 0 && stopping?.aborted !== true;) {
    compared = await transaction(db, async (tx) => {
      const due = await lockDuePeople(tx, await selectNewestNumber(tx), PIECE)
      for (const userId of due) await screenPerson(tx, clock, userId, await legalPerson(tx, userId))
      return due.length
    })
  }
}

/** What is compared again automatically after each import. */
export function screeningJobs(house: { db: Database; clock: Clock; legalPerson: LegalPerson }) {
  return [{ name: 'screening', everySeconds: 5, run: (stopping?: AbortSignal) => screenDue(house, stopping) }]
}
