import { Type, type Static } from 'typebox'
import { Amount, Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { PageQuery, PageReply } from '#lists/contract.ts'

/** What may wait for a second administrator. */
export const ApprovalKind = Type.Union([
  Type.Literal('approve investment'),
  Type.Literal('decline investment'),
  Type.Literal('update investment'),
  Type.Literal('update withdrawal'),
  Type.Literal('approve referral'),
  Type.Literal('top up user'),
  Type.Literal('deduct user'),
  Type.Literal('refund suspense'),
  Type.Literal('record funds'),
  Type.Literal('create wallet'),
  Type.Literal('change wallet'),
  Type.Literal('create plan'),
  Type.Literal('change plan'),
  Type.Literal('change limit'),
  Type.Literal('change kyc'),
  Type.Literal('change setting'),
  Type.Literal('change backing'),
  Type.Literal('publish terms'),
  Type.Literal('set roles'),
  Type.Literal('invite to roles'),
  Type.Literal('unblock user'),
])
export type ApprovalKind = Static<typeof ApprovalKind>
export const APPROVAL_KINDS = ApprovalKind.anyOf.map((kind) => kind.const)

/** What would change: `balance` and `roles` by the id of their user, `funds` by that of their wallet. One request waits for each at a time. */
export const ApprovalSubject = Type.Union([
  Type.Literal('investment'),
  Type.Literal('withdrawal'),
  Type.Literal('referral'),
  Type.Literal('wallet'),
  Type.Literal('plan'),
  Type.Literal('setting'),
  Type.Literal('balance'),
  Type.Literal('funds'),
  Type.Literal('reserve'),
  Type.Literal('roles'),
  Type.Literal('invitation'),
])
export type ApprovalSubject = Static<typeof ApprovalSubject>

/**
 * Why a second administrator is needed: `always`, whatever it moves; above the `limit`; it is above the limit and who asked
 * decided the step before it (`own step`); who asked has decided as much alone on that `day` as one administrator may.
 */
export const ApprovalWhy = Type.Union([
  Type.Literal('always'),
  Type.Literal('limit'),
  Type.Literal('own step'),
  Type.Literal('day'),
])
export type ApprovalWhy = Static<typeof ApprovalWhy>

/**
 * The step before it, where it waits because who asked had taken that: they approved the `identity` of the investor or of
 * the inviter, or nobody has (`no identity`); made the `plan`; recorded the `money` that pays for an investment; approved
 * the `investment` that a bonus comes from, or the `withdrawal` that is to be paid; or would take `both` steps at once.
 */
export const OwnStep = Type.Union([
  Type.Literal('identity'),
  Type.Literal('inviter identity'),
  Type.Literal('no identity'),
  Type.Literal('no inviter identity'),
  Type.Literal('plan'),
  Type.Literal('money'),
  Type.Literal('investment'),
  Type.Literal('withdrawal'),
  Type.Literal('both'),
])
export type OwnStep = Static<typeof OwnStep>

/** One field as it was when the request was made, and as it would be; amounts and times as the wire writes them. */
export const Change = Type.Object({
  field: Type.String(),
  /** the name of whose it is, where it is neither of who is concerned nor of what the request is about */
  of: Type.Optional(Type.String()),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
})
export type Change = Static<typeof Change>

export const Approval = Type.Object({
  id: Id,
  kind: ApprovalKind,
  subject_kind: ApprovalSubject,
  subject_id: Id,
  /** of the wallet, the plan, the setting or the person that it is about, as it was when it was asked for; null if it is somebody's record, and for what was asked for before this was kept */
  name: Nullable(Type.String()),
  /** whose record it is, where it is somebody's */
  concerns: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** whom it concerns besides: the other side of a referral, or whose bonus moves with it */
  also_concerns: Nullable(Id),
  asked_by: Type.Object({ id: Id, name: Type.String() }),
  asked_at: Time,
  /** nobody can agree to it from then on */
  expires_at: Time,
  reason: Nullable(Type.String()),
  changes: Type.Array(Change),
  /** null for what was asked for before this was kept */
  why: Nullable(ApprovalWhy),
  /** where it waits for an `own step`; null for what was asked for before this was kept */
  own_step: Nullable(OwnStep),
  /** what it counts for the limit: the most that it moved on one account when it was asked for, or how far an amount is from what the investor typed; of an approval or a payout, its amount */
  moved: Nullable(Amount),
  /** the reader has asked for it, and may withdraw it */
  mine: Type.Boolean(),
  /** the reader may agree to it or refuse it */
  may_decide: Type.Boolean(),
  /** why not, in a sentence that says who can, where that is known; null if they may */
  why_not: Nullable(Type.String()),
})
export type Approval = Static<typeof Approval>

/** The reply of a call that may wait for a second administrator: 202 where it waits, by the id of what waits. */
export const MayWaitReply = Type.Object({ message: Type.String(), approval_id: Type.Optional(Id) })

export const approvalsContract = {
  'GET /api/admin/approvals': {
    who: 'administrator',
    summary: 'What waits for a second administrator, newest first, in pages, and when one is needed',
    query: Fields({
      /** what waits on this alone */
      subject: Type.Optional(Id),
      /** what is of this kind alone */
      kind: Type.Optional(ApprovalKind),
      cursor: PageQuery.properties.cursor,
      limit: PageQuery.properties.limit,
    }),
    reply: Type.Object({
      ...PageReply(Approval).properties,
      /** a correction that counts more than this needs a second administrator */
      limit: Amount,
      /** what one administrator may approve, pay out and correct alone in a day (UTC); beyond it each further one waits */
      daily_limit: Amount,
      /** there is somebody else who could agree; while there is nobody, nothing waits */
      others: Type.Object({ reviewers: Type.Boolean(), owners: Type.Boolean() }),
    }),
  },
  'POST /api/refuse-approval/:id': {
    who: 'reviewer',
    summary: 'Refuse what another administrator has asked for, with the reason; nothing changes',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
  'POST /api/withdraw-approval/:id': {
    who: 'reviewer',
    summary: 'Take back what one has asked for oneself; nothing changes',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/agree-approval/:id': {
    who: 'reviewer',
    movesMoney: true,
    summary: 'Agree as a second administrator to what another has asked for: it is done at once, as of now',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    reply: MessageReply,
  },
} as const satisfies Contract
