import { Type, type Static } from 'typebox'
import { BackingMode } from '#reserve/contract.ts'
import { Amount, Day, Fields, Nullable, PercentText, Time, type Contract } from '#kit/wire.ts'

/** What a stranger is told where the operator shows them nothing. */
const Hidden = Type.Object({ public: Type.Literal(false) }, { additionalProperties: false })

/** Of the operator's own money, what is set apart: free for promises, for promises that were made, and what of those is not. */
const Reserve = Type.Object({ yield: Amount, committed: Amount, not_set_apart: Amount })

/** What is held and owed, as of one second, and how long it lasts. */
const OpenBooks = Type.Object({
  as_of: Time,
  public: Type.Boolean(),
  custody: Amount,
  /** of that, what each payment wallet holds */
  wallets: Type.Array(
    Type.Object({
      wallet_name: Type.String(),
      network: Type.String(),
      custody: Amount,
      /** of which day the newest proof is that its key has signed; not `current` where its address is another since */
      signed: Nullable(Type.Object({ day: Day, current: Type.Boolean() })),
    }),
  ),
  owed: Amount,
  /** of that, what is owed for what */
  owed_for: Type.Object({
    principal: Amount,
    earnings: Amount,
    /** earned since those were credited */
    accrued: Amount,
    referral: Amount,
    bonus: Amount,
    withdrawing: Amount,
    suspense: Amount,
  }),
  /** percent of what is owed that custody covers; null if nothing is */
  coverage: Nullable(PercentText),
  reserve: Reserve,
  /** whether promises are set apart before they are made */
  backing: BackingMode,
  /** when that ends, where it was chosen that it does: promises are set apart until then */
  disclosed_from: Nullable(Time),
  /** of the operator's own money, what was taken out although it was owed or set apart, and what of it still is not there */
  beyond_free: Type.Array(Type.Object({ day: Day, amount: Amount, missing: Amount })),
  runway: Type.Object({
    /** the last day that can be paid in full with no new money, percent payable if everybody left this second; null: none */
    until: Nullable(Day),
    if_all: Nullable(PercentText),
  }),
  /** by day of UTC, from today to the last end */
  due: Type.Array(Type.Object({ day: Day, amount: Amount })),
  plans: Type.Array(
    Type.Object({
      name: Type.String(),
      /** what its investments earn to their end, and what of it was credited or can be withdrawn */
      promised: Amount,
      paid: Amount,
      completed: Type.Integer(),
      late: Type.Integer(),
      corrected: Type.Integer(),
      left_early: Type.Integer(),
      /** what can still be invested with its earnings set apart; null where no plan is held to that */
      left_to_invest: Nullable(Amount),
    }),
  ),
})
export type OpenBooks = Static<typeof OpenBooks>

const KeptDay = Type.Object({
  day: Day,
  custody: Amount,
  owed: Amount,
  coverage: Nullable(PercentText),
  reserve: Type.Object({ yield: Amount, committed: Amount }),
})
export type KeptDay = Static<typeof KeptDay>

const BooksMonths = Type.Object({
  as_of: Time,
  /** of UTC, the newest first, back to the first in which there is anything */
  months: Type.Array(
    Type.Object({
      month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
      /** by promises made in it, as they stand now: an investment's earnings to its end, a referral's bonus */
      promised: Amount,
      /** posted in it, of earnings and bonuses, less what was taken back */
      paid: Amount,
      /** what the operator's investing made, as it was recorded in it */
      returned: Amount,
    }),
  ),
})
export type BooksMonths = Static<typeof BooksMonths>

/** The calls about the books that are open to everybody. */
export const openBooksContract = {
  'GET /api/books': {
    who: 'anyone',
    summary:
      'What is held and owed, how long it lasts and what each plan has kept, at most a minute old; to strangers where the operator shows it',
    reply: Type.Union([OpenBooks, Hidden]),
  },
  'GET /api/books/days': {
    who: 'anyone',
    summary:
      'The same at the end of each day of UTC, as it was kept then; a day on which the house was off is not there. The last 90 days, unless asked otherwise',
    query: Fields({ from: Type.Optional(Day), to: Type.Optional(Day) }),
    reply: Type.Union([Type.Object({ public: Type.Boolean(), days: Type.Array(KeptDay) }), Hidden]),
  },
  'GET /api/books/months': {
    who: 'anyone',
    summary:
      'What was promised in each month of UTC, what was paid of earnings and bonuses, and which returns were recorded, at most a minute old',
    reply: Type.Union([Type.Object({ public: Type.Boolean(), ...BooksMonths.properties }), Hidden]),
  },
} as const satisfies Contract
