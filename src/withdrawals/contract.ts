import { Type, type Static } from 'typebox'
import { Amount, AmountInput, Fields, Id, IdParams, MessageReply, Nullable } from '#kit/wire.ts'
import { type Contract, Status, Text, Time, Version } from '#kit/wire.ts'
import { storyCall } from '#ledger/contract.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { countCall, csvCall, itemCall, ListQuery, pageCall, PageQuery } from '#lists/contract.ts'
import { KycState, Person } from '#users/contract.ts'
import { AddressHold, MailLink, TokenBody, WithdrawalConditions } from '#addresses/contract.ts'
import { ApproveBody, DeclineBody, EditBody, previewCall, recordFields } from '#records/contract.ts'

/** What can be decided or corrected; `date` is when it was asked for. */
export const WithdrawalFacts = Type.Object({
  status: Status,
  amount: Amount,
  date: Time,
  txid: Nullable(Type.String()),
})
export type WithdrawalFacts = Static<typeof WithdrawalFacts>

export const Withdrawal = Type.Object({
  ...recordFields(WithdrawalFacts),
  /** as the investor typed it, whatever it was corrected to */
  typed_amount: Amount,
  source: Type.Union([Type.Literal('investment'), Type.Literal('referral')]),
  completed_at: Nullable(Time),
  /** the payment wallet that pays it */
  wallet_id: Id,
  wallet_name: Type.String(),
  /** the one that it was asked for on, whatever becomes of its wallet */
  network: Type.String(),
  /** the investor's own address */
  wallet_address: Type.String(),
  txid: Nullable(Type.String()),
  /** of a pending one to a new address; whether that is over, a clock tells */
  held: Nullable(AddressHold),
  /** of a pending or an approved one whose investor has taken the account back: until then it is neither approved nor paid */
  stopped_until: Nullable(Time),
  /** of a pending or an approved one whose address was removed to protect the account: it is neither approved nor paid */
  address_distrusted: Type.Boolean(),
  /**
   * to administrators: who said that it was paid, when and with which transaction, where no second administrator confirmed it
   * in time. It is paid, given back in whole or in part, and decided anew by whoever names this request as looked up.
   */
  said_paid: Nullable(Type.Object({ id: Id, by: Type.String(), at: Time, txid: Nullable(Type.String()) })),
  user: Person,
})
export type Withdrawal = Static<typeof Withdrawal>

/** What a withdrawal is in the coin of the wallet that pays it, at the price of now. Nothing is held by it. */
export const PayoutCoin = Type.Object({
  symbol: Type.String(),
  /** of a token; null for the network's own coin */
  contract: Nullable(Type.String()),
  /** `off`: its price is not read here; `unknown`: there is none that can be trusted at the moment */
  price: Type.Union([Type.Literal('known'), Type.Literal('unknown'), Type.Literal('off')]),
  /** null where there is no price */
  quote: Nullable(
    Type.Object({
      /** of the coin, whole ones as a decimal string: rounded up to its eighth decimal */
      amount: Type.String(),
      /** dollars for one coin */
      price: Type.String(),
      /** the exchanges whose prices it is the median of */
      sources: Type.Array(Type.String()),
      /** of when the price is */
      priced_at: Time,
    }),
  ),
})
export type PayoutCoin = Static<typeof PayoutCoin>

const { status: _, ...narrowedTo } = ListQuery.properties
/** The whole of the list of what is to be paid, or a part of it. */
export const PayoutListQuery = Fields(narrowedTo)

/** A line of a payout list that came back, as it stands in the file. */
const PayoutToCheck = Fields({
  id: Text(60, 0),
  network: Text(40, 0),
  address: Text(120, 0),
  amount: Text(40, 0),
  txid: Text(200, 0),
})
export type PayoutToCheck = Static<typeof PayoutToCheck>

const CheckedPayout = Type.Object({
  /** `pay`: it would be marked as paid; `waits`: it would wait for a second administrator; `paid`: it is, by this transaction */
  verdict: Type.Union([Type.Literal('pay'), Type.Literal('waits'), Type.Literal('paid'), Type.Literal('refused')]),
  /** the same in a sentence */
  words: Type.String(),
  /** what else the transaction is recorded for, in a sentence: one transaction may pay several */
  also: Nullable(Type.String()),
  /** as explorers of the network write it, where it could be read */
  txid: Type.String(),
  /** what is to be sent to mark it as paid, and for whom; null where there is none with this id */
  withdrawal: Nullable(
    Type.Object({
      id: Id,
      amount: Amount,
      date: Time,
      version: Version,
      user_name: Type.String(),
      wallet_id: Id,
      wallet_name: Type.String(),
    }),
  ),
})
export type CheckedPayout = Static<typeof CheckedPayout>

const PayoutCheck = Type.Object({
  status: Type.Literal('success'),
  /** in the order of the lines */
  lines: Type.Array(CheckedPayout),
  /** what this administrator may still pay out alone today; null where nothing is counted */
  left_alone: Nullable(Amount),
  /** how many more of their requests may wait for a second administrator */
  may_ask: Type.Integer(),
  /** what the wallets hold that are to pay */
  wallets: Type.Array(Type.Object({ id: Id, name: Type.String(), holds: Amount })),
})
export type PayoutCheck = Static<typeof PayoutCheck>

/** The request of `said_paid`, where the administrator has looked that payment up. */
const looked_up = Type.Optional(Id)
export const WithdrawalEdit = Fields({ ...EditBody.properties, txid: Type.Optional(Text(200)), looked_up })

/** What tells whether a withdrawal is ordinary: facts of the books and the records, at one moment. */
export const WithdrawalBackground = Type.Object({
  /** the moment of the answer */
  as_of: Time,
  /** what has come in at the payment wallets for the investor's investments, ever, as the books have it */
  paid_in: Amount,
  /** what has gone out of them for the investor's withdrawals, ever; of this one, once it is completed */
  paid_out: Amount,
  /** what came in and was sent back */
  refunded: Amount,
  /** the investor's other withdrawals that are pending or approved */
  waiting: Type.Object({ count: Type.Integer(), amount: Amount }),
  /** the investment with which money first came in, and when */
  first_paid_in: Nullable(Type.Object({ id: Id, at: Time })),
  joined_at: Time,
  kyc: KycState,
  /** when the newest identity check was decided */
  kyc_decided_at: Nullable(Time),
  /** the investor can't sign in */
  blocked: Type.Boolean(),
  /** when the password was last changed, after it was chosen at registration */
  password_changed_at: Nullable(Time),
  /** an administrator no longer trusts the password */
  reset_required: Type.Boolean(),
  /** when the investor last signed in on a device that was new while others were known */
  new_device_at: Nullable(Time),
  /** when the address of this withdrawal was removed to protect the account: nothing is paid there */
  address_distrusted_at: Nullable(Time),
  /** of this investor's other withdrawals, refunds left out */
  own: Type.Object({
    /** to the same address, however it is written, declined ones among them: how many, how many of them paid, since when */
    count: Type.Integer(),
    paid: Type.Integer(),
    first_at: Nullable(Time),
    /** paid to other addresses */
    paid_elsewhere: Type.Integer(),
  }),
  /** other people who asked to be paid at the same address or were sent money back there, the latest first, at most 10 */
  others: Type.Array(
    Type.Object({
      user: Person,
      count: Type.Integer(),
      paid: Type.Integer(),
      /** their latest: a withdrawal, or the investment that money was sent back for */
      latest: Type.Object({
        kind: Type.Union([Type.Literal('withdrawal'), Type.Literal('investment')]),
        id: Id,
        at: Time,
      }),
    }),
  ),
  others_count: Type.Integer(),
})
export type WithdrawalBackground = Static<typeof WithdrawalBackground>

export const withdrawalsContract = {
  'GET /api/withdrawal-conditions': {
    who: 'investor',
    summary:
      'What the next withdrawal has to keep to: a pause, the limit of 24 hours, new addresses; and the saved ones',
    reply: Type.Object({ status: Type.Literal('success'), ...WithdrawalConditions.properties }),
  },
  'POST /api/check-mail-link': {
    who: 'anyone',
    summary: 'What a link of a mail is for, to whoever has it; null where it no longer works',
    body: TokenBody,
    reply: Type.Object({ status: Type.Literal('success'), link: Nullable(MailLink) }),
  },
  'POST /api/cancel-by-link': {
    who: 'anyone',
    movesMoney: true,
    summary: 'Cancel a pending withdrawal by the link of its mail',
    body: TokenBody,
    reply: MessageReply,
  },
  'POST /api/withdraw': {
    who: 'investor',
    movesMoney: true,
    summary:
      'Ask for a payout of earnings or referral balance; the amount is held at once. To a new address it waits until that was confirmed by mail and has settled',
    bothHalves: true,
    stepUp: true,
    body: Fields({
      amount: AmountInput,
      source: Type.Union([Type.Literal('investment'), Type.Literal('referral')]),
      wallet_address: Text(120),
      wallet_name: Text(60),
      /** what a new address is to be called in the investor's address book */
      address_name: Type.Optional(Text(60)),
    }),
    reply: MessageReply,
  },
  'POST /api/cancel-withdrawal/:id': {
    who: 'investor',
    movesMoney: true,
    summary: 'Take back one’s own request while it is pending and nobody has said that it was paid',
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/approve-withdrawal/:id': {
    who: 'reviewer',
    summary: 'Approve: to be paid out',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: ApproveBody,
    reply: MessageReply,
  },
  'POST /api/decline-withdrawal/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Decline: the amount goes back to where it came from',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ ...DeclineBody.properties, looked_up }),
    reply: MessageReply,
  },
  'POST /api/update-withdrawal/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Correct amount, date or status, completed (paid) among them; the books follow by one correcting transfer',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: WithdrawalEdit,
    reply: MayWaitReply,
  },
  'POST /api/admin/preview-withdrawal/:id': previewCall('withdrawal', WithdrawalEdit),
  'GET /api/withdrawal-story/:id': storyCall(
    'What a withdrawal has done to the books, posting by posting, oldest first',
  ),
  'GET /api/admin/withdrawal-background/:id': {
    who: 'administrator',
    summary:
      'What tells whether a withdrawal is ordinary: the investor’s money, account, sign-in and use of the address',
    params: IdParams,
    reply: Type.Object({ status: Type.Literal('success'), ...WithdrawalBackground.properties }),
  },
  'GET /api/admin/withdrawals': pageCall(
    'Withdrawals in pages, newest first unless asked otherwise',
    Withdrawal,
    PageQuery,
  ),
  'GET /api/admin/withdrawals/:id': itemCall('One withdrawal', Withdrawal),
  'GET /api/admin/withdrawals/count': countCall('How many withdrawals a list has in all', ListQuery),
  'GET /api/admin/payout-coin/:id': {
    who: 'administrator',
    summary: 'What a withdrawal is in the coin of the wallet that pays it; nothing is posted differently for it',
    params: IdParams,
    reply: Type.Object({ status: Type.Literal('success'), coin: Nullable(PayoutCoin) }),
  },
  'GET /api/admin/withdrawals/payout-list': csvCall(
    'What is approved and to be paid as a file: filled in with the ids of the transactions, it is read back',
    PayoutListQuery,
  ),
  'POST /api/admin/check-payouts': {
    who: 'reviewer',
    summary:
      'What would become of each line of a payout list that came back, by marking it as paid and undoing it; nothing changes',
    movesMoney: true,
    bothHalves: true,
    body: Fields({ lines: Type.Array(PayoutToCheck, { minItems: 1, maxItems: 50 }) }),
    reply: PayoutCheck,
  },
  'GET /api/admin/withdrawals/csv': csvCall('The withdrawals of a list as a file for spreadsheets', ListQuery),
} as const satisfies Contract
