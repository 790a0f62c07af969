import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/settings.ts'
import type { settingsContract } from './contract.ts'
import { listSettings } from './read.ts'
import { TERMS_VERSION } from './rules.ts'

/** The calls of this slice. */
export function settingsRoutes({
  settings,
}: {
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
  }
}
