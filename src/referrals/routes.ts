import { orWaits } from '#approvals/waits-reply.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/settings.ts'
import { approveReferral } from './approve.ts'
import type { referralsContract } from './contract.ts'
import { declineReferral } from './decline.ts'
import { referralStory } from './read.ts'

export function referralRoutes({ settings }: { settings: Pick<Settings, 'kyc'> }): Routes<typeof referralsContract> {
  return {
    'GET /api/referral-story/:id': ({ asker, params, read }) => read((tx) => referralStory(tx, asker, params.id)),
    'POST /api/approve-referral/:id': ({ asker, params, body, write }) =>
      write(async (tx) => {
        const waits = await approveReferral(tx, asker, { ...params, ...body }, settings)
        return orWaits(waits, {
          what: 'The approval',
          done: 'The referral is approved: its bonus is in the inviter’s Referral Wallet.',
        })
      }),
    'POST /api/decline-referral/:id': ({ asker, params, body, write }) =>
      write(async (tx) => {
        const { reason = null, version } = body
        await declineReferral(tx, asker, { id: params.id, reason, version })
        return { message: 'The referral is declined.' }
      }),
  }
}
