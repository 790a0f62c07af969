import { orWaits } from '#approvals/waits-reply.ts'
import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { receivePicture } from '#kit/draw-picture.ts'
import type { UploadPlaces } from '#kit/upload-places.ts'
import { changeSetting } from './change-setting.ts'
import type { settingsContract } from './contract.ts'
import { drawLogo, keepLogo } from './look/draw-logo.ts'
import { lookNow } from './look/read.ts'
import { listSettings } from './read.ts'
import { acceptTerms } from './terms/accept.ts'
import { publishTerms } from './terms/publish.ts'
import { readOwnTerms, readTermsForDesk, readTermsPage, termsInForce } from './terms/read.ts'

/** The calls of this slice. */
export function settingsRoutes({
  clock,
  settings,
  inUploadPlace,
}: {
  clock: Clock
  inUploadPlace: UploadPlaces
  settings: Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl' | 'mailFrom' | 'environment'>
}): Routes<typeof settingsContract> {
  return {
    'GET /api/terms': ({ query, read }) => read((tx) => readTermsPage(tx, query.version)),
    'GET /api/own-terms': ({ actor, read }) => read((tx) => readOwnTerms(tx, actor.userId)),
    'POST /api/accept-terms': ({ actor, body, write }) =>
      write(async (tx) => {
        await acceptTerms(tx, clock, actor, body.version)
        return { message: 'You have accepted the terms.' }
      }),
    'GET /api/admin/terms': ({ read }) => read(readTermsForDesk),
    'POST /api/publish-terms': ({ actor, body, write }) =>
      write(async (tx) => {
        const waits = await publishTerms(tx, clock, actor, body)
        return orWaits(waits, { what: 'The new text', done: 'Published. It is in effect now.' })
      }),
    'GET /api/admin/settings': ({ read }) =>
      read(async (tx) => ({
        status: 'success' as const,
        items: await listSettings(tx, settings),
        environment: [...settings.environment],
        terms_version: String((await termsInForce(tx)).version),
        logo: (await lookNow(tx)).logo,
      })),
    'POST /api/draw-logo': async (context) => {
      const drawn = await receivePicture(inUploadPlace, context, drawLogo)
      return context.write(async (tx) => ({ status: 'success', ...(await keepLogo(tx, context.actor, drawn)) }))
    },
    'POST /api/update-setting/:name': ({ actor, params, body, write }) =>
      write(async (tx) => {
        const waits = await changeSetting(tx, clock, actor, { name: params.name, ...body }, settings)
        const done = body.value === null ? 'Back to the default.' : 'Saved.'
        return orWaits(waits, { what: 'The change', done })
      }),
  }
}
