import { orWaits } from '#approvals/waits-reply.ts'
import type { investmentsContract } from '#investments/contract.ts'
import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import { ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { heldFor } from './read.ts'
import { refundSuspense } from './refund.ts'

type Calls = Pick<typeof investmentsContract, 'POST /api/refund-suspense/:id' | 'GET /api/admin/suspense-for/:id'>

/** The calls about money that is held in suspense. */
export function suspenseRoutes(): Routes<Calls> {
  return {
    'POST /api/refund-suspense/:id': async (context) => {
      const { amount, txid = null, address = null, reason } = context.body
      const given = amount === undefined ? null : readAmount('amount', amount)
      const input = { id: context.params.id, amount: given, txid, address, reason }
      return context.write(async (tx) => {
        const { refunded, held, waits } = await refundSuspense(tx, context.actor, input)
        const rest = held > ZERO ? `${showUsd(held)} is still held.` : 'Nothing more is held.'
        return orWaits(waits, {
          what: 'The refund',
          done: `The refund of ${showUsd(refunded)} is recorded. ${rest}`,
        })
      })
    },
    'GET /api/admin/suspense-for/:id': (context) =>
      context.read(async (tx) => ({ status: 'success' as const, items: await heldFor(tx, context.params.id) })),
  }
}
