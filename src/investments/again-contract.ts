import { Type } from 'typebox'
import { Fields, IdParams, MessageReply, type Contract } from '#kit/wire.ts'

/** What an investment does at its end: `AT_ENDS` of at-end-rules.ts. */
export const AtEndOnWire = Type.Union([
  Type.Literal('to wallet'),
  Type.Literal('reinvest principal'),
  Type.Literal('reinvest all'),
])

/** The calls that put an investment to work again, now or at its end. */
export const againContract = {
  'POST /api/reinvest-investment/:id': {
    who: 'investor',
    movesMoney: true,
    summary: "Put a completed investment's principal to work again on the plan's current terms",
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/set-at-end/:id': {
    who: 'investor',
    movesMoney: true,
    summary: 'Choose what one’s own running investment does at its end, on the plan’s terms of that day',
    bothHalves: true,
    params: IdParams,
    body: Fields({ at_end: AtEndOnWire }),
    reply: MessageReply,
  },
} as const satisfies Contract
