import { MINUTE, SECOND } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { accrueDue } from './accrue.ts'
import { completeDue } from './complete.ts'
import { coverDue } from './backing/cover.ts'
import { expireDue } from './expire.ts'

/** What happens to investments automatically. Each goes by the state of the records, so that any pause is caught up. */
export function investmentJobs({ db, settings }: { db: Database; settings: Pick<Settings, 'kyc'> }) {
  const jobOf = (sweeps: typeof expireDue, job: string) => (stopping?: AbortSignal) => sweeps(db, { job }, stopping)
  return [
    {
      name: 'maturity',
      everySeconds: 5,
      run: (stopping?: AbortSignal) => completeDue(db, { job: 'maturity' }, stopping, settings),
    },
    { name: 'expiry', everySeconds: 30, run: jobOf(expireDue, 'expiry') },
    { name: 'backing', everySeconds: 5, run: jobOf(coverDue, 'backing') },
    { name: 'accrual', everySeconds: (5 * MINUTE) / SECOND, run: jobOf(accrueDue, 'accrual') },
  ]
}
