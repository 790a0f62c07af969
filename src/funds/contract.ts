import { Type, type Static } from 'typebox'
import { Amount, Fields, Id, Nullable, PercentText, Text, Time, type Contract } from '#kit/wire.ts'
import { PageQuery } from '#lists/contract.ts'
import { HeldMoney } from '#investments/contract.ts'
import { AccountKind, TransferId, TransferKind } from '#ledger/contract.ts'
import { Plan } from '#plans/contract.ts'
import { Person } from '#users/contract.ts'
import { RecordedAccount, Wallet } from '#wallets/contract.ts'
import { openBooksContract } from './books-contract.ts'
import { signaturesContract } from './signatures-contract.ts'

/** Running investments that end in a time: how many, their principal, and what they will still earn. */
export const Maturing = Type.Object({ count: Type.Integer(), principal: Amount, to_earn: Amount })

/** An account of the books by its name (business rules §3), and whose it is where it is somebody's or a wallet's. */
const NamedAccount = Type.Object({
  name: Type.String(),
  kind: AccountKind,
  of: Nullable(Type.Object({ id: Id, name: Type.String() })),
})
export type NamedAccount = Static<typeof NamedAccount>

const RecordOfTransfer = Type.Union([
  Type.Literal('investment'),
  Type.Literal('withdrawal'),
  Type.Literal('referral'),
  Type.Literal('user'),
  Type.Literal('wallet'),
  Type.Literal('reserve'),
])

const AccountPosting = Type.Object({
  id: TransferId,
  /** its place among all that was posted to the account */
  sequence: Type.Integer(),
  at: Time,
  kind: TransferKind,
  /** how it changed the account's own balance, and what that was afterwards */
  amount: Amount,
  balance_after: Amount,
  /** who did it; null if it happened automatically, then `job` says what did it */
  by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** who asked for it, where `by` agreed to it */
  asked_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  job: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  record: Type.Object({ kind: RecordOfTransfer, id: Id }),
  /** where it came from or went to */
  others: Type.Array(Type.Object({ ...NamedAccount.properties, amount: Amount })),
})
export type AccountPosting = Static<typeof AccountPosting>

export const PostingsQuery = Fields({
  account: Text(100),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: '1 to 100; 50 by default' })),
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
    reserve: Amount,
    committed: Amount,
    set_apart: Amount,
  }),
  /** promised, not credited yet and not set apart: the same as on `/books` */
  not_set_apart: Amount,
  /** the operator's own that is neither owed to anybody nor set apart; below zero where less is held than that */
  free: Amount,
  /** what of the reserve may go out: what is not promised yet, and held for no investment that waits */
  may_leave_reserve: Amount,
  /** of all wallets together */
  custody: Amount,
  held: Amount,
  /** what running investments have earned by now and is not posted yet */
  accrued: Amount,
  /** to all investors together: on their accounts, accrued, and what is held in suspense for them */
  owed: Amount,
  /** percent of what is owed that custody covers; null if nothing is */
  coverage: Nullable(PercentText),
  /** the oldest 50 */
  suspense: Type.Array(HeldMoney),
  more_suspense: Type.Boolean(),
  /** the operator's own money as it was recorded, the newest 20 */
  recorded: Type.Array(
    Type.Object({
      id: TransferId,
      at: Time,
      direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
      account: RecordedAccount,
      /** returns that were set apart in the same act */
      to_reserve: Type.Boolean(),
      amount: Amount,
      wallet: Type.Object({ id: Id, wallet_name: Type.String() }),
      reason: Nullable(Type.String()),
      by: Nullable(Type.Object({ id: Id, name: Type.String() })),
      /** who asked for it, where `by` agreed to it */
      asked_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
    }),
  ),
})
export type Funds = Static<typeof Funds>

/** What was proved of the books, and the first that is wrong with it. */
const ProvedOnWire = Type.Object({
  /** what is true where nothing is wrong */
  name: Type.String(),
  /** how many were looked at, and of what */
  looked: Type.Integer(),
  of: Type.String(),
  wrong: Nullable(
    Type.Object({
      says: Type.String(),
      /** the account by its name, and the record, where it is about one */
      account: Nullable(Type.String()),
      record: Nullable(Type.Object({ kind: RecordOfTransfer, id: Id })),
    }),
  ),
})

const BooksReply = Type.Object({
  status: Type.Literal('success'),
  /** one is under way */
  checking: Type.Boolean(),
  /** the last that is over; null before the first */
  last: Nullable(
    Type.Object({
      outcome: Type.Union([Type.Literal('clean'), Type.Literal('wrong'), Type.Literal('failed')]),
      at: Time,
      /** in full, or what had changed since the books were clean */
      whole: Type.Boolean(),
      seconds: Type.Integer(),
      proofs: Type.Array(ProvedOnWire),
    }),
  ),
})
export type CheckedBooks = Static<typeof BooksReply>

/** How many investments run now. */
const running = Type.Integer()

export const fundsContract = {
  ...openBooksContract,
  ...signaturesContract,
  'GET /api/admin/funds': {
    who: 'administrator',
    takesLong: true,
    summary: 'What each payment wallet holds and is to pay, what is owed, what suspense holds, and what was recorded',
    reply: Funds,
  },
  'GET /api/admin/books': {
    who: 'administrator',
    summary: 'What the last check of the books found, and whether one is under way',
    reply: BooksReply,
  },
  'POST /api/admin/check-books': {
    who: 'administrator',
    bothHalves: true,
    summary:
      'Check what has changed in the books since they were last clean, or all of them. One at a time: whoever asks meanwhile ' +
      'gets that one’s answer; what takes longer than a few seconds goes on by itself',
    reply: BooksReply,
  },
  'GET /api/admin/postings': {
    who: 'administrator',
    summary: 'What has been posted to an account of the books, newest first, in pages',
    query: PostingsQuery,
    reply: Type.Object({
      status: Type.Literal('success'),
      account: NamedAccount,
      balance: Amount,
      items: Type.Array(AccountPosting),
      next_cursor: Nullable(Type.String()),
    }),
  },
  'GET /api/admin/plans': {
    who: 'administrator',
    takesLong: true,
    summary: 'All plans, available or not, with how many investments run on each',
    reply: Type.Object({
      status: Type.Literal('success'),
      items: Type.Array(Type.Object({ ...Plan.properties, running })),
    }),
  },
  'GET /api/admin/wallets': {
    who: 'administrator',
    takesLong: true,
    summary: 'All payment wallets, available or not, with how many investments run that were paid to each',
    reply: Type.Object({
      status: Type.Literal('success'),
      items: Type.Array(Type.Object({ ...Wallet.properties, running })),
    }),
  },
  'GET /api/admin/due': {
    who: 'administrator',
    takesLong: true,
    summary: 'Running investments by when they end, the next first, in pages',
    query: Fields({
      ...Type.Pick(PageQuery, ['cursor', 'limit', 'from', 'to']).properties,
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      as_of: Time,
      /** of all that was asked for, on whichever page */
      ...Maturing.properties,
      items: Type.Array(
        Type.Object({ id: Id, amount: Amount, to_earn: Amount, ends_at: Time, plan: Type.String(), user: Person }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
  },
} as const satisfies Contract
