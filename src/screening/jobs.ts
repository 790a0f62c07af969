import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { Failures } from '#kit/failures.ts'
import { transaction } from '#kit/transaction.ts'
import { announce } from '#notifications/notify.ts'
import { hasOldKeys } from './keys-store.ts'
import { makeKeysAgain } from './make-keys-again.ts'
import { KEYS_MADE } from './names/name-keys.ts'
import { type PersonToScreen, screenPerson } from './screen-person.ts'
import { lockDuePeople, selectNewestNumber } from './store.ts'

/** The legal names of somebody, each with what else their identity check says; empty where it has none. */
export type LegalPerson = (tx: Tx, userId: string) => Promise<readonly PersonToScreen[]>

/** People who are compared in one transaction. */
const PIECE = 50
/** With so many failures the reason is another than one person. The next time tries again. */
const MOST_FAILED = 200

/**
 * Compares with the newest lists whoever was not, a piece at a time: those of other processes are left to them, and what
 * a process has not come to when it ends is due still. Whose name cannot be opened keeps nobody else from being compared;
 * that is thrown at the end, and they stay due.
 */
export async function screenDue(
  { db, clock, legalPerson }: { db: Database; clock: Clock; legalPerson: LegalPerson },
  stopping?: AbortSignal,
): Promise<void> {
  await makeKeysAgain(db, stopping)
  const failures = new Failures()
  let compared = 0
  for (let found = 1; found > 0 && failures.ids.length < MOST_FAILED && stopping?.aborted !== true;) {
    found = await transaction(db, async (tx) => {
      // another process is making them: until it is done, whoever is compared stays due
      if (await hasOldKeys(tx, KEYS_MADE)) return 0
      const due = await lockDuePeople(tx, await selectNewestNumber(tx), PIECE, failures.ids)
      for (const userId of due) {
        const named = await legalPerson(tx, userId).catch((error: unknown): undefined => {
          failures.add(userId, error)
          return undefined
        })
        if (named !== undefined) await screenPerson(tx, clock, userId, named)
      }
      compared += due.length
      // what was held up by the comparison is looked at again, once however many these were
      if (due.length === 0 && compared > 0) await announce(tx, null, 'identity')
      return due.length
    })
  }
  failures.throwTogether()
}

/** What is compared again automatically after each import. */
export function screeningJobs(house: { db: Database; clock: Clock; legalPerson: LegalPerson }) {
  return [{ name: 'screening', everySeconds: 5, run: (stopping?: AbortSignal) => screenDue(house, stopping) }]
}
