import { Type, type Static } from 'typebox'
import { Amount, Fields, Id, Nullable, PercentText, Text, Time, type Contract } from '#kit/wire.ts'
import { PageQuery } from '#lists/contract.ts'
import { Maturing } from '#funds/contract.ts'
import { OwnAccount, TransferId, TransferKind } from '#ledger/contract.ts'
import { histories } from '#overview/contract.ts'
import { Person, UserInList } from '#users/contract.ts'

/** `count` and `oldest` (when it was made) are of what the administrator who asks may decide; `all` is how many wait, for whomever. */
const Waiting = Type.Object({ count: Type.Integer(), oldest: Nullable(Time), all: Type.Integer() })

/** The rest of `all`: not marked as paid by its investor; waiting for a second administrator; else it is one's own. */
const WaitingRecords = Type.Object({ ...Waiting.properties, unpaid: Type.Integer(), second: Type.Integer() })

const Zone = Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone of the days; UTC by default' }))

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
    /** held in percent of owed, rounded down; null if nothing is owed */
    percent: Nullable(PercentText),
  }),
  /** running investments that end today or up to so many days after it: their principal, and what they still earn */
  due: Type.Object({
    in_30_days: Maturing,
    in_90_days: Maturing,
    later: Maturing,
    days: Type.Array(
      Type.Object({
        day: Day,
        ...Maturing.properties,
        /** of the principal that ends on it, what goes to an Earnings Wallet: promotional credit does not */
        comes_back: Amount,
        /** what all that runs earns on it; today from now on */
        earns: Amount,
      }),
    ),
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

/** Users by the month in which they joined, of the zone; those before the last twelve stand together. */
const Cohort = Type.Object({
  /** `2026-11`; null for all before the others */
  month: Nullable(Type.String()),
  /** with those who have not proved both codes; null where those are not kept any more */
  registered: Nullable(Type.Integer()),
  verified: Type.Integer(),
  approved: Type.Integer(),
  /** an investment of theirs was approved */
  invested: Type.Integer(),
  /** something stands on one of their accounts */
  holding: Type.Integer(),
  /** for investments, less what was sent back; and for withdrawals */
  paid_in: Amount,
  paid_out: Amount,
})

/** A plan's money. What it earned and its principal go to investors' wallets; what they withdraw is of no plan. */
const PlanFigures = Type.Object({
  plan: Type.Object({ id: Id, name: Type.String(), available: Type.Boolean() }),
  /** of the investments that run now: how many, their principal, and what they will still earn */
  running: Maturing,
  /** paid in for investments, less what was sent back */
  in: Amount,
  /** credited to Earnings Wallets, and principal that came back at the end */
  earned: Amount,
  returned: Amount,
  /** the last 30: what was paid in, what began and what came back of it, and what ran at the end of the day */
  days: Type.Array(Type.Object({ day: Day, in: Amount, began: Amount, back: Amount, running: Amount })),
})

/** What a house needs before it takes in investors. */
export const Checklist = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.Union([
        Type.Literal('wallet'),
        Type.Literal('plan'),
        Type.Literal('mail'),
        Type.Literal('text messages'),
        Type.Literal('terms'),
        Type.Literal('backing'),
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
  /** only what is set apart is promised, and nothing is: nobody can invest */
  reserve_empty: Type.Boolean(),
})

export type Cohort = Static<typeof Cohort>
export type PlanFigures = Static<typeof PlanFigures>

export const figuresContract = {
  'GET /api/admin/figures': {
    who: 'administrator',
    takesLong: true,
    summary: "The platform's figures: money in and out, owed, held, falling due, new users",
    query: Fields({ zone: Zone }),
    reply: PlatformFigures,
  },
  'GET /api/admin/cohorts': {
    who: 'administrator',
    summary: 'Users by the month in which they joined: how far they came, what they paid in and were paid out',
    query: Fields({ zone: Zone }),
    reply: Type.Object({
      status: Type.Literal('success'),
      /** up to a minute ago */
      as_of: Time,
      zone: Type.String(),
      cohorts: Type.Array(Cohort),
    }),
  },
  'GET /api/admin/plan-figures': {
    who: 'administrator',
    summary: 'What was paid in for each plan, what runs, is still to be earned and was paid, and its last 30 days',
    query: Fields({ zone: Zone }),
    reply: Type.Object({
      status: Type.Literal('success'),
      as_of: Time,
      zone: Type.String(),
      items: Type.Array(PlanFigures),
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
          id: TransferId,
          at: Time,
          kind: TransferKind,
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
  'GET /api/admin/waiting': {
    who: 'administrator',
    summary:
      'What waits for the administrator who asks: how many of each kind they may decide, and since when; how many wait in all, and for what',
    reply: Type.Object({
      status: Type.Literal('success'),
      /** pending and waiting approval */
      investments: WaitingRecords,
      /** pending */
      withdrawals: WaitingRecords,
      /** withdrawals that are approved and not yet paid */
      payouts: WaitingRecords,
      /** pending */
      referrals: WaitingRecords,
      /** of the identity */
      checks: Waiting,
      /** with sanctions lists and lists of exposed persons */
      matches: Waiting,
      /** by a second administrator */
      approvals: Waiting,
    }),
  },
  'GET /api/admin/checklist': {
    who: 'administrator',
    summary:
      'What a house needs before it takes in investors: wallet, plan, mail, text messages, terms, the backing of promises, a second administrator',
    reply: Type.Object({ status: Type.Literal('success'), ...Checklist.properties }),
  },
  'GET /api/admin-histories': {
    who: 'administrator',
    takesLong: true,
    summary: 'The newest 100 of each list',
    reply: Type.Object({
      status: Type.Literal('success'),
      ...histories,
      users: Type.Array(UserInList),
    }),
  },
} as const satisfies Contract
