import { Type, type Static, type TSchema } from 'typebox'
import { Change } from '#approvals/contract.ts'
import { History } from '#audit/contract.ts'
import {
  Amount,
  AmountInput,
  Fields,
  Id,
  IdParams,
  Nullable,
  Status,
  Text,
  Time,
  Version,
  type Contract,
} from '#kit/wire.ts'
import { AccountKind } from '#ledger/contract.ts'
import { KycState, Person } from '#users/contract.ts'

/** What every record has; `facts` are what its history tells of it. */
export const recordFields = <Facts extends TSchema>(facts: Facts) => ({
  id: Id,
  amount: Amount,
  status: Status,
  reason: Nullable(Type.String()),
  created_at: Time,
  version: Version,
  /** what has happened to it, oldest first */
  /** how it was made and the newest 99 changes since, oldest first */
  history: History(facts),
})

/** Of the record as the administrator was shown it. */
const version = Type.Optional(Version)
const reason = Type.Optional(Text(500))
export const ApproveBody = Fields({ version })
export const DeclineBody = Fields({ reason, version })
export const EditBody = Fields({
  amount: AmountInput,
  date: Type.String({ maxLength: 40 }),
  status: Status,
  reason,
  version,
})

/** A record that names a transaction: what it pays, and of whom. */
export const TransactionUse = Type.Object({
  kind: Type.Union([Type.Literal('investment'), Type.Literal('withdrawal'), Type.Literal('refund')]),
  /** of the investment or withdrawal; of a refund, the investment that the money came in for */
  id: Id,
  amount: Amount,
  /** of that investment or withdrawal */
  status: Status,
  created_at: Time,
  /** when a withdrawal was marked as paid, or a refund recorded; null of what is not paid out */
  paid_at: Nullable(Time),
  user: Person,
})
export type TransactionUse = Static<typeof TransactionUse>

/** What a search may find besides people and wallets; a refund leads to the investment that its money came in for. */
export const FoundKind = Type.Union([
  Type.Literal('investment'),
  Type.Literal('withdrawal'),
  Type.Literal('referral'),
  Type.Literal('refund'),
])
export type FoundKind = Static<typeof FoundKind>
/** What of a record begins as was typed: its own id, its reference, its transaction's id, the address it pays to. */
const FoundBy = Type.Union([
  Type.Literal('id'),
  Type.Literal('reference'),
  Type.Literal('transaction'),
  Type.Literal('address'),
])
export type FoundBy = Static<typeof FoundBy>

export const recordsContract = {
  'GET /api/admin/find': {
    who: 'administrator',
    summary:
      'What a few typed characters may mean: people, payment wallets, and records by id, reference, transaction id or payout address; at most five of each kind',
    query: Fields({
      /** the beginning of what is looked for, or of a word of a name; without regard to case */
      q: Text(120, 2),
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      people: Type.Array(
        Type.Object({ ...Person.properties, phone: Type.String(), kyc: KycState, blocked: Type.Boolean() }),
      ),
      wallets: Type.Array(Type.Object({ id: Id, name: Type.String(), address: Type.String(), network: Type.String() })),
      /** newest first, at most five of each kind */
      records: Type.Array(
        Type.Object({
          kind: FoundKind,
          /** of the record; of a refund, the investment that the money came in for */
          id: Id,
          by: FoundBy,
          /** the id, reference or address by which it was found, as it stands there */
          text: Type.String(),
          amount: Amount,
          /** of the record; of a refund, that of its investment */
          status: Status,
          created_at: Time,
          user: Person,
        }),
      ),
    }),
  },
  'GET /api/admin/transaction-of/:id': {
    who: 'administrator',
    summary:
      'The transaction that an investment or a withdrawal names: where it can be looked at, and which other records name it',
    params: IdParams,
    query: Fields({
      /** instead of the one that it names: whether others name this one */
      txid: Type.Optional(Text(200)),
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      network: Type.String(),
      txid: Nullable(Type.String()),
      /** on the network's explorer, where one is set */
      link: Nullable(Type.String()),
      /** oldest first, at most 20 */
      uses: Type.Array(TransactionUse),
    }),
  },
} as const satisfies Contract

/** What a correction would do if it were sent now. */
export const PreviewReply = Type.Object({
  status: Type.Literal('success'),
  /** it would wait for a second administrator */
  waits: Type.Boolean(),
  /** what it would change of the record, as a second administrator would read it */
  changes: Type.Array(Change),
  /** what an investment would have earned then */
  earned: Nullable(Amount),
  /** what it would move: one line for each account, by how much that account's own balance would change */
  moves: Type.Array(
    Type.Object({
      account: AccountKind,
      /** the name of the person or the payment wallet whose it is */
      of: Nullable(Type.String()),
      amount: Amount,
    }),
  ),
})

export type PreviewReply = Static<typeof PreviewReply>

/** Reviewers ask what a correction would move, before they send it; it is posted and undone, so nothing changes. */
export const previewCall = <Body extends TSchema>(record: string, body: Body) =>
  ({
    who: 'reviewer',
    summary: `What correcting this ${record} would move, by making the correction and undoing it; nothing changes`,
    movesMoney: true,
    bothHalves: true,
    params: IdParams,
    body,
    reply: PreviewReply,
  }) as const
