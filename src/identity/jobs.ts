import { type Clock, DAY, HOUR } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { type Delivery, keepDelivering } from '#kit/delivery.ts'
import { forgetAttemptsBefore } from '#kit/limit.ts'
import { transaction } from '#kit/transaction.ts'
import { answerResetRequest } from './answer-reset-request.ts'
import { forgetPlaces } from './known-places.ts'
import { deleteAttemptsBefore } from './session-store.ts'
import { deleteStale } from './store.ts'
import { strangersWait } from './strangers-store.ts'
import { tellOfGuessing } from './tell-of-guessing.ts'
import { recordWrongSignIns } from './wrong-sign-ins.ts'

/** How long registrations that came to nothing are kept, and what else is over. */
export const REGISTRATIONS_KEPT = 30 * DAY

/**
 * Does what follows from what strangers ask of an address, for as long as the app runs: answers requests for reset links
 * and tells owners of wrong passwords, at once when woken, and every second. It is done here, where nobody waits for it,
 * because it depends on whether the address has an account. `answered` is called when there is something to deliver.
 */
export function startAnsweringStrangers(house: {
  db: Database
  clock: Clock
  appUrl: string
  answered(): void
  log(error: unknown): void
}): Delivery {
  const deliver = async () => {
    const answered =
      (await answerResetRequest(house)) || (await tellOfGuessing(house)) || (await recordWrongSignIns(house))
    if (answered) house.answered()
    return Number(answered)
  }
  return keepDelivering(house, [{ isDue: strangersWait, deliver, batch: 1 }])
}

/** What happens automatically: registrations, sessions, links and places that are long over are forgotten, counts at once. */
export function identityJobs({ db, clock }: { db: Database; clock: Clock }) {
  return [
    {
      name: 'forget what is over',
      everySeconds: HOUR / 1000,
      run: () =>
        transaction(db, async (tx) => {
          const now = clock.now()
          await deleteAttemptsBefore(tx, now)
          await deleteStale(tx, new Date(now.getTime() - REGISTRATIONS_KEPT))
          await forgetAttemptsBefore(tx, now)
          await forgetPlaces(tx, clock)
        }),
    },
  ]
}
