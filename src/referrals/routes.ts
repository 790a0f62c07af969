import { orWaits } from '#approvals/waits-reply.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { approveReferral } from './approve.ts'
import type { referralsContract } from './contract.ts'
import { declineReferral } from './decline.ts'
import { referralStory, findReferral, countReferrals, listReferrals } from './read.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { asCount, asItem, asPage, withPageSize } from '#lists/replies.ts'
import { referralsFile } from './referrals-file.ts'

export function referralRoutes({
  settings,
  exports,
}: {
  settings: Pick<Settings, 'kyc'>
  exports: Exports
}): Routes<typeof referralsContract> {
  return {
    'GET /api/admin/referrals': ({ query, read }) =>
      read(async (tx) => asPage(await listReferrals(tx, withPageSize(query)))),
    'GET /api/admin/referrals/:id': ({ params, read }) => read(async (tx) => asItem(await findReferral(tx, params.id))),
    'GET /api/admin/referrals/count': ({ query, read }) => read(async (tx) => asCount(await countReferrals(tx, query))),
    'GET /api/admin/referrals/csv': ({ actor, query }) => exportList(exports, actor, referralsFile, query),
    'GET /api/referral-story/:id': ({ actor, params, read }) => read((tx) => referralStory(tx, actor, params.id)),
    'POST /api/approve-referral/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        const waits = await approveReferral(tx, actor, { ...params, ...body }, settings)
        return orWaits(waits, {
          what: 'The approval',
          done: 'The referral is approved: its bonus is in the inviter’s Referral Wallet.',
        })
      }),
    'POST /api/decline-referral/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        const { reason = null, version } = body
        await declineReferral(tx, actor, { id: params.id, reason, version })
        return { message: 'The referral is declined.' }
      }),
  }
}
