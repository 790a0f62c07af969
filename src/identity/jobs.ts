import { type Clock, DAY, HOUR } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { forgetAttemptsBefore } from '#kit/limit.ts'
import { transaction } from '#kit/transaction.ts'
import { deleteStale } from './store.ts'

const KEPT = 30 * DAY

/** What happens by itself: registrations, sessions and links that have long been over are forgotten, counts at once. */
export function identityJobs({ db, clock }: { db: Database; clock: Clock }) {
  return [
    {
      name: 'forget what is over',
      everySeconds: HOUR / 1000,
      run: () =>
        transaction(db, async (tx) => {
          const now = clock.now()
          await deleteStale(tx, new Date(now.getTime() - KEPT))
          await forgetAttemptsBefore(tx, now)
        }),
    },
  ]
}
