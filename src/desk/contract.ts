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
  PercentText,
  Text,
  Time,
  type Contract,
} from '#kit/wire.ts'
import { AccountKind, OwnAccount } from '#ledger/contract.ts'
import { AuditQuery } from '#audit/contract.ts'
import { Wallet } from '#wallets/contract.ts'
import { Plan } from '#plans/contract.ts'
import { MessagesListQuery } from '#mail/contract.ts'
import { KycState } from '#identity/contract.ts'
import { Referral } from '#referrals/contract.ts'
import { HeldMoney, Investment } from '#investments/contract.ts'
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

const YesOrNo = Type.Union([Type.Literal('yes'), Type.Literal('no')])
/** Users have no amounts; `status` is a state of the identity check, and `q` is looked for in phone numbers too. */
const UserListQuery = Fields({
  ...Type.Pick(ListQuery, ['q', 'status', 'from', 'to']).properties,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
  /** who cannot sign in, or who can */
  blocked: Type.Optional(YesOrNo),
  /** administrators, or everybody else */
  roles: Type.Optional(YesOrNo),
})
const UserPageQuery = Fields({ ...UserListQuery.properties, ...Type.Pick(PageQuery, ['cursor', 'limit']).properties })

const Person = Type.Object({ id: Id, name: Type.String(), email: Type.String() })
const one = <S extends TSchema>(item: S) => Type.Object({ status: Type.Literal('success'), item })
const Due = Type.Object({ count: Type.Integer(), principal: Amount, to_earn: Amount })
/** How many wait, and since when the oldest of them was made. */
/** `count` and `oldest` are of what the asker may decide; `all` is how many wait, for whomever. */
const Waiting = Type.Object({ count: Type.Integer(), oldest: Nullable(Time), all: Type.Integer() })

const Zone = Type.Optional(
  Type.String({ maxLength: 64, description: 'IANA time zone of the days; UTC where none is named' }),
)
/** A day of the zone, `2026-11-20`. */
const Day = Type.String()

/** The platform's money and people at one moment, out of the books and the records. */
export const PlatformFigures = Type.Object({
  status: Type.Literal('success'),
  as_of: Time,
  zone: Type.String(),
  /** when the last 30 days begin, today being the last of them */
  since: Time,
  /** what was taken in for investments, less what was sent back or taken back; what was paid out for withdrawals */
  money: Type.Object({
    in: Amount,
    out: Amount,
    in_30_days: Amount,
    out_30_days: Amount,
    /** the operator's own, in neither of the two above */
    own_in: Amount,
    own_out: Amount,
    days: Type.Array(Type.Object({ day: Day, in: Amount, out: Amount, own_in: Amount, own_out: Amount })),
  }),
  owed: Type.Object({
    /** in the Earnings Wallets, as posted */
    earnings: Amount,
    /** earned to the second of `as_of`, and not posted yet */
    accrued: Amount,
    referral: Amount,
    bonus: Amount,
    invested: Amount,
    withdrawing: Amount,
    /** what came in at the payment wallets without an investment to stand for it */
    suspense: Amount,
    /** all of these */
    total: Amount,
  }),
  held: Type.Object({
    total: Amount,
    wallets: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        network: Type.String(),
        available: Type.Boolean(),
        custody: Amount,
        suspense: Amount,
      }),
    ),
  }),
  /** held against owed; what is over is less than zero where it is short */
  coverage: Type.Object({
    held: Amount,
    owed: Amount,
    over: Amount,
    /** held in percent of owed, rounded down; null where nothing is owed */
    percent: Nullable(PercentText),
  }),
  /** running investments by when they end: their principal, and what they will still earn from now until then */
  due: Type.Object({
    in_30_days: Due,
    in_90_days: Due,
    later: Due,
    days: Type.Array(Type.Object({ day: Day, ...Due.properties })),
  }),
  users: Type.Object({
    total: Type.Integer(),
    in_30_days: Type.Integer(),
    days: Type.Array(Type.Object({ day: Day, count: Type.Integer() })),
  }),
  /** of the last 30 days: who registered, and of them who has proved both codes, whose identity is approved, who has invested */
  conversion: Type.Object({
    registered: Type.Integer(),
    verified: Type.Integer(),
    approved: Type.Integer(),
    invested: Type.Integer(),
  }),
})
export type PlatformFigures = Static<typeof PlatformFigures>

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

/** An account of the books by its name (business rules §3), and whose it is where it is somebody's or a wallet's. */
const AccountName = Type.Object({
  name: Type.String(),
  kind: AccountKind,
  of: Nullable(Type.Object({ id: Id, name: Type.String() })),
})
export type AccountName = Static<typeof AccountName>

const AccountPosting = Type.Object({
  /** of the transfer */
  id: Id,
  /** its place among all that was posted to the account */
  sequence: Type.Integer(),
  at: Time,
  kind: Type.String(),
  /** how it changed the account's own balance, and what that was afterwards */
  amount: Amount,
  balance_after: Amount,
  /** who did it; null where it happened by itself, then `job` says what did it */
  by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  job: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  record: Type.Object({
    kind: Type.Union([
      Type.Literal('investment'),
      Type.Literal('withdrawal'),
      Type.Literal('referral'),
      Type.Literal('user'),
      Type.Literal('wallet'),
    ]),
    id: Id,
  }),
  /** where it came from or went to */
  others: Type.Array(Type.Object({ ...AccountName.properties, amount: Amount })),
})
export type AccountPosting = Static<typeof AccountPosting>

export const PostingsQuery = Fields({
  account: Text(100),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: '1 to 100; 50 where none is named' })),
})

const Funds = Type.Object({
  status: Type.Literal('success'),
  wallets: Type.Array(
    Type.Object({
      wallet: Wallet,
      /** what has come in and not gone out */
      custody: Amount,
      /** of that, held without an investment to stand for it */
      suspense: Amount,
      /** approved withdrawals that wait to be paid out of it */
      to_pay: Amount,
      /** what of that custody does not cover */
      shortfall: Amount,
    }),
  ),
  /** the operator's own accounts, each on its own side */
  accounts: Type.Object({
    capital: Amount,
    adjustments: Amount,
    returns: Amount,
    fees: Amount,
    yield: Amount,
    referral: Amount,
  }),
  /** of all wallets together */
  custody: Amount,
  held: Amount,
  /** what running investments have earned by now and is not posted yet */
  accrued: Amount,
  /** to all investors together: on their accounts, accrued, and what is held in suspense for them */
  owed: Amount,
  /** percent of what is owed that custody covers; null where nothing is */
  coverage: Nullable(PercentText),
  /** the oldest 50 */
  suspense: Type.Array(HeldMoney),
  more_suspense: Type.Boolean(),
  /** the operator's own money as it was recorded, the newest 20 */
  recorded: Type.Array(
    Type.Object({
      id: Id,
      at: Time,
      direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
      account: Type.Union([Type.Literal('capital'), Type.Literal('returns'), Type.Literal('fees')]),
      amount: Amount,
      wallet: Type.Object({ id: Id, wallet_name: Type.String() }),
      reason: Nullable(Type.String()),
      by: Nullable(Type.Object({ id: Id, name: Type.String() })),
    }),
  ),
})
export type Funds = Static<typeof Funds>

/** How many investments run now. */
const running = Type.Integer()

/** What a house needs before it takes in investors. */
export const Checklist = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.Union([
        Type.Literal('wallet'),
        Type.Literal('plan'),
        Type.Literal('mail'),
        Type.Literal('terms'),
        Type.Literal('second administrator'),
      ]),
      done: Type.Boolean(),
      /** else it is only recommended */
      needed: Type.Boolean(),
    }),
  ),
  /** something that is needed is not done */
  open: Type.Boolean(),
  /** `gateway`: mails go out; else they are written to files. When the newest of them was delivered to either */
  mail: Type.Object({ gateway: Type.Boolean(), delivered_at: Nullable(Time) }),
  /** of the terms that investors agree to now */
  terms_version: Type.String(),
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
    bothHalves: true,
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
    bothHalves: true,
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
    bothHalves: true,
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
    bothHalves: true,
    raw: 'file',
    query: UserListQuery,
    reply: FileReply('text/csv'),
  },
  'GET /api/admin/messages/csv': {
    who: 'administrator',
    summary: 'The messages of a list as a file for spreadsheets; never what they say',
    bothHalves: true,
    raw: 'file',
    query: MessagesListQuery,
    reply: FileReply('text/csv'),
  },
  'GET /api/admin/audit/csv': {
    who: 'administrator',
    summary: 'The audit log as a file for spreadsheets',
    bothHalves: true,
    raw: 'file',
    query: AuditQuery,
    reply: FileReply('text/csv'),
  },
  'GET /api/admin/checklist': {
    who: 'administrator',
    summary: 'What a house needs before it takes in investors: wallet, plan, mail, terms, a second administrator',
    reply: Type.Object({ status: Type.Literal('success'), ...Checklist.properties }),
  },
  'GET /api/admin/waiting': {
    who: 'administrator',
    summary:
      'What waits for the asker: how many of each kind they may decide, and since when; and how many wait in all',
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
  'GET /api/admin/figures': {
    who: 'administrator',
    summary: "The platform's figures: money in and out, owed, held, falling due, new users",
    query: Fields({ zone: Zone }),
    reply: PlatformFigures,
  },
  'GET /api/admin/due': {
    who: 'administrator',
    summary: 'Running investments by when they end, the next first, in pages',
    query: Fields({
      ...Type.Pick(PageQuery, ['cursor', 'limit', 'from', 'to']).properties,
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      as_of: Time,
      /** of all that was asked for, on whichever page */
      ...Due.properties,
      items: Type.Array(
        Type.Object({ id: Id, amount: Amount, to_earn: Amount, ends_at: Time, plan: Type.String(), user: Person }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
  },
  'GET /api/admin/funds': {
    who: 'administrator',
    summary: 'What each payment wallet holds and is to pay, what is owed, what suspense holds, and what was recorded',
    reply: Funds,
  },
  'GET /api/admin/postings': {
    who: 'administrator',
    summary: 'What has been posted to an account of the books, newest first, in pages',
    query: PostingsQuery,
    reply: Type.Object({
      status: Type.Literal('success'),
      account: AccountName,
      balance: Amount,
      items: Type.Array(AccountPosting),
      next_cursor: Nullable(Type.String()),
    }),
  },
  'GET /api/admin/plans': {
    who: 'administrator',
    summary: 'All plans, on offer or not, with how many investments run on each',
    reply: Type.Object({
      status: Type.Literal('success'),
      items: Type.Array(Type.Object({ ...Plan.properties, running })),
    }),
  },
  'GET /api/admin/wallets': {
    who: 'administrator',
    summary: 'All payment wallets, on offer or not, with how many investments run that were paid to each',
    reply: Type.Object({
      status: Type.Literal('success'),
      items: Type.Array(Type.Object({ ...Wallet.properties, running })),
    }),
  },
  'GET /api/admin/moves': {
    who: 'administrator',
    summary:
      'What has moved through the payment wallets, in for investments or out for withdrawals, newest first, in pages',
    query: Fields({
      direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
      /** ISO 8601; the moment itself included */
      from: Text(40),
      /** left out */
      to: Text(40),
      ...Type.Pick(PageQuery, ['cursor', 'limit']).properties,
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      /** of all that was asked for; less than zero is what a correction took back */
      total: Amount,
      items: Type.Array(
        Type.Object({
          /** of the transfer */
          id: Id,
          at: Time,
          kind: Type.String(),
          amount: Amount,
          wallet: Type.String(),
          record: Type.Object({ kind: Type.Union([Type.Literal('investment'), Type.Literal('withdrawal')]), id: Id }),
          user: Person,
        }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
  },
  'GET /api/admin/balances': {
    who: 'administrator',
    summary: 'Whom the platform owes on one kind of account, as posted, the largest first, in pages',
    query: Fields({ account: OwnAccount, ...Type.Pick(PageQuery, ['cursor', 'limit']).properties }),
    reply: Type.Object({
      status: Type.Literal('success'),
      /** of everybody */
      total: Amount,
      items: Type.Array(Type.Object({ user: Person, amount: Amount })),
      next_cursor: Nullable(Type.String()),
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
    movesMoney: true,
    summary: "Credit a user's account out of the operator's equity",
    bothHalves: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MayWaitReply,
  },
  'POST /api/deduct-user/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: "Take back from a user's account into the operator's equity",
    bothHalves: true,
    params: IdParams,
    body: AdjustmentBody,
    reply: MayWaitReply,
  },
  'POST /api/agree-approval/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Agree as a second administrator to what another has asked for: it is done at once, as of now',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
} as const satisfies Contract
