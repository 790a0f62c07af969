import { Type, type Static } from 'typebox'
import { AmountInput, Fields, IdParams, Text, type Contract } from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'

/** What a balance is adjusted for. */
const Category = Type.Union([
  Type.Literal('correction'),
  Type.Literal('goodwill'),
  Type.Literal('promotion'),
  Type.Literal('fee'),
  Type.Literal('other'),
])
export type Category = Static<typeof Category>

/** By how much which account is adjusted (earnings, by default), and why. */
export const AdjustmentBody = Fields({
  amount: AmountInput,
  reason: Type.Optional(Text(500)),
  account: Type.Optional(Type.Union([Type.Literal('earnings'), Type.Literal('referral'), Type.Literal('bonus')])),
  category: Type.Optional(Category),
})

export const adjustmentsContract = {
  'POST /api/topup-user/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: "Credit a user's account out of the operator's equity",
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MayWaitReply,
  },
  'POST /api/deduct-user/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: "Take back from a user's account into the operator's equity",
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MayWaitReply,
  },
} as const satisfies Contract
