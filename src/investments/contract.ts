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
import { backingContract } from '#reserve/contract.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { countCall, csvCall, itemCall, ListQuery, pageCall, PageQuery } from '#lists/contract.ts'
import { Person } from '#users/contract.ts'
import { ApproveBody, DeclineBody, EditBody, previewCall, recordFields } from '#records/contract.ts'
import { againContract, AtEndOnWire } from './again-contract.ts'
import { exitContract } from './exit-contract.ts'

/** What an edit can change: `date` is when it began or, before that, when it was created. */
export const InvestmentFacts = Type.Object({
  status: Status,
  amount: Amount,
  date: Time,
  /** with which the investor says that it was paid, where one is named */
  txid: Type.Optional(Type.String()),
  /** what its owner has chosen for its end, where that is not the wallet */
  at_end: Type.Optional(AtEndOnWire),
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
  /** of the transaction with which the investor says that it was paid */
  txid: Nullable(Type.String()),
  /** another record names that transaction too; in the lists of administrators alone */
  txid_shared: Type.Optional(Type.Boolean()),
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
  /** percent a day of what it keeps where it is left before its end */
  early_roi: PercentText,
  ref_bonus: PercentText,
  /** from when it earns */
  began_at: Nullable(Time),
  /** when its duration ends */
  ends_at: Nullable(Time),
  /** by when it is to be paid, while it is */
  expires_at: Nullable(Time),
  completed_at: Nullable(Time),
  /** it was left before its end: `reason` is then `left early`, and `earned` what it kept */
  left_early: Type.Boolean(),
  /** earned to the second of the answer */
  earned: Amount,
  per_seconds_earning: Type.String(),
  /** what its owner has chosen for its end */
  at_end: AtEndOnWire,
  /** it has been reinvested, once: as which; and the completed one that it reinvests itself */
  reinvested: Type.Boolean(),
  reinvested_as: Nullable(Id),
  reinvests: Nullable(Id),
  user: Person,
  wallet: Type.Object({ wallet_name: Type.String(), wallet_address: Type.String(), network: Type.String() }),
  plan: Type.Object({ name: Type.String() }),
})
export type Investment = Static<typeof Investment>

/** What was said to be paid in a coin, at which price, and until when it is good. */
export const CoinQuote = Type.Object({
  /** of the coin, whole ones as a decimal string: rounded up to its eighth decimal */
  amount: Type.String(),
  /** the same in the coin's smallest units */
  units: Type.String(),
  dollars: Amount,
  /** dollars for one coin */
  price: Type.String(),
  /** the exchanges whose prices it is the median of */
  sources: Type.Array(Type.String()),
  /** of when the price is */
  priced_at: Time,
  made_at: Time,
  good_until: Time,
})
export type CoinQuote = Static<typeof CoinQuote>

export const PaymentCoin = Type.Object({
  symbol: Type.String(),
  /** of a token; null for the network's own coin */
  contract: Nullable(Type.String()),
  decimals: Type.Integer(),
  /** `off`: its price is not read here; `unknown`: there is none that can be trusted, so there is no new amount now */
  price: Type.Union([Type.Literal('known'), Type.Literal('unknown'), Type.Literal('off')]),
  /** the newest, good or over; null if there is none of what is to be paid now */
  quote: Nullable(CoinQuote),
})
export type PaymentCoin = Static<typeof PaymentCoin>

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
  ...backingContract,
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
      /** what may be paid there; null for dollars alone */
      coin: Nullable(PaymentCoin),
      status: Status,
      /** of the transaction with which it was said to be paid */
      txid: Nullable(Type.String()),
      /** when it was last marked as paid, while that is being checked */
      marked_at: Nullable(Time),
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
  'POST /api/quote-payment/:tranx_id': {
    who: 'investor',
    summary: 'What is to be paid in the wallet’s coin, held for 15 minutes; one that is still good is answered again',
    params: Fields({ tranx_id: Text(60) }),
    reply: Type.Object({ status: Type.Literal('success'), quote: CoinQuote }),
  },
  'GET /api/admin/quotes-of/:id': {
    who: 'administrator',
    summary: 'What an investor was told to pay in coin for an investment, and at which prices, newest first',
    params: IdParams,
    reply: Type.Object({
      status: Type.Literal('success'),
      /** what may be paid for it; null for dollars alone */
      coin: Nullable(Type.String()),
      /** at most 10; there are none from when it is marked as paid */
      quotes: Type.Array(CoinQuote),
    }),
  },
  'POST /api/verify-investment/:tranx_id': {
    who: 'investor',
    movesMoney: true,
    summary:
      'Say that the payment has been made, with the id of its transaction if known. While it is being checked the id can be given again: another one takes its place, an empty one takes it away',
    params: Fields({ tranx_id: Text(60) }),
    body: Fields({ txid: Type.Optional(Text(200, 0)) }),
    reply: MessageReply,
  },
  'POST /api/cancel-investment/:id': {
    who: 'investor',
    movesMoney: true,
    summary: 'Give up one’s own investment while it is pending and not marked as paid',
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/approve-investment/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Approve: the money has come in, or is held for another investment; earning begins now',
    bothHalves: true,
    stepUp: true,
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
    stepUp: true,
    params: IdParams,
    body: Fields({ ...DeclineBody.properties, received: Type.Optional(AmountInput) }),
    reply: MayWaitReply,
  },
  'POST /api/refund-suspense/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Record that money held for an investment was paid back: all of it, or the amount named',
    bothHalves: true,
    stepUp: true,
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
  ...againContract,
  ...exitContract,
  'POST /api/update-investment/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Correct amount, date or status; the books follow by one correcting transfer',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: EditBody,
    reply: MayWaitReply,
  },
  'POST /api/admin/preview-investment/:id': previewCall('investment', EditBody),
  'GET /api/investment-story/:id': storyCall('What an investment has done to the books, oldest first'),
  'GET /api/admin/investments': pageCall(
    'Investments in pages, newest first unless asked otherwise',
    Investment,
    PageQuery,
  ),
  'GET /api/admin/investments/:id': itemCall('One investment', Investment),
  'GET /api/admin/investments/count': countCall('How many investments a list has in all', ListQuery),
  'GET /api/admin/investments/csv': csvCall('The investments of a list as a file for spreadsheets', ListQuery),
} as const satisfies Contract
