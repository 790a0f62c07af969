import { Type, type Static } from 'typebox'
import { Amount, IdParams, MessageReply, Nullable, PercentText, Status, type Contract } from '#kit/wire.ts'
import { storyCall } from '#ledger/contract.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { countCall, csvCall, itemCall, ListQuery, pageCall, PageQuery } from '#lists/contract.ts'
import { Person } from '#users/contract.ts'
import { ApproveBody, DeclineBody, recordFields } from '#records/contract.ts'

/** What a decision changes, and what follows the investment. */
export const ReferralFacts = Type.Object({
  status: Status,
  /** while its investment is out of approved: what it goes back to */
  held_status: Nullable(Status),
  amount: Amount,
  reason: Nullable(Type.String()),
})
export type ReferralFacts = Static<typeof ReferralFacts>

export const Referral = Type.Object({
  /** in its history `by` an investor is by the inviter */
  ...recordFields(ReferralFacts),
  ref_bonus: PercentText,
  /** what the invited has invested, as it stands now: `amount` is its `ref_bonus` percent */
  investment_amount: Amount,
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
    stepUp: true,
    params: IdParams,
    body: ApproveBody,
    reply: MayWaitReply,
  },
  'POST /api/decline-referral/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Decline a referral',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: DeclineBody,
    reply: MessageReply,
  },
  'GET /api/referral-story/:id': storyCall('What a referral has done to the books, posting by posting, oldest first'),
  'GET /api/admin/referrals': pageCall('Referrals in pages, newest first unless asked otherwise', Referral, PageQuery),
  'GET /api/admin/referrals/:id': itemCall('One referral', Referral),
  'GET /api/admin/referrals/count': countCall('How many referrals a list has in all', ListQuery),
  'GET /api/admin/referrals/csv': csvCall('The referrals of a list as a file for spreadsheets', ListQuery),
} as const satisfies Contract
