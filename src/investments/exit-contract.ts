import { Type, type Static } from 'typebox'
import { Amount, Fields, Id, IdParams, MessageReply, PercentText, Time, type Contract } from '#kit/wire.ts'

/** What leaving an investment before its end comes to, at a second, and until when leaving by it is open. */
const ExitQuote = Type.Object({
  id: Id,
  /** the second at which it counts: what is earned after it is not kept */
  as_of: Time,
  good_until: Time,
  /** comes back whole */
  principal: Amount,
  returns_to: Type.Union([Type.Literal('earnings'), Type.Literal('bonus')]),
  /** by its rate per day */
  earned: Amount,
  /** percent a day, and what that comes to: what it keeps */
  early_roi: PercentText,
  early: Amount,
  /** what the Earnings Wallet holds, from which no more can be taken back */
  wallet: Amount,
  /** of what it earned, what goes and what stays */
  taken_back: Amount,
  kept: Amount,
})
export type ExitQuote = Static<typeof ExitQuote>

export const exitContract = {
  'POST /api/quote-exit/:id': {
    who: 'investor',
    summary:
      'What leaving one’s own running investment before its end comes to, held for five minutes; one of the last five seconds is answered again',
    params: IdParams,
    reply: Type.Object({ status: Type.Literal('success'), quote: ExitQuote }),
  },
  'POST /api/exit-investment/:id': {
    who: 'investor',
    movesMoney: true,
    summary: 'Leave one’s own running investment before its end, by a quote that still holds, for exactly what it says',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ quote_id: Id }),
    reply: MessageReply,
  },
} as const satisfies Contract
