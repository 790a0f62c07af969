import { Type, type Static } from 'typebox'
import { Amount, ByWhom, IdParams, Nullable, Time } from '#kit/wire.ts'

/** The accounts that an investor has. */
export const OwnAccount = Type.Union([
  Type.Literal('earnings'),
  Type.Literal('referral'),
  Type.Literal('bonus'),
  Type.Literal('invested'),
  Type.Literal('withdrawing'),
])
export type OwnAccount = Static<typeof OwnAccount>

/** Every kind of account in the books (business rules §3): an investor's own, a payment wallet's, the operator's. */
export const AccountKind = Type.Union([
  OwnAccount,
  Type.Literal('custody'),
  Type.Literal('suspense'),
  Type.Literal('capital'),
  Type.Literal('adjustments'),
  Type.Literal('returns'),
  Type.Literal('fees'),
  Type.Literal('yield'),
  Type.Literal('referral expense'),
  Type.Literal('reserve'),
  Type.Literal('committed'),
  Type.Literal('set apart'),
])
export type AccountKind = Static<typeof AccountKind>

/** Every kind of transfer in the books; what each means stands in `rules.ts`. */
export const TransferKind = Type.Union([
  Type.Literal('investment approved'),
  Type.Literal('investment received'),
  Type.Literal('investment refunded'),
  Type.Literal('investment earned'),
  Type.Literal('investment completed'),
  Type.Literal('investment left'),
  Type.Literal('withdrawal held'),
  Type.Literal('withdrawal given back'),
  Type.Literal('withdrawal paid'),
  Type.Literal('referral bonus'),
  Type.Literal('top up'),
  Type.Literal('deduct'),
  Type.Literal('funds in'),
  Type.Literal('funds out'),
  Type.Literal('reserve moved'),
  Type.Literal('set apart'),
  Type.Literal('correction'),
  Type.Literal('reversal'),
])
export type TransferKind = Static<typeof TransferKind>

/** Transfers have numbers, which are never given twice. */
export const TransferId = Type.String({ pattern: '^[1-9][0-9]{0,18}$', description: 'number of a transfer' })

/** One balanced transfer of the books, as the investor whose record it belongs to may see it. */
export const Posting = Type.Object({
  id: TransferId,
  /** when it counts from */
  at: Time,
  kind: TransferKind,
  by: ByWhom,
  /** why, where somebody said so */
  reason: Nullable(Type.String()),
  entries: Type.Array(
    Type.Object({
      account: AccountKind,
      /** the payment wallet's name, for its custody and suspense */
      wallet: Nullable(Type.String()),
      /** how it changed that account's own balance */
      amount: Amount,
      /** of the investor's own accounts only */
      balance_after: Nullable(Amount),
      /** it is one of the investor's own accounts */
      mine: Type.Boolean(),
    }),
  ),
})
export type Posting = Static<typeof Posting>

export const StoryReply = Type.Object({ status: Type.Literal('success'), postings: Type.Array(Posting) })
/** An investor reads what a record of theirs has done to the books, oldest first. */
export const storyCall = (summary: string) =>
  ({ who: 'investor', summary, params: IdParams, reply: StoryReply }) as const
