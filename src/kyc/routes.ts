import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Routes } from '#kit/routes.ts'
import { settingsNow } from '#settings/read.ts'
import { askReview } from './ask-review.ts'
import type { kycContract } from './contract.ts'
import { approveCheck, declineCheck } from './decide-check.ts'
import { kycOf, waitingChecks } from './read.ts'

/** The calls of this slice. */
export function kycRoutes({
  clock,
  settings,
}: {
  clock: Clock
  settings: Pick<Settings, 'kyc'>
}): Routes<typeof kycContract> {
  return {
    'GET /api/kyc': (asked) =>
      asked.read(async (tx) => {
        const { kyc } = await settingsNow(tx, { kyc: settings.kyc })
        return { ...(await kycOf(tx, asked.asker.userId)), needed_for: kyc }
      }),
    'POST /api/kyc': (asked) =>
      asked.write(async (tx) => {
        await askReview(tx, clock, asked.asker)
        return { message: 'Your identity check is under review.' }
      }),
    'GET /api/admin-kyc': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, checks: await waitingChecks(tx) })),
    'POST /api/approve-kyc/:id': (asked) =>
      asked.write(async (tx) => {
        await approveCheck(tx, clock, asked.asker, asked.params)
        return { message: 'The identity check is approved.' }
      }),
    'POST /api/decline-kyc/:id': (asked) =>
      asked.write(async (tx) => {
        await declineCheck(tx, clock, asked.asker, { ...asked.params, ...asked.body })
        return { message: 'The identity check is declined. The user can ask again.' }
      }),
  }
}
