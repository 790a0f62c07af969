import { Type, type Static, type TSchema } from 'typebox'
import { Amount, AmountInput, Fields, Id, IdParams, MessageReply, Text, Time, type Contract } from '#kit/wire.ts'
import { Wallet } from '#wallets/contract.ts'
import { Plan } from '#plans/contract.ts'
import { KycState } from '#identity/contract.ts'
import { Referral } from '#referrals/contract.ts'
import { Investment } from '#investments/contract.ts'
import { Withdrawal } from '#withdrawals/contract.ts'

export const ListedUser = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  country: Type.String(),
  profile: Type.String(),
  /** the credential's health in words; nobody but its owner ever sees a password */
  enc_copy: Type.String(),
  kyc: KycState,
  roles: Type.Array(Type.String()),
  created_at: Time,
})
export type ListedUser = Static<typeof ListedUser>

/** Which page of which part of a list. */
export const PageQuery = Fields({
  cursor: Type.Optional(Text(200)),
  q: Type.Optional(Text(200, 0)),
  status: Type.Optional(Text(40, 0)),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
})
const page = <S extends TSchema>(item: S) =>
  Type.Object({
    status: Type.Literal('success'),
    items: Type.Array(item),
    /** hand it back for the next page; null where there is none */
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  })

/** By how much which account is adjusted (earnings, where none is named), and why. */
export const AdjustmentBody = Fields({
  amount: AmountInput,
  reason: Type.Optional(Text(500)),
  account: Type.Optional(Type.Union([Type.Literal('earnings'), Type.Literal('referral'), Type.Literal('bonus')])),
})

export const deskContract = {
  'GET /api/admin-histories': {
    who: 'administrator',
    summary: 'The newest 100 of each list',
    reply: Type.Object({
      status: Type.Literal('success'),
      withdrawals: Type.Array(Withdrawal),
      investments: Type.Array(Investment),
      referrals: Type.Array(Referral),
      plans: Type.Array(Plan),
      wallets: Type.Array(Wallet),
      users: Type.Array(ListedUser),
    }),
  },
  'GET /api/admin/investments': {
    who: 'administrator',
    summary: 'Investments, newest first, in pages',
    query: PageQuery,
    reply: page(Investment),
  },
  'GET /api/admin/withdrawals': {
    who: 'administrator',
    summary: 'Withdrawals, newest first, in pages',
    query: PageQuery,
    reply: page(Withdrawal),
  },
  'GET /api/admin/referrals': {
    who: 'administrator',
    summary: 'Referrals, newest first, in pages',
    query: PageQuery,
    reply: page(Referral),
  },
  'GET /api/admin/users': {
    who: 'administrator',
    summary: 'Users, newest first, in pages',
    query: PageQuery,
    reply: page(ListedUser),
  },
  'GET /api/view-user/:id': {
    who: 'administrator',
    summary: "One user's account",
    params: IdParams,
    reply: Type.Object({
      status: Type.Literal('success'),
      /** what the user could withdraw now from the Earnings Wallet */
      investment_balance: Amount,
      referral_balance: Amount,
      bonus_balance: Amount,
      active_investment: Amount,
      withdrawing: Amount,
      investments: Type.Array(Investment),
      withdrawals: Type.Array(Withdrawal),
      referrals: Type.Array(Referral),
      user: ListedUser,
    }),
  },
  'POST /api/topup-user/:id': {
    who: 'reviewer',
    summary: "Credit a user's account out of the operator's equity",
    bothHalves: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MessageReply,
  },
  'POST /api/deduct-user/:id': {
    who: 'reviewer',
    summary: "Take back from a user's account into the operator's equity",
    bothHalves: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MessageReply,
  },
} as const satisfies Contract
