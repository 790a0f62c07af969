import { isPayoutWaiting } from '#approvals/read.ts'
import { orWaits } from '#approvals/waits-reply.ts'
import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { approveWithdrawal } from './approve.ts'
import { cancelWithdrawal } from './cancel.ts'
import type { withdrawalsContract } from './contract.ts'
import { declineWithdrawal } from './decline.ts'
import { withdrawalStory, findWithdrawal, listWithdrawals } from './read.ts'
import { requestWithdrawal } from './request.ts'
import { updateWithdrawal } from './update.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { asItem, asPage, pageAsked } from '#lists/replies.ts'
import { withdrawalsFile } from './withdrawals-file.ts'

/** The calls of this slice. */
export function withdrawalsRoutes(house: { settings: Settings; exports: Exports }): Routes<typeof withdrawalsContract> {
  const { settings, exports } = house
  return {
    'GET /api/admin/withdrawals': ({ query, read }) =>
      read(async (tx) => asPage(await listWithdrawals(tx, pageAsked(query)))),
    'GET /api/admin/withdrawals/:id': ({ params, read }) =>
      read(async (tx) => asItem(await findWithdrawal(tx, params.id))),
    'GET /api/admin/withdrawals/csv': ({ asker, query }) => exportList(exports, asker, withdrawalsFile, query),
    'POST /api/withdraw': async (asked) => {
      const { source, wallet_name: walletName, wallet_address: walletAddress } = asked.body
      const request = { amount: readAmount('amount', asked.body.amount), source, walletName, walletAddress }
      return asked.write(async (tx) => {
        await requestWithdrawal(tx, asked.asker, request, settings.kyc)
        return { message: 'Your withdrawal has been requested. The amount is held until it has been reviewed.' }
      })
    },
    'GET /api/withdrawal-story/:id': (asked) => asked.read((tx) => withdrawalStory(tx, asked.asker, asked.params.id)),
    'POST /api/cancel-withdrawal/:id': (asked) =>
      asked.write(async (tx) => {
        await cancelWithdrawal(tx, asked.asker, asked.params)
        return { message: 'Your withdrawal has been cancelled. The amount is back in your wallet.' }
      }),
    'POST /api/approve-withdrawal/:id': (asked) =>
      asked.write(async (tx) => {
        await approveWithdrawal(tx, asked.asker, { ...asked.params, ...asked.body })
        return { message: 'The withdrawal has been approved.' }
      }),
    'POST /api/decline-withdrawal/:id': (asked) =>
      asked.write(async (tx) => {
        const { reason = null, version } = asked.body
        await declineWithdrawal(tx, asked.asker, { id: asked.params.id, reason, version })
        return { message: 'The withdrawal has been declined. The amount is back with the investor.' }
      }),
    'POST /api/update-withdrawal/:id': async (asked) => {
      const { date, status, reason = null, txid, version } = asked.body
      const edit = {
        id: asked.params.id,
        amount: readAmount('amount', asked.body.amount),
        date,
        status,
        reason,
        txid,
        version,
      }
      return asked.write(async (tx) => {
        const waits = await updateWithdrawal(tx, asked.asker, edit)
        const what = waits !== undefined && (await isPayoutWaiting(tx, waits)) ? 'The payout' : 'The correction'
        return orWaits(waits, { what, done: 'The withdrawal has been updated.' })
      })
    },
  }
}
