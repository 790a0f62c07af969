import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { drawPicture, receivePicture } from '#kit/draw-picture.ts'
import { refuse } from '#kit/refusal.ts'
import type { Routes } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import type { UploadPlaces } from '#kit/upload-places.ts'
import { asCount, asItem, asPage, withPageSize } from '#lists/replies.ts'
import { settingsNow } from '#settings/read.ts'
import { builtInReview } from './built-in-review.ts'
import { findCheckInFull, recordClaimView } from './check-in-full.ts'
import type { kycContract } from './contract.ts'
import { approveCheck, rejectCheck } from './decide-check.ts'
import { giveWord } from './give-word.ts'
import { ownCheck } from './own-check.ts'
import type { IdentityProvider } from './provider.ts'
import { countChecks, listChecks, waitingChecks } from './read.ts'
import { saveDetails } from './save-details.ts'
import { saveDocument } from './save-document.ts'
import { submitCheck } from './submit-check.ts'
import { takeEvent } from './take-outcome.ts'
import { viewDocument } from './view-document.ts'

/** The calls of this slice. */
export function kycRoutes(house: {
  db: Database
  clock: Clock
  settings: Pick<Settings, 'kyc'>
  inUploadPlace: UploadPlaces
  /** those outside, whose events are taken */
  identityProviders: readonly IdentityProvider[]
}): Routes<typeof kycContract> {
  const { db, clock, settings, inUploadPlace } = house
  const providers = [builtInReview(house), ...house.identityProviders]
  return {
    'GET /api/kyc': (context) =>
      context.read(async (tx) => {
        const { kyc } = await settingsNow(tx, { kyc: settings.kyc })
        return { ...(await ownCheck(tx, clock, context.actor.userId)), needed_for: kyc }
      }),
    'POST /api/kyc-details': (context) =>
      context.write(async (tx) => {
        await saveDetails(tx, clock, context.actor, context.body)
        return { message: 'Saved.' }
      }),
    'POST /api/kyc-word': (context) =>
      context.write(async (tx) => ({ word: await giveWord(tx, clock, context.actor) })),
    'POST /api/kyc-document/:side': async (context) => {
      const draw = async (sent: Uint8Array, of: string) => ({ sent, picture: await drawPicture(sent, of, 'document') })
      const drawn = await receivePicture(inUploadPlace, context, draw)
      return context.write(async (tx) => {
        await saveDocument(tx, clock, context.actor, { side: context.params.side, ...drawn })
        return { message: 'Your picture is saved.' }
      })
    },
    'POST /api/kyc': (context) =>
      context.write(async (tx) => {
        await submitCheck(tx, clock, context.actor)
        return { message: 'Your identity check has been submitted.' }
      }),
    'POST /api/kyc-event/:provider': (context) => {
      const provider = providers.find(({ name }) => name === context.params.provider)
      if (provider === undefined) refuse('not found', 'There is no such provider.')
      const { bytes, headers } = context.sent()
      const event = provider.event(bytes, headers, clock.now())
      return context.write(async (tx) => {
        await takeEvent(tx, clock, provider.name, event)
        return { message: 'Taken.' }
      })
    },
    'GET /api/admin-kyc': (context) =>
      context.read(async (tx) => ({ status: 'success' as const, checks: await waitingChecks(tx) })),
    'GET /api/admin/checks': ({ actor, query, read }) =>
      read(async (tx) => asPage(await listChecks(tx, clock, actor, withPageSize(query)))),
    'GET /api/admin/checks/count': ({ query, read }) => read(async (tx) => asCount(await countChecks(tx, query))),
    'GET /api/admin/checks/:id': async ({ actor, params, read }) => {
      const item = await read((tx) => findCheckInFull(tx, clock, actor, params.id))
      if (item.claim !== null) await transaction(db, (tx) => recordClaimView(tx, clock, actor, item.id))
      return asItem(item)
    },
    'GET /api/admin/check-document/:id/:kind': ({ actor, params }) => viewDocument(house, actor, params),
    'POST /api/approve-kyc/:id': (context) =>
      context.write(async (tx) => {
        await approveCheck(tx, clock, context.actor, { ...context.params, ...context.body })
        return { message: 'The identity check is approved.' }
      }),
    'POST /api/decline-kyc/:id': (context) =>
      context.write(async (tx) => {
        await rejectCheck(tx, clock, context.actor, { ...context.params, ...context.body })
        return { message: 'The identity check is rejected. The user can ask again.' }
      }),
  }
}
