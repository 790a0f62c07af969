import { Type, type Static } from 'typebox'
import { Amount, ByWhom, Fields, FileReply, Id, Nullable, PercentText, Text, Time, type Contract } from '#kit/wire.ts'
import { OwnAccount, TransferId, TransferKind } from '#ledger/contract.ts'

export const Cause = Type.Object({
  kind: Type.Union([
    Type.Literal('investment'),
    Type.Literal('withdrawal'),
    Type.Literal('referral'),
    Type.Literal('user'),
  ]),
  id: Id,
  /**
   * the plan, the withdrawal's wallet, the invited person's e-mail; of earnings of several investments, which are the
   * user's, their plans; empty for an adjustment of the user's balance
   */
  title: Type.String(),
})
export type Cause = Static<typeof Cause>

/** From what a daily earning follows exactly: `earned(seconds_to) − earned(seconds_from)` is its amount. */
export const Yield = Type.Object({
  principal: Amount,
  daily_roi: PercentText,
  /** whole seconds since it began */
  seconds_from: Type.Integer(),
  seconds_to: Type.Integer(),
  began_at: Time,
})
export type Yield = Static<typeof Yield>

/** What an investment has of earnings that several share. */
export const EarnedShare = Type.Object({ cause: Cause, amount: Amount, yield: Yield })
export type EarnedShare = Static<typeof EarnedShare>

const told = {
  id: TransferId,
  at: Time,
  kind: TransferKind,
  /** by how much the balance changed */
  amount: Amount,
  balance_after: Amount,
  by: ByWhom,
  /** why, where somebody said so */
  reason: Nullable(Type.String()),
  cause: Cause,
}

/** One posting to one of the investor's accounts. */
export const StoryLine = Type.Object({
  ...told,
  /** of earnings of one investment; null for all else, and for those from before terms were kept whose own are not certain */
  yield: Nullable(Yield),
  /** of earnings of several investments what each has of them; none for all else */
  shares: Type.Array(EarnedShare),
})
export type StoryLine = Static<typeof StoryLine>

/** One transfer of a statement, with what it did to each of the investor's own accounts. */
export const StatementLine = Type.Object({
  ...told,
  entries: Type.Array(Type.Object({ account: OwnAccount, amount: Amount })),
})
export type StatementLine = Static<typeof StatementLine>

/** The accounts that a statement can be about: one, or what Plumb owes the investor altogether. */
export const StatementAccount = Type.Union([Type.Literal('all'), OwnAccount])
export type StatementAccount = Static<typeof StatementAccount>

/** What an investor had at the end of a day; the last one as of the answer, with what is earned and not posted yet. */
export const WorthDay = Type.Object({
  /** YYYY-MM-DD */
  day: Type.String(),
  /** what Plumb owes the investor altogether */
  all: Amount,
  earnings: Amount,
  referral: Amount,
  bonus: Amount,
  invested: Amount,
  withdrawing: Amount,
  /** what was newly invested from outside on that day, and what was paid out */
  paid_in: Amount,
  paid_out: Amount,
})
export type WorthDay = Static<typeof WorthDay>

const Day = Type.String({ maxLength: 10, description: 'YYYY-MM-DD' })
const period = {
  from: Day,
  /** the last day, itself included */
  to: Day,
  zone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone; UTC by default' })),
  account: Type.Optional(StatementAccount),
}
const page = {
  cursor: Type.Optional(Text(200)),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
}

/** A period as one addition. */
const sums = {
  status: Type.Literal('success'),
  from: Type.String(),
  to: Type.String(),
  zone: Type.String(),
  account: StatementAccount,
  as_of: Time,
  opening: Amount,
  /** opening + in − out */
  closing: Amount,
  in: Amount,
  out: Amount,
  /** of a period up to now that counts earnings: earned to the second of the answer and not posted yet, so that with
   * it the closing is what the wallet shows */
  unposted: Amount,
  /** lines of the whole period */
  count: Type.Integer(),
  /** the newest checkpoint of the log of the books and the key that has signed it; null before the first */
  log: Nullable(Type.Object({ key: Type.String(), note: Type.String() })),
}

/** All lines of a statement that count from one day, as one. */
export const StatementDay = Type.Object({
  day: Type.String({ description: 'YYYY-MM-DD' }),
  /** lines */
  count: Type.Integer(),
  in: Amount,
  out: Amount,
  /** what stands there at the end of the day, and so far on the day that is not over */
  closing: Amount,
  /** what kinds of movement there are among them */
  kinds: Type.Array(TransferKind),
})
export type StatementDay = Static<typeof StatementDay>

export const statementsContract = {
  'GET /api/story/:account': {
    who: 'investor',
    takesLong: true,
    summary: 'Why a balance is what it is: every posting that makes it, newest first',
    params: Fields({ account: OwnAccount }),
    query: Fields(page),
    reply: Type.Object({
      status: Type.Literal('success'),
      account: OwnAccount,
      /** posted: the sum of all its lines */
      balance: Amount,
      /** of earnings: earned to the second of the answer and not yet posted */
      unposted: Amount,
      as_of: Time,
      lines: Type.Array(StoryLine),
      /** hand it back for the next page; null if there is none */
      next_cursor: Nullable(Type.String()),
      /** lines in all */
      count: Type.Integer(),
    }),
  },
  'GET /api/statement': {
    who: 'investor',
    takesLong: true,
    summary: 'A period with its running balance, oldest first by default',
    query: Fields({
      ...period,
      ...page,
      order: Type.Optional(Type.Union([Type.Literal('oldest'), Type.Literal('newest')])),
    }),
    reply: Type.Object({ ...sums, lines: Type.Array(StatementLine), next_cursor: Nullable(Type.String()) }),
  },
  'GET /api/statement-days': {
    who: 'investor',
    takesLong: true,
    summary: 'A period day by day, newest first: the days on which something moved',
    query: Fields({ ...period, ...page }),
    reply: Type.Object({ ...sums, days: Type.Array(StatementDay), next_cursor: Nullable(Type.String()) }),
  },
  'GET /api/worth': {
    who: 'investor',
    takesLong: true,
    summary: 'What the investor had at the end of each of the last days, as the statements of those days close',
    query: Fields({
      /** 30 by default, 366 at most, today among them */
      days: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
      zone: period.zone,
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      zone: Type.String(),
      as_of: Time,
      /** oldest first, without gaps */
      days: Type.Array(WorthDay),
    }),
  },
  'GET /api/statement.csv': {
    who: 'investor',
    takesLong: true,
    summary: 'The statement as a file for spreadsheets',
    bothHalves: true,
    raw: 'file',
    query: Fields(period),
    reply: FileReply('text/csv'),
  },
  'GET /api/statement.pdf': {
    who: 'investor',
    takesLong: true,
    summary: 'The statement as a file to print',
    bothHalves: true,
    raw: 'file',
    query: Fields(period),
    reply: FileReply('application/pdf'),
  },
  'GET /api/export': {
    who: 'investor',
    takesLong: true,
    summary:
      'Everything that is kept about the signed-in user, in one file; what they entered for identity checks only within five minutes of their signing in or step-up',
    bothHalves: true,
    stepUp: true,
    raw: 'file',
    reply: FileReply('application/json'),
  },
} as const satisfies Contract
