import { Type, type Static } from 'typebox'
import { Amount, AmountInput, Fields, Id, IdParams, MessageReply, Nullable, Status, Text, Time } from '#kit/wire.ts'
import type { Contract } from '#kit/wire.ts'
import { storyCall } from '#ledger/contract.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { csvCall, itemCall, ListQuery, pageCall, PageQuery } from '#lists/contract.ts'
import { Person } from '#users/contract.ts'
import { ApproveBody, DeclineBody, EditBody, recordFields } from '#records/contract.ts'

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
  /** the network of the wallet that pays it */
  network: Type.String(),
  /** the investor's own address */
  wallet_address: Type.String(),
  txid: Nullable(Type.String()),
  user: Person,
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
    body: ApproveBody,
    reply: MessageReply,
  },
  'POST /api/decline-withdrawal/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Decline: the amount goes back to where it came from',
    bothHalves: true,
    params: IdParams,
    body: DeclineBody,
    reply: MessageReply,
  },
  'POST /api/update-withdrawal/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Correct amount, date or status, completed (paid) among them; the books follow by one correcting transfer',
    bothHalves: true,
    params: IdParams,
    body: Fields({ ...EditBody.properties, txid: Type.Optional(Text(200)) }),
    reply: MayWaitReply,
  },
  'GET /api/withdrawal-story/:id': storyCall(
    'What a withdrawal has done to the books, posting by posting, oldest first',
  ),
  'GET /api/admin/withdrawals': pageCall(
    'Withdrawals in pages, newest first unless asked otherwise',
    Withdrawal,
    PageQuery,
  ),
  'GET /api/admin/withdrawals/:id': itemCall('One withdrawal', Withdrawal),
  'GET /api/admin/withdrawals/csv': csvCall('The withdrawals of a list as a file for spreadsheets', ListQuery),
} as const satisfies Contract
