import { approvalJobs } from '#approvals/jobs.ts'
import { archiveJobs } from '#archive/jobs.ts'
import { factorsJobs } from '#factors/jobs.ts'
import { fundsJobs } from '#funds/jobs.ts'
import { alarmOfLog, alarmOfProof } from '#funds/proof/alarm-owners.ts'
import type { BooksChecks } from '#funds/proof/check.ts'
import { identityJobs } from '#identity/jobs.ts'
import { investmentJobs } from '#investments/jobs.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { logJobs } from '#log/jobs.ts'
import { openLogKeys } from '#kit/log-key.ts'
import { kycJobs } from '#kyc/jobs.ts'
import type { IdentityProvider } from '#kyc/provider.ts'
import { legalPerson } from '#kyc/legal-person.ts'
import { marketJobs } from '#market/jobs.ts'
import { notificationJobs } from '#notifications/jobs.ts'
import { proofsJobs } from '#proofs/jobs.ts'
import { screeningJobs } from '#screening/jobs.ts'
import type { ClockCheck } from './clock-check.ts'
import type { Job } from './jobs.ts'
import { ownCertificateJobs } from './own-certificate.ts'
import { forgetOldKeys } from './store.ts'

type House = {
  db: Database
  clock: Clock
  settings: Settings
  clockCheck: ClockCheck
  books: BooksChecks
  identityProviders: readonly IdentityProvider[]
  /** to be called after something was committed */
  wake(): void
  /** what a person who watches the log should know */
  tell(line: string): void
  /** what they should do something about */
  warn(line: string): void
}

/** Everything that happens by itself. While the clocks disagree, what moves money waits. */
export function everyJob(house: House): Job[] {
  const { db, settings, clockCheck, wake } = house
  const wakeAfter = (job: Job): Job => ({
    ...job,
    run: async (stopping) => {
      await job.run(stopping)
      wake()
    },
  })
  const whileClocksAgree = (job: Job): Job => ({
    ...job,
    run: async (stopping) => (clockCheck.problem() === undefined ? job.run(stopping) : undefined),
  })
  return [
    { name: 'clock', everySeconds: 5, run: clockCheck.look },
    ...investmentJobs(house).map(wakeAfter).map(whileClocksAgree),
    ...approvalJobs(house).map(wakeAfter),
    ...identityJobs(house),
    ...factorsJobs(house).map(wakeAfter),
    ...kycJobs(house).map(wakeAfter),
    ...screeningJobs({ ...house, legalPerson }).map(wakeAfter),
    ...notificationJobs(house),
    ...marketJobs(house, house.tell),
    ...fundsJobs(house).map(wakeAfter),
    ...logJobs({
      ...{ db, appUrl: settings.appUrl, dataDir: settings.dataDir, keys: openLogKeys(settings), tell: house.warn },
      witnesses: settings.logWitnesses,
      alarm: async (tx, problem) => alarmOfLog(tx, await databaseClock(tx), problem),
    }).map(wakeAfter),
    ...archiveJobs(house).map(wakeAfter),
    ...proofsJobs({
      ...{ db, tell: house.warn },
      alarm: async (tx, problem) => alarmOfProof(tx, await databaseClock(tx), problem),
    }).map(wakeAfter),
    ...ownCertificateJobs(house).map(wakeAfter),
    {
      name: 'forget idempotency keys',
      everySeconds: HOUR / 1000,
      run: () => transaction(db, forgetOldKeys),
    },
  ]
}
