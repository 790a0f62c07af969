import type { Routes } from '#kit/routes.ts'
import { cancelInvestment } from './cancel.ts'
import type { investmentsContract } from './contract.ts'
import { verifyInvestment } from './verify.ts'

type PaymentCalls = Pick<
  typeof investmentsContract,
  'POST /api/verify-investment/:tranx_id' | 'POST /api/cancel-investment/:id'
>

/** What an investor says of a payment: that it was made, or that it will not be. */
export function paymentRoutes(): Routes<PaymentCalls> {
  return {
    'POST /api/verify-investment/:tranx_id': (context) =>
      context.write(async (tx) => {
        const { txid } = context.body
        const did = await verifyInvestment(tx, context.actor, { tranxId: context.params.tranx_id, txid })
        const changed = 'The transaction id has been changed.'
        return { message: did === 'txid changed' ? changed : 'Thank you. Your payment is marked as paid.' }
      }),
    'POST /api/cancel-investment/:id': (context) =>
      context.write(async (tx) => {
        await cancelInvestment(tx, context.actor, context.params)
        return { message: 'Your investment has been cancelled. Don’t pay for it anymore.' }
      }),
  }
}
