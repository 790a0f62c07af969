import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/settings.ts'
import type { settingsContract } from './contract.ts'
import { listSettings } from './read.ts'
import { TERMS_VERSION } from './rules.ts'
import { updateSetting } from './update-setting.ts'

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
    'POST /api/update-setting/:name': ({ asker, params, body, write }) =>
      write(async (tx) => {
        await updateSetting(tx, clock, asker, { name: params.name, ...body })
        return { message: body.value === null ? 'Back to the default from now.' : 'The setting counts from now.' }
      }),
  }
}
