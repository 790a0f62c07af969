import type { Static } from 'typebox'
import { orWaits } from '#approvals/waits-reply.ts'
import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import type { Adjustment } from './adjustment.ts'
import type { AdjustmentBody, adjustmentsContract } from './contract.ts'
import { deductUser } from './deduct.ts'
import { topUpUser } from './top-up.ts'

/** The calls of this slice. */
export function adjustmentsRoutes(): Routes<typeof adjustmentsContract> {
  return {
    'POST /api/topup-user/:id': async (context) => {
      const adjustment = readAdjustment(context.params.id, context.body)
      return context.write(async (tx) => {
        const waits = await topUpUser(tx, context.actor, adjustment)
        return orWaits(waits, { what: 'The top-up', done: 'The balance has been topped up.' })
      })
    },
    'POST /api/deduct-user/:id': async (context) => {
      const adjustment = readAdjustment(context.params.id, context.body)
      return context.write(async (tx) => {
        const waits = await deductUser(tx, context.actor, adjustment)
        return orWaits(waits, { what: 'The deduction', done: 'The amount has been deducted.' })
      })
    },
  }
}

function readAdjustment(userId: string, body: Static<typeof AdjustmentBody>): Adjustment {
  const { account = 'earnings', category = null, reason = null } = body
  return { userId, amount: readAmount('amount', body.amount), account, category, reason }
}
