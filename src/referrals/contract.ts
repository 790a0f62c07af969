import { Type, type Static } from 'typebox'
import { History } from '#audit/contract.ts'
import {
  Amount,
  Fields,
  Id,
  IdParams,
  MayWaitReply,
  MessageReply,
  Nullable,
  PercentText,
  Status,
  Text,
  Time,
  Version,
  type Contract,
  FileReply,
  ItemReply,
  ListQuery,
  PageQuery,
  PageReply,
} from '#kit/wire.ts'
import { StoryReply } from '#ledger/contract.ts'

/** What a decision changes, and what follows the investment. */
export const ReferralFacts = Type.Object({
  status: Status,
  /** while its investment is out of approved: what it goes back to */
  held_status: Nullable(Status),
  amount: Amount,
  reason: Nullable(Type.String()),
})
export type ReferralFacts = Static<typeof ReferralFacts>

const Person = Type.Object({ id: Id, name: Type.String(), email: Type.String() })

export const Referral = Type.Object({
  id: Id,
  amount: Amount,
  status: Status,
  reason: Nullable(Type.String()),
  ref_bonus: PercentText,
  /** what the invited has invested, as it stands now: `amount` is its `ref_bonus` percent */
  investment_amount: Amount,
  created_at: Time,
  version: Version,
  /** what has happened to it, oldest first; `by` an investor is by the inviter */
  history: History(ReferralFacts),
  inviter: Person,
  invited: Person,
})
export type Referral = Static<typeof Referral>

export const referralsContract = {
  'POST /api/approve-referral/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: "Approve: the bonus goes to the inviter's Referral Wallet",
    bothHalves: true,
    params: IdParams,
    body: Fields({ version: Type.Optional(Version) }),
    reply: MayWaitReply,
  },
  'POST /api/decline-referral/:id': {
    who: 'reviewer',
    summary: 'Decline a referral',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Type.Optional(Text(500)), version: Type.Optional(Version) }),
    reply: MessageReply,
  },
  'GET /api/referral-story/:id': {
    who: 'investor',
    summary: 'What a referral has done to the books, posting by posting, oldest first',
    params: IdParams,
    reply: StoryReply,
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
    reply: ItemReply(Referral),
  },
  'GET /api/admin/referrals/csv': {
    who: 'administrator',
    summary: 'The referrals of a list as a file for spreadsheets',
    bothHalves: true,
    raw: 'file',
    query: ListQuery,
    reply: FileReply('text/csv'),
  },
} as const satisfies Contract
