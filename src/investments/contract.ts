import { Type, type Static } from 'typebox'
import { History } from '#audit/contract.ts'
import {
  Amount,
  AmountInput,
  Fields,
  Id,
  IdParams,
  MessageReply,
  Nullable,
  PercentText,
  Status,
  Text,
  Time,
  Version,
  type Contract,
} from '#kit/wire.ts'
import { StoryReply } from '#ledger/contract.ts'

/** What an edit can change: `date` is when it began or, before that, when it was created. */
export const Facts = Type.Object({ status: Status, amount: Amount, date: Time })
export type Facts = Static<typeof Facts>

export const Investment = Type.Object({
  id: Id,
  tranx_id: Type.String(),
  amount: Amount,
  status: Status,
  reason: Nullable(Type.String()),
  /** what came in although it was declined, held in suspense */
  received: Amount,
  source: Type.Union([Type.Literal('payment'), Type.Literal('bonus'), Type.Literal('reinvest')]),
  /** whole days */
  duration: Type.Integer(),
  daily_roi: PercentText,
  ref_bonus: PercentText,
  created_at: Time,
  /** from when it earns */
  began_at: Nullable(Time),
  /** when its duration ends */
  ends_at: Nullable(Time),
  expires_at: Nullable(Time),
  completed_at: Nullable(Time),
  /** earned to the second of the answer */
  earned: Amount,
  per_seconds_earning: Type.String(),
  /** it has been reinvested, once */
  reinvested: Type.Boolean(),
  version: Version,
  /** what has happened to it, oldest first */
  history: History(Facts),
  user: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
  wallet: Type.Object({ wallet_name: Type.String(), wallet_address: Type.String(), network: Type.String() }),
  plan: Type.Object({ name: Type.String() }),
})
export type Investment = Static<typeof Investment>

export const investmentsContract = {
  'POST /api/save-investment': {
    who: 'investor',
    summary: 'Choose a plan, an amount and a payment wallet; answers where to pay',
    body: Fields({
      plan_id: Id,
      wallet_id: Id,
      amount: AmountInput,
      duration: Type.Union([Type.Integer(), Type.String({ maxLength: 10 })]),
      source: Type.Optional(Type.Union([Type.Literal('payment'), Type.Literal('bonus')])),
    }),
    reply: Type.Object({ message: Type.String(), r_url: Type.String() }),
  },
  'GET /api/payment/:tranx_id': {
    who: 'investor',
    summary: 'What to pay and where, from the record itself',
    params: Fields({ tranx_id: Text(60) }),
    reply: Type.Object({
      id: Id,
      tranx_id: Type.String(),
      amount: Amount,
      wallet: Type.String(),
      address: Type.String(),
      network: Type.String(),
      status: Status,
      /** why it was declined */
      reason: Nullable(Type.String()),
      /** what came in although it was declined, held in suspense */
      received: Amount,
      expires_at: Time,
      /** the moment of the answer, for the time that is left */
      as_of: Time,
      plan: Type.String(),
      duration: Type.Integer(),
    }),
  },
  'POST /api/verify-investment/:tranx_id': {
    who: 'investor',
    summary: 'Say that the payment has been made',
    params: Fields({ tranx_id: Text(60) }),
    reply: MessageReply,
  },
  'POST /api/approve-investment/:id': {
    who: 'reviewer',
    summary: 'Approve: the money has come in, earning begins now',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/decline-investment/:id': {
    who: 'reviewer',
    summary: 'Decline; what has come in all the same is held in suspense',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Type.Optional(Text(500)), received: Type.Optional(AmountInput) }),
    reply: MessageReply,
  },
  'POST /api/reinvest-investment/:id': {
    who: 'investor',
    summary: "Put a completed investment's principal to work again on the plan's present terms",
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/update-investment/:id': {
    who: 'reviewer',
    summary: 'Correct amount, date or status; the books follow by one correcting transfer',
    bothHalves: true,
    params: IdParams,
    body: Fields({
      amount: AmountInput,
      date: Type.String({ maxLength: 40 }),
      status: Status,
      reason: Type.Optional(Text(500)),
      version: Type.Optional(Version),
    }),
    reply: MessageReply,
  },
  'GET /api/investment-story/:id': {
    who: 'investor',
    summary: 'What an investment has done to the books, posting by posting, oldest first',
    params: IdParams,
    reply: StoryReply,
  },
} as const satisfies Contract
