import { orWaits } from '#approvals/waits-reply.ts'
import { readAmount } from '#kit/read-amount.ts'
import { refuseField } from '#kit/refusal.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import type { PriceSettings } from '#market/price-now.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { againRoutes } from './again/routes.ts'
import { approveInvestment } from './approve.ts'
import { backingRoutes } from './backing/routes.ts'
import type { investmentsContract } from './contract.ts'
import { declineInvestment } from './decline.ts'
import { investmentStory, findInvestment, countInvestments, listInvestments } from './read.ts'
import { makeFirstQuote } from './quotes/make-quote.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { exitRoutes } from './exit/routes.ts'
import { suspenseRoutes } from './suspense/routes.ts'
import { paymentQuery } from './rules.ts'
import { saveInvestment } from './save.ts'
import { updateInvestment } from './update.ts'
import { previewOf } from '#records/preview.ts'
import { readEdit } from '#records/read-edit.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { asCount, asItem, asPage, withPageSize } from '#lists/replies.ts'
import { investmentsFile } from './investments-file.ts'

/** The calls of this slice. */
export function investmentRoutes(house: {
  settings: Pick<Settings, 'kyc' | 'paymentHours'> & PriceSettings
  exports: Exports
}): Routes<typeof investmentsContract> {
  const { settings, exports } = house
  return {
    ...backingRoutes(),
    ...suspenseRoutes(),
    ...quoteRoutes(settings),
    ...paymentRoutes(),
    ...exitRoutes(),
    ...againRoutes(settings),
    'GET /api/admin/investments': ({ query, read }) =>
      read(async (tx) => asPage(await listInvestments(tx, withPageSize(query)))),
    'GET /api/admin/investments/:id': ({ params, read }) =>
      read(async (tx) => asItem(await findInvestment(tx, params.id))),
    'GET /api/admin/investments/count': ({ query, read }) =>
      read(async (tx) => asCount(await countInvestments(tx, query))),
    'GET /api/admin/investments/csv': ({ actor, query }) => exportList(exports, actor, investmentsFile(), query),
    'POST /api/save-investment': async (context) => {
      const { plan_id: planId, wallet_id: walletId, source = 'payment' } = context.body
      const amount = readAmount('amount', context.body.amount)
      const duration = readDuration(context.body.duration)
      return context.write(async (tx) => {
        const input = { planId, walletId, amount, duration, source }
        const saved = await saveInvestment(tx, context.actor, input, settings)
        const now = saved.created_at
        await makeFirstQuote(tx, { now: () => now }, saved, { dollars: amount, now, settings })
        const { tranx_id, wallet_name: wallet, wallet_address: address } = saved
        const message =
          source === 'bonus'
            ? 'Your investment has started.'
            : 'Your investment is saved. Pay the amount to the wallet shown.'
        return { message, r_url: paymentQuery({ tranx_id, amount: toWire(amount), wallet, address }) }
      })
    },
    'GET /api/investment-story/:id': (context) =>
      context.read((tx) => investmentStory(tx, context.actor, context.params.id)),
    'POST /api/approve-investment/:id': (context) =>
      context.write(async (tx) => {
        const { from_suspense: fromSuspense, version } = context.body
        const input = { id: context.params.id, fromSuspense, version }
        const waits = await approveInvestment(tx, context.actor, input, settings)
        return orWaits(waits, {
          what: 'The approval',
          done: 'The investment has been approved and is earning.',
        })
      }),
    'POST /api/decline-investment/:id': async (context) => {
      const { reason = null, received, version } = context.body
      const input = {
        id: context.params.id,
        reason,
        received: received === undefined ? ZERO : readAmount('received', received),
        version,
      }
      return context.write(async (tx) => {
        const waits = await declineInvestment(tx, context.actor, input)
        return orWaits(waits, { what: 'The decision', done: 'The investment has been declined.' })
      })
    },
    'POST /api/admin/preview-investment/:id': async ({ actor, params, body, write }) => {
      const edit = readEdit(params, body)
      return write((tx) => previewOf(tx, (preview) => updateInvestment(tx, actor, edit, settings, preview)))
    },
    'POST /api/update-investment/:id': async (context) => {
      const edit = readEdit(context.params, context.body)
      return context.write(async (tx) => {
        const waits = await updateInvestment(tx, context.actor, edit, settings)
        return orWaits(waits, { what: 'The correction', done: 'The investment has been updated.' })
      })
    },
  }
}

function readDuration(typed: number | string): number {
  const text = String(typed)
  return /^[1-9]\d{0,5}$/.test(text)
    ? Number(text)
    : refuseField('duration', 'Choose one of the durations of the plan.')
}
