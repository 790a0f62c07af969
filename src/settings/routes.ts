import { orWaits } from '#approvals/waits-reply.ts'
import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { changeSetting } from './change-setting.ts'
import type { settingsContract } from './contract.ts'
import { listSettings } from './read.ts'
import { TERMS_VERSION } from './rules.ts'

/** The calls of this slice. */
export function settingsRoutes({
  clock,
  settings,
}: {
  clock: Clock
  settings: Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl' | 'mailFrom' | 'environment'>
}): Routes<typeof settingsContract> {
  return {
    'GET /api/admin/settings': ({ read }) =>
      read(async (tx) => ({
        status: 'success' as const,
        items: await listSettings(tx, settings),
        environment: [...settings.environment],
        terms_version: TERMS_VERSION,
      })),
    'POST /api/update-setting/:name': ({ actor, params, body, write }) =>
      write(async (tx) => {
        const waits = await changeSetting(tx, clock, actor, { name: params.name, ...body }, settings)
        const done = body.value === null ? 'Back to the default.' : 'Saved.'
        return orWaits(waits, { what: 'The change', done })
      }),
  }
}
