import { Type, type Static } from 'typebox'
import { History } from '#audit/contract.ts'
import {
  Amount,
  AmountInput,
  Fields,
  Id,
  IdParams,
  MayWaitReply,
  MessageReply,
  Nullable,
  Status,
  Text,
  Time,
  Version,
  type Contract,
  FileReply,
  ItemReply,
  ListQuery,
  PageQuery,
  PageReply,
} from '#kit/wire.ts'
import { StoryReply } from '#ledger/contract.ts'

/** What can be decided or corrected; `date` is when it was asked for. */
export const WithdrawalFacts = Type.Object({
  status: Status,
  amount: Amount,
  date: Time,
  txid: Nullable(Type.String()),
})
export type WithdrawalFacts = Static<typeof WithdrawalFacts>

export const Withdrawal = Type.Object({
  id: Id,
  amount: Amount,
  /** as the investor typed it, whatever it was corrected to */
  typed_amount: Amount,
  source: Type.Union([Type.Literal('investment'), Type.Literal('referral')]),
  status: Status,
  reason: Nullable(Type.String()),
  created_at: Time,
  completed_at: Nullable(Time),
  /** the payment wallet that pays it */
  wallet_id: Id,
  wallet_name: Type.String(),
  /** the network of the wallet that pays it */
  network: Type.String(),
  /** the investor's own address */
  wallet_address: Type.String(),
  txid: Nullable(Type.String()),
  version: Version,
  /** what has happened to it, oldest first */
  history: History(WithdrawalFacts),
  user: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
})
export type Withdrawal = Static<typeof Withdrawal>

export const withdrawalsContract = {
  'POST /api/withdraw': {
    who: 'investor',
    movesMoney: true,
    summary: 'Ask for a payout of earnings or referral balance; the amount is held at once',
    bothHalves: true,
    body: Fields({
      amount: AmountInput,
      source: Type.Union([Type.Literal('investment'), Type.Literal('referral')]),
      wallet_address: Text(120),
      wallet_name: Text(60),
    }),
    reply: MessageReply,
  },
  'POST /api/cancel-withdrawal/:id': {
    who: 'investor',
    movesMoney: true,
    summary: 'Take back one’s own request while it is pending',
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/approve-withdrawal/:id': {
    who: 'reviewer',
    summary: 'Approve: to be paid out',
    bothHalves: true,
    params: IdParams,
    body: Fields({ version: Type.Optional(Version) }),
    reply: MessageReply,
  },
  'POST /api/decline-withdrawal/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Decline: the amount goes back to where it came from',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Type.Optional(Text(500)), version: Type.Optional(Version) }),
    reply: MessageReply,
  },
  'POST /api/update-withdrawal/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Correct amount, date or status, completed (paid) among them; the books follow by one correcting transfer',
    bothHalves: true,
    params: IdParams,
    body: Fields({
      amount: AmountInput,
      date: Type.String({ maxLength: 40 }),
      status: Status,
      reason: Type.Optional(Text(500)),
      txid: Type.Optional(Text(200)),
      version: Type.Optional(Version),
    }),
    reply: MayWaitReply,
  },
  'GET /api/withdrawal-story/:id': {
    who: 'investor',
    summary: 'What a withdrawal has done to the books, posting by posting, oldest first',
    params: IdParams,
    reply: StoryReply,
  },
  'GET /api/admin/withdrawals': {
    who: 'administrator',
    summary: 'Withdrawals in pages, newest first unless asked otherwise',
    query: PageQuery,
    reply: PageReply(Withdrawal),
  },
  'GET /api/admin/withdrawals/:id': {
    who: 'administrator',
    summary: 'One withdrawal',
    params: IdParams,
    reply: ItemReply(Withdrawal),
  },
  'GET /api/admin/withdrawals/csv': {
    who: 'administrator',
    summary: 'The withdrawals of a list as a file for spreadsheets',
    bothHalves: true,
    raw: 'file',
    query: ListQuery,
    reply: FileReply('text/csv'),
  },
} as const satisfies Contract
