import { Type, type Static } from 'typebox'
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
  type Contract,
} from '#kit/wire.ts'
import { storyCall } from '#ledger/contract.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { csvCall, itemCall, ListQuery, pageCall, PageQuery } from '#lists/contract.ts'
import { Person } from '#users/contract.ts'
import { ApproveBody, DeclineBody, EditBody, recordFields } from '#records/contract.ts'

/** What an edit can change: `date` is when it began or, before that, when it was created. */
export const InvestmentFacts = Type.Object({
  status: Status,
  amount: Amount,
  date: Time,
  /** of what came in although it was declined, where something did: what is held in suspense */
  held: Type.Optional(Amount),
  /** what of it was paid back by this act */
  refund: Type.Optional(
    Type.Object({ amount: Amount, txid: Nullable(Type.String()), address: Nullable(Type.String()) }),
  ),
})
export type InvestmentFacts = Static<typeof InvestmentFacts>

export const Investment = Type.Object({
  ...recordFields(InvestmentFacts),
  tranx_id: Type.String(),
  /** as the investor typed it, whatever it was corrected to */
  typed_amount: Amount,
  /** what came in for it although it was declined, then or before */
  received: Amount,
  /** what of that is still held in suspense: not paid back, not its own principal, and not used for another */
  held: Amount,
  /** the other one whose money its principal comes from */
  from_suspense: Nullable(Id),
  source: Type.Union([Type.Literal('payment'), Type.Literal('bonus'), Type.Literal('reinvest')]),
  /** whole days */
  duration: Type.Integer(),
  daily_roi: PercentText,
  ref_bonus: PercentText,
  /** from when it earns */
  began_at: Nullable(Time),
  /** when its duration ends */
  ends_at: Nullable(Time),
  /** by when it is to be paid, while it is */
  expires_at: Nullable(Time),
  completed_at: Nullable(Time),
  /** earned to the second of the answer */
  earned: Amount,
  per_seconds_earning: Type.String(),
  /** it has been reinvested, once */
  reinvested: Type.Boolean(),
  user: Person,
  wallet: Type.Object({ wallet_name: Type.String(), wallet_address: Type.String(), network: Type.String() }),
  plan: Type.Object({ name: Type.String() }),
})
export type Investment = Static<typeof Investment>

/** Money held in suspense of what came in for an investment. */
export const HeldMoney = Type.Object({
  /** of the investment that it came in for */
  id: Id,
  tranx_id: Type.String(),
  /** of that investment: while it waits for approval, nothing is refunded or used */
  status: Status,
  /** what was to be invested */
  amount: Amount,
  /** what came in, what of that was paid back, what others use, and what is left beyond its own principal */
  received: Amount,
  refunded: Amount,
  used: Amount,
  held: Amount,
  /** when it was last declined */
  since: Time,
  reason: Nullable(Type.String()),
  user: Person,
  wallet: Type.Object({ id: Id, wallet_name: Type.String(), network: Type.String() }),
  /** investments of the same investor at the same wallet that wait and could be approved with it */
  uses: Type.Array(Type.Object({ id: Id, amount: Amount, plan: Type.String(), created_at: Time })),
})
export type HeldMoney = Static<typeof HeldMoney>

export const investmentsContract = {
  'POST /api/save-investment': {
    who: 'investor',
    movesMoney: true,
    summary:
      'Choose a plan, an amount and a payment wallet; answers where to pay. With source bonus it is paid at once, and needs both halves of the session',
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
      /** what came in although it was declined */
      received: Amount,
      /** what of that is still held in suspense */
      held: Amount,
      expires_at: Time,
      /** the moment of the answer, for the time that is left */
      as_of: Time,
      plan: Type.String(),
      duration: Type.Integer(),
    }),
  },
  'POST /api/verify-investment/:tranx_id': {
    who: 'investor',
    movesMoney: true,
    summary: 'Say that the payment has been made',
    params: Fields({ tranx_id: Text(60) }),
    reply: MessageReply,
  },
  'POST /api/approve-investment/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Approve: the money has come in, or is held for another investment; earning begins now',
    bothHalves: true,
    params: IdParams,
    /** the other investment whose money is used */
    body: Fields({ ...ApproveBody.properties, from_suspense: Type.Optional(Id) }),
    reply: MayWaitReply,
  },
  'POST /api/decline-investment/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Decline; what came in anyway, in all, is held in suspense',
    bothHalves: true,
    params: IdParams,
    body: Fields({ ...DeclineBody.properties, received: Type.Optional(AmountInput) }),
    reply: MayWaitReply,
  },
  'POST /api/refund-suspense/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Record that money held for an investment was paid back: all of it, or the amount named',
    bothHalves: true,
    params: IdParams,
    body: Fields({
      amount: Type.Optional(AmountInput),
      txid: Type.Optional(Text(200)),
      address: Type.Optional(Text(120)),
      reason: Text(500),
    }),
    reply: MayWaitReply,
  },
  'GET /api/admin/suspense-for/:id': {
    who: 'administrator',
    summary: 'Money held for the same investor at the same wallet, with which an investment could be approved',
    params: IdParams,
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(HeldMoney) }),
  },
  'POST /api/reinvest-investment/:id': {
    who: 'investor',
    movesMoney: true,
    summary: "Put a completed investment's principal to work again on the plan's current terms",
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/update-investment/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Correct amount, date or status; the books follow by one correcting transfer',
    bothHalves: true,
    params: IdParams,
    body: EditBody,
    reply: MayWaitReply,
  },
  'GET /api/investment-story/:id': storyCall(
    'What an investment has done to the books, posting by posting, oldest first',
  ),
  'GET /api/admin/investments': pageCall(
    'Investments in pages, newest first unless asked otherwise',
    Investment,
    PageQuery,
  ),
  'GET /api/admin/investments/:id': itemCall('One investment', Investment),
  'GET /api/admin/investments/csv': csvCall('The investments of a list as a file for spreadsheets', ListQuery),
} as const satisfies Contract
