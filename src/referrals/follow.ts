import { isAnybodyElse } from '#approvals/anybody-else.ts'
import type { Change } from '#approvals/contract.ts'
import { changesBetween } from '#approvals/rules.ts'
import { recordAct } from '#audit/record.ts'
import { type Actor, userOf } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId, type ActId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import type { Status } from '#kit/wire.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { shareOf, type Percent } from '#money/percent.ts'
import { settle } from '#ledger/books.ts'
import type { Entry } from '#ledger/post.ts'
import { namesOf } from '#users/find.ts'
import { lockReferralOf } from '#records/lock.ts'
import { writeNew } from '#records/write-decision.ts'
import { referralReference, requiredEntries, uncoveredBy } from './books.ts'
import { decide, factsOf, TITLE } from './decide.ts'
import { followed, notYet, owed, type ReferralState } from './rules.ts'
import type { ReferralRecord } from './store.ts'

/** The investment that a referral comes from, after it has changed. */
export type FollowedInvestment = {
  id: string
  /** the invited */
  userId: string
  inviterId: string | null
  amount: MicroUsd
  refBonus: Percent
  source: 'payment' | 'bonus' | 'reinvest'
  status: Status
  /** its referral, where that has been locked already; null where it has none */
  referral?: ReferralRecord | null | undefined
}

/** What a change of an investment does to the bonus of who invited. */
export type FollowedBonus = {
  /** by how much what the inviter has coming changes, up or down, micro-dollars */
  moved: MicroUsd
  /** who invited, where their bonus is made or moves, also one that nobody has approved yet */
  inviterId: string | null
  /** what they have coming, or would have once somebody approves it, and what of it is charged to the operator, before and after, for whoever agrees */
  changes: Change[]
  /** what it posted */
  entries: readonly Entry[]
}
const UNMOVED: FollowedBonus = { moved: ZERO, inviterId: null, changes: [], entries: [] }

/**
 * Lets the one referral of an investment follow it (business rules §6): made when new money is first approved,
 * corrected with the amount, held while the investment is out of approved, completed with it. What the inviter's
 * wallet no longer covers is charged to the operator; the change is never refused for it. 403 for an administrator who is
 * the inviter and would move a bonus of their own by it, pending or not, or make one where somebody else could. The caller
 * holds the locks on the investment and its people.
 */
export async function followInvestment(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  investment: FollowedInvestment,
): Promise<FollowedBonus> {
  const { inviterId } = investment
  if (inviterId === null || investment.source !== 'payment') return UNMOVED
  const referral = investment.referral === undefined ? await lockReferralOf(tx, investment.id) : investment.referral
  if (referral === null) {
    const isMade = await makeReferral(tx, clock, actor, { ...investment, inviterId })
    return isMade ? { ...UNMOVED, inviterId } : UNMOVED
  }

  const next = followed(referral, referral.ref_bonus, investment)
  if (stands(referral, next)) return UNMOVED
  const isMoved = next.amount !== referral.amount || owed(next) !== owed(referral) || notYet(next) !== notYet(referral)
  if (isMoved && userOf(actor) === inviterId) refuse('not allowed', OWN_BONUS)
  const act = newActId()
  const { charged, entries } = await settleReferral(tx, clock, { actor, act }, referral, next)
  await decide(tx, clock, actor, referral, { act, action: 'follow investment', changed: next, reason: next.reason })
  const of = (await namesOf(tx, [inviterId])).get(inviterId) ?? ''
  const [before, after] = [owed(referral), owed(next)]
  const changes = [
    ...changesBetween({ pending_bonus: toWire(notYet(referral)) }, { pending_bonus: toWire(notYet(next)) }),
    ...changesBetween({ inviters_bonus: toWire(before) }, { inviters_bonus: toWire(after) }),
  ].map(({ field, ...amounts }) => ({ field, of, ...amounts }))
  return {
    moved: microUsd(after > before ? after - before : before - after),
    inviterId: isMoved ? inviterId : null,
    changes: [...changes, ...charged],
    entries,
  }
}

const OWN_BONUS = 'This would change a referral bonus of your own. Another administrator has to do it.'

/**
 * Whether one is made. An operator who is alone approves what the people pay whom they have invited: the bonus itself is
 * for somebody else to approve.
 */
async function makeReferral(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  investment: FollowedInvestment & { inviterId: string },
): Promise<boolean> {
  const { inviterId } = investment
  if (investment.status !== 'approved' && investment.status !== 'completed') return false
  if (investment.refBonus === 0n) return false
  if (userOf(actor) === inviterId && (await isAnybodyElse(tx, clock.now(), 'approve investment', [inviterId]))) {
    refuse('not allowed', OWN_BONUS)
  }
  const referral: ReferralRecord = {
    inviter_id: inviterId,
    id: newId(),
    invited_id: investment.userId,
    investment_id: investment.id,
    status: 'pending',
    held_status: null,
    reason: null,
    ref_bonus: investment.refBonus,
    amount: shareOf(investment.amount, investment.refBonus),
    created_at: clock.now(),
    version: 0,
  }
  await writeNew(tx, clock, actor, 'referral', referral, { action: 'make referral', title: TITLE, factsOf })
  return true
}

/**
 * Brings the books to what the inviter now has coming, taking back no more than the wallet holds. Answers what it posted,
 * and what the operator bears, before and after, where that changes.
 */
async function settleReferral(
  tx: Tx,
  clock: DatabaseClock,
  { actor, act }: { actor: Actor; act: ActId },
  referral: ReferralRecord,
  next: ReferralState,
): Promise<{ charged: Change[]; entries: readonly Entry[] }> {
  if (owed(next) === owed(referral)) return { charged: [], entries: [] }
  const target = { ...referral, ...next }
  const { uncovered, before } = await uncoveredBy(tx, target)
  const entries = await settle(tx, { actor, act }, clock.now(), {
    key: `referral/${referral.id}/correction/${referral.version + 1}`,
    reference: referralReference(referral),
    required: requiredEntries(target, uncovered),
  })
  if (uncovered > before) {
    await recordAct(tx, clock, actor, {
      action: 'charge referral bonus to adjustments',
      subject: { kind: 'referral', id: referral.id },
      after: { charged: toWire(microUsd(uncovered - before)), inviter_id: referral.inviter_id },
      reason: next.reason,
    })
  }
  return { charged: changesBetween({ bonus_charged: toWire(before) }, { bonus_charged: toWire(uncovered) }), entries }
}

function stands(referral: ReferralState, next: ReferralState): boolean {
  return referral.status === next.status && referral.held_status === next.held_status && referral.amount === next.amount
}
