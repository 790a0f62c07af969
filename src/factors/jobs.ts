import { type Clock, HOUR, MINUTE } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { finishWaits } from './help/finish-waits.ts'
import { deleteChallengesBefore } from './store.ts'

/**
 * What happens automatically: challenges that nobody has answered in time are forgotten, and lost factors are removed once
 * their owner has had the time to stop it.
 */
export function factorsJobs({ db, clock }: { db: Database; clock: Clock }) {
  return [
    {
      name: 'forget challenges',
      everySeconds: HOUR / 1000,
      run: () => transaction(db, (tx) => deleteChallengesBefore(tx, clock.now())),
    },
    {
      name: 'remove lost factors',
      everySeconds: MINUTE / 1000,
      run: (stopping?: AbortSignal) => finishWaits({ db, clock }, stopping),
    },
  ]
}
