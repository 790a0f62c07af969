import { type Clock, HOUR } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { deleteChallengesBefore } from './store.ts'

/** What happens automatically: challenges that nobody has answered in time are forgotten. */
export function factorsJobs({ db, clock }: { db: Database; clock: Clock }) {
  return [
    {
      name: 'forget challenges',
      everySeconds: HOUR / 1000,
      run: () => transaction(db, (tx) => deleteChallengesBefore(tx, clock.now())),
    },
  ]
}
