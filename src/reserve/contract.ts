import { Type } from 'typebox'
import { AmountInput, Fields, MessageReply, Text, type Contract } from '#kit/wire.ts'

export const reserveContract = {
  'POST /api/move-to-reserve': {
    who: 'owner',
    movesMoney: true,
    bothHalves: true,
    stepUp: true,
    summary:
      "Set apart some of the operator's own money that is in the wallets already, for promises to come (`in`), or free it " +
      'again (`out`). At most what is free: nothing is set apart that is owed to anybody',
    body: Fields({
      amount: AmountInput,
      direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
      reason: Text(500),
    }),
    reply: MessageReply,
  },
} as const satisfies Contract
