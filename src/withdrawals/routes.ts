import type { Static } from 'typebox'
import { isPayoutWaiting } from '#approvals/read.ts'
import { orWaits } from '#approvals/waits-reply.ts'
import { countOf } from '#kit/count-of.ts'
import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { approveWithdrawal } from './approve.ts'
import { withdrawalBackground } from './background/read.ts'
import { cancelByLink, lookAtLink } from './cancel-by-link.ts'
import { cancelWithdrawal } from './cancel.ts'
import { withdrawalConditions } from './conditions.ts'
import type { WithdrawalEdit, withdrawalsContract } from './contract.ts'
import { declineWithdrawal } from './decline.ts'
import { withdrawalStory, findWithdrawal, countWithdrawals, listWithdrawals } from './read.ts'
import { requestWithdrawal } from './request.ts'
import { updateWithdrawal } from './update.ts'
import { previewOf } from '#records/preview.ts'
import { readEdit } from '#records/read-edit.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { checkPayouts } from './check-payouts.ts'
import { payoutCoinFor } from './payout-coin.ts'
import { payoutList } from './payout-list.ts'
import { asCount, asItem, asPage, withPageSize } from '#lists/replies.ts'
import { withdrawalsFile } from './withdrawals-file.ts'

const CANCELLED = 'Your withdrawal has been cancelled. The amount is back in your wallet.'

type EditCall = { params: { id: string }; body: Static<typeof WithdrawalEdit> }
const readWithdrawalEdit = ({ params, body }: EditCall) => ({
  ...readEdit(params, body),
  txid: body.txid,
  lookedUp: body.looked_up,
})

/** The calls of this slice. */
export function withdrawalsRoutes(house: { settings: Settings; exports: Exports }): Routes<typeof withdrawalsContract> {
  const { settings, exports } = house
  const newAddresses = { holdHours: settings.newAddressHoldHours, appUrl: settings.appUrl }
  return {
    'GET /api/withdrawal-conditions': ({ actor, read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await withdrawalConditions(tx, actor, settings)) })),
    'POST /api/check-mail-link': (context) =>
      context.read(async (tx) => ({ status: 'success' as const, link: await lookAtLink(tx, context.body.token) })),
    'POST /api/cancel-by-link': (context) =>
      context.write(async (tx) => {
        await cancelByLink(tx, context.body.token, context.request)
        return { message: CANCELLED }
      }),
    'GET /api/admin/withdrawals': ({ query, read }) =>
      read(async (tx) => asPage(await listWithdrawals(tx, withPageSize(query)))),
    'GET /api/admin/withdrawals/:id': ({ params, read }) =>
      read(async (tx) => asItem(await findWithdrawal(tx, params.id))),
    'GET /api/admin/withdrawals/count': ({ query, read }) =>
      read(async (tx) => asCount(await countWithdrawals(tx, query))),
    'GET /api/admin/withdrawal-background/:id': ({ params, read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await withdrawalBackground(tx, params.id)) })),
    'GET /api/admin/payout-coin/:id': ({ params, read }) =>
      read(async (tx) => ({ status: 'success' as const, coin: await payoutCoinFor(tx, params.id, settings) })),
    'GET /api/admin/withdrawals/csv': ({ actor, query }) => exportList(exports, actor, withdrawalsFile, query),
    'GET /api/admin/withdrawals/payout-list': ({ actor, query }) =>
      exportList(exports, actor, payoutList(settings), query),
    'POST /api/admin/check-payouts': (context) =>
      context.write((tx) => checkPayouts(tx, context.actor, context.body.lines)),
    'POST /api/withdraw': async (context) => {
      const { source, wallet_name: walletName, wallet_address: walletAddress, address_name: addressName } = context.body
      const amount = readAmount('amount', context.body.amount)
      const request = { amount, source, walletName, walletAddress, addressName }
      return context.write(async (tx) => {
        const awaited = await requestWithdrawal(tx, context.actor, request, settings.kyc, newAddresses)
        const next =
          awaited === null
            ? 'The amount is held until it has been reviewed.'
            : awaited.confirmed
              ? 'This address is new, so it waits before it is reviewed. The withdrawal says until when.'
              : 'This address is new: confirm it by the link that we have mailed you. ' +
                `It is then held for at least ${countOf(newAddresses.holdHours, 'hour')}.`
        return { message: `Your withdrawal has been requested. ${next}` }
      })
    },
    'GET /api/withdrawal-story/:id': (context) =>
      context.read((tx) => withdrawalStory(tx, context.actor, context.params.id)),
    'POST /api/cancel-withdrawal/:id': (context) =>
      context.write(async (tx) => {
        await cancelWithdrawal(tx, context.actor, context.params)
        return { message: CANCELLED }
      }),
    'POST /api/approve-withdrawal/:id': (context) =>
      context.write(async (tx) => {
        await approveWithdrawal(tx, context.actor, { ...context.params, ...context.body })
        return { message: 'The withdrawal has been approved.' }
      }),
    'POST /api/decline-withdrawal/:id': (context) =>
      context.write(async (tx) => {
        const { reason = null, version, looked_up: lookedUp } = context.body
        await declineWithdrawal(tx, context.actor, { id: context.params.id, reason, version, lookedUp })
        return { message: 'The withdrawal has been declined. The amount is back with the investor.' }
      }),
    'POST /api/admin/preview-withdrawal/:id': async (context) => {
      const edit = readWithdrawalEdit(context)
      return context.write((tx) => previewOf(tx, (preview) => updateWithdrawal(tx, context.actor, edit, preview)))
    },
    'POST /api/update-withdrawal/:id': async (context) => {
      const edit = readWithdrawalEdit(context)
      return context.write(async (tx) => {
        const waits = await updateWithdrawal(tx, context.actor, edit)
        const what = waits !== undefined && (await isPayoutWaiting(tx, waits)) ? 'The payout' : 'The correction'
        return orWaits(waits, { what, done: 'The withdrawal has been updated.' })
      })
    },
  }
}
