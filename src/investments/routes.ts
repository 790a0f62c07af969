import { orWaits } from '#approvals/waits-reply.ts'
import { readAmount } from '#kit/read-amount.ts'
import { refuseField } from '#kit/refusal.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { approveInvestment } from './approve.ts'
import type { investmentsContract } from './contract.ts'
import { declineInvestment } from './decline.ts'
import { investmentStory, paymentOf, findInvestment, listInvestments } from './read.ts'
import { suspenseRoutes } from './suspense/routes.ts'
import { reinvestInvestment } from './reinvest.ts'
import { paymentQuery } from './rules.ts'
import { saveInvestment } from './save.ts'
import { updateInvestment } from './update.ts'
import { verifyInvestment } from './verify.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { asItem, asPage, pageAsked } from '#lists/replies.ts'
import { investmentsFile } from './exported-list.ts'

/** The calls of this slice. */
export function investmentRoutes(house: {
  settings: Pick<Settings, 'kyc' | 'paymentHours'>
  exports: Exports
}): Routes<typeof investmentsContract> {
  const { settings, exports } = house
  return {
    ...suspenseRoutes(),
    'GET /api/admin/investments': ({ query, read }) =>
      read(async (tx) => asPage(await listInvestments(tx, pageAsked(query)))),
    'GET /api/admin/investments/:id': ({ params, read }) =>
      read(async (tx) => asItem(await findInvestment(tx, params.id))),
    'GET /api/admin/investments/csv': ({ asker, query }) => exportList(exports, asker, investmentsFile(), query),
    'POST /api/save-investment': async (asked) => {
      const { plan_id: planId, wallet_id: walletId, source = 'payment' } = asked.body
      const amount = readAmount('amount', asked.body.amount)
      const duration = readDuration(asked.body.duration)
      return asked.write(async (tx) => {
        const input = { planId, walletId, amount, duration, source }
        const {
          tranx_id,
          wallet_name: wallet,
          wallet_address: address,
        } = await saveInvestment(tx, asked.asker, input, settings)
        const message =
          source === 'bonus'
            ? 'Your investment has started.'
            : 'Your investment is saved. Pay the amount to the wallet shown.'
        return { message, r_url: paymentQuery({ tranx_id, amount: toWire(amount), wallet, address }) }
      })
    },
    'GET /api/payment/:tranx_id': (asked) => asked.read((tx) => paymentOf(tx, asked.asker, asked.params.tranx_id)),
    'GET /api/investment-story/:id': (asked) => asked.read((tx) => investmentStory(tx, asked.asker, asked.params.id)),
    'POST /api/verify-investment/:tranx_id': (asked) =>
      asked.write(async (tx) => {
        await verifyInvestment(tx, asked.asker, { tranxId: asked.params.tranx_id })
        return { message: 'Thank you. Your payment is marked as paid.' }
      }),
    'POST /api/approve-investment/:id': (asked) =>
      asked.write(async (tx) => {
        const { from_suspense: fromSuspense, version } = asked.body
        const input = { id: asked.params.id, fromSuspense, version }
        const waits = await approveInvestment(tx, asked.asker, input, settings)
        return orWaits(waits, {
          what: 'The approval',
          done: 'The investment has been approved and is earning.',
        })
      }),
    'POST /api/decline-investment/:id': async (asked) => {
      const { reason = null, received, version } = asked.body
      const input = {
        id: asked.params.id,
        reason,
        received: received === undefined ? ZERO : readAmount('received', received),
        version,
      }
      return asked.write(async (tx) => {
        const waits = await declineInvestment(tx, asked.asker, input)
        return orWaits(waits, { what: 'The decision', done: 'The investment has been declined.' })
      })
    },
    'POST /api/reinvest-investment/:id': (asked) =>
      asked.write(async (tx) => {
        await reinvestInvestment(tx, asked.asker, asked.params)
        return { message: 'Reinvested. It’s earning again.' }
      }),
    'POST /api/update-investment/:id': async (asked) => {
      const { date, status, reason = null, version } = asked.body
      const amount = readAmount('amount', asked.body.amount)
      const edit = { id: asked.params.id, amount, date, status, reason, version }
      return asked.write(async (tx) => {
        const waits = await updateInvestment(tx, asked.asker, edit, settings)
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
