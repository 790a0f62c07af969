import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Routes } from '#kit/routes.ts'
import { settingsNow } from '#settings/read.ts'
import { submitCheck } from './submit-check.ts'
import type { kycContract } from './contract.ts'
import { approveCheck, rejectCheck } from './decide-check.ts'
import { asCount, asItem, asPage, withPageSize } from '#lists/replies.ts'
import { countChecks, findCheck, kycOf, listChecks, waitingChecks } from './read.ts'

/** The calls of this slice. */
export function kycRoutes({
  clock,
  settings,
}: {
  clock: Clock
  settings: Pick<Settings, 'kyc'>
}): Routes<typeof kycContract> {
  return {
    'GET /api/kyc': (context) =>
      context.read(async (tx) => {
        const { kyc } = await settingsNow(tx, { kyc: settings.kyc })
        return { ...(await kycOf(tx, context.actor.userId)), needed_for: kyc }
      }),
    'POST /api/kyc': (context) =>
      context.write(async (tx) => {
        await submitCheck(tx, clock, context.actor)
        return { message: 'Your identity check has been submitted.' }
      }),
    'GET /api/admin-kyc': (context) =>
      context.read(async (tx) => ({ status: 'success' as const, checks: await waitingChecks(tx) })),
    'GET /api/admin/checks': ({ query, read }) => read(async (tx) => asPage(await listChecks(tx, withPageSize(query)))),
    'GET /api/admin/checks/count': ({ query, read }) => read(async (tx) => asCount(await countChecks(tx, query))),
    'GET /api/admin/checks/:id': ({ params, read }) => read(async (tx) => asItem(await findCheck(tx, params.id))),
    'POST /api/approve-kyc/:id': (context) =>
      context.write(async (tx) => {
        await approveCheck(tx, clock, context.actor, context.params)
        return { message: 'The identity check is approved.' }
      }),
    'POST /api/decline-kyc/:id': (context) =>
      context.write(async (tx) => {
        await rejectCheck(tx, clock, context.actor, { ...context.params, ...context.body })
        return { message: 'The identity check is rejected. The user can ask again.' }
      }),
  }
}
