import { Type, type Static, type TSchema } from 'typebox'
import {
  Amount,
  AmountInput,
  Fields,
  FileReply,
  Id,
  IdParams,
  ListQuery,
  MayWaitReply,
  MessageReply,
  Nullable,
  PageQuery,
  PageReply,
  Text,
  Time,
  type Contract,
} from '#kit/wire.ts'
import { Wallet } from '#wallets/contract.ts'
import { Plan } from '#plans/contract.ts'
import { MessagesListQuery } from '#mail/contract.ts'
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
  /** since when, and why, the user cannot sign in */
  blocked: Nullable(Type.Object({ at: Time, reason: Type.String() })),
  created_at: Time,
})
export type ListedUser = Static<typeof ListedUser>

/** Users have no amounts; `status` is a state of the identity check, and `q` is looked for in phone numbers too. */
const UserListQuery = Fields({
  ...Type.Pick(ListQuery, ['q', 'status', 'from', 'to']).properties,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
})
const UserPageQuery = Fields({ ...UserListQuery.properties, ...Type.Pick(PageQuery, ['cursor', 'limit']).properties })

const Person = Type.Object({ id: Id, name: Type.String(), email: Type.String() })
const one = <S extends TSchema>(item: S) => Type.Object({ status: Type.Literal('success'), item })
/** How many wait, and since when the oldest of them was made. */
const Waiting = Type.Object({ count: Type.Integer(), oldest: Nullable(Time) })

/** What a balance is adjusted for. */
const Category = Type.Union([
  Type.Literal('correction'),
  Type.Literal('goodwill'),
  Type.Literal('promotion'),
  Type.Literal('fee'),
  Type.Literal('other'),
])
export type Category = Static<typeof Category>

/** By how much which account is adjusted (earnings, where none is named), and why. */
export const AdjustmentBody = Fields({
  amount: AmountInput,
  reason: Type.Optional(Text(500)),
  account: Type.Optional(Type.Union([Type.Literal('earnings'), Type.Literal('referral'), Type.Literal('bonus')])),
  category: Type.Optional(Category),
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
    summary: 'Investments in pages, newest first unless asked otherwise',
    query: PageQuery,
    reply: PageReply(Investment),
  },
  'GET /api/admin/investments/:id': {
    who: 'administrator',
    summary: 'One investment',
    params: IdParams,
    reply: one(Investment),
  },
  'GET /api/admin/investments/csv': {
    who: 'administrator',
    summary: 'The investments of a list as a file for spreadsheets',
    raw: 'file',
    query: ListQuery,
    reply: FileReply('text/csv'),
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
    reply: one(Withdrawal),
  },
  'GET /api/admin/withdrawals/csv': {
    who: 'administrator',
    summary: 'The withdrawals of a list as a file for spreadsheets',
    raw: 'file',
    query: ListQuery,
    reply: FileReply('text/csv'),
  },
  'GET /api/admin/referrals': {
    who: 'administrator',
    summary: 'Referrals in pages, newest first unless asked otherwise',
    query: PageQuery,
    reply: PageReply(Referral),
  },
  'GET /api/admin/referrals/:id': {
    who: 'administrator',
    summary: 'One referral',
    params: IdParams,
    reply: one(Referral),
  },
  'GET /api/admin/referrals/csv': {
    who: 'administrator',
    summary: 'The referrals of a list as a file for spreadsheets',
    raw: 'file',
    query: ListQuery,
    reply: FileReply('text/csv'),
  },
  'GET /api/admin/users': {
    who: 'administrator',
    summary: 'Users in pages, newest first unless asked otherwise',
    query: UserPageQuery,
    reply: PageReply(ListedUser),
  },
  'GET /api/admin/users/csv': {
    who: 'administrator',
    summary: 'The users of a list as a file for spreadsheets',
    raw: 'file',
    query: UserListQuery,
    reply: FileReply('text/csv'),
  },
  'GET /api/admin/messages/csv': {
    who: 'administrator',
    summary: 'The messages of a list as a file for spreadsheets; never what they say',
    raw: 'file',
    query: MessagesListQuery,
    reply: FileReply('text/csv'),
  },
  'GET /api/admin/waiting': {
    who: 'administrator',
    summary: 'What waits for an administrator: how many of each kind, and since when',
    reply: Type.Object({
      status: Type.Literal('success'),
      /** pending and waiting approval */
      investments: Waiting,
      /** pending */
      withdrawals: Waiting,
      /** withdrawals that are approved and not yet paid */
      payouts: Waiting,
      /** pending */
      referrals: Waiting,
      /** of the identity */
      checks: Waiting,
      /** by a second administrator */
      approvals: Waiting,
    }),
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
      /** the newest 100 of each; the lists hold the rest, by `user` */
      investments: Type.Array(Investment),
      withdrawals: Type.Array(Withdrawal),
      referrals: Type.Array(Referral),
      user: ListedUser,
      /** who invited them */
      inviter: Nullable(Person),
      /** whom they invited: how many, and the newest 100 */
      invited: Type.Object({
        count: Type.Integer(),
        newest: Type.Array(Type.Object({ ...Person.properties, created_at: Time })),
      }),
    }),
  },
  'POST /api/topup-user/:id': {
    who: 'reviewer',
    summary: "Credit a user's account out of the operator's equity",
    bothHalves: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MayWaitReply,
  },
  'POST /api/deduct-user/:id': {
    who: 'reviewer',
    summary: "Take back from a user's account into the operator's equity",
    bothHalves: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MayWaitReply,
  },
  'POST /api/agree-approval/:id': {
    who: 'reviewer',
    summary: 'Agree as a second administrator to what another has asked for: it is done at once, as of now',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
} as const satisfies Contract
