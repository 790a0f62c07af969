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
import { namesOf } from '#users/find.ts'
import { writeNew } from '#records/write-decision.ts'
import { referralReference, requiredEntries, uncoveredBy } from './books.ts'
import { decide, factsOf, TITLE } from './decide.ts'
import { followed, owed, type ReferralState } from './rules.ts'
import { lockReferralOf, type ReferralRecord } from './store.ts'

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
}

/** What a change of an investment does to the bonus of who invited. */
export type FollowedBonus = {
  /** by how much what the inviter has coming changes, up or down, micro-dollars */
  moved: MicroUsd
  /** who invited, where their bonus moves */
  inviterId: string | null
  /** what they have coming and what of it is charged to the operator, before and after, for whoever agrees */
  changes: Change[]
}
const UNMOVED: FollowedBonus = { moved: ZERO, inviterId: null, changes: [] }

/**
 * Lets the one referral of an investment follow it (business rules §6): made when new money is first approved,
 * corrected with the amount, held while the investment is out of approved, completed with it. What the inviter's
 * wallet no longer covers is charged to the operator; the change is never refused for it, only to an inviter who would
 * move a bonus of their own by it. The caller holds the locks on the investment and its people.
 */
export async function followInvestment(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  investment: FollowedInvestment,
): Promise<FollowedBonus> {
  const { inviterId } = investment
  if (inviterId === null || investment.source !== 'payment') return UNMOVED
  const referral = await lockReferralOf(tx, investment.id)
  if (referral === undefined) {
    await makeReferral(tx, clock, actor, { ...investment, inviterId })
    return UNMOVED
  }

  const next = followed(referral, referral.ref_bonus, investment)
  if (stands(referral, next)) return UNMOVED
  const act = newActId()
  const charged = await settleReferral(tx, clock, { actor, act }, referral, next)
  await decide(tx, clock, actor, referral, { act, action: 'follow investment', changed: next, reason: next.reason })
  const [before, after] = [owed(referral), owed(next)]
  if (before === after) return UNMOVED
  const of = (await namesOf(tx, [inviterId])).get(inviterId) ?? ''
  return {
    moved: microUsd(after > before ? after - before : before - after),
    inviterId,
    changes: [{ field: 'inviters_bonus', of, before: toWire(before), after: toWire(after) }, ...charged],
  }
}

async function makeReferral(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  investment: FollowedInvestment & { inviterId: string },
): Promise<void> {
  if (investment.status !== 'approved' && investment.status !== 'completed') return
  if (investment.refBonus === 0n) return
  const referral: ReferralRecord = {
    inviter_id: investment.inviterId,
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
}

/**
 * Brings the books to what the inviter now has coming, taking back no more than the wallet holds. 403 if the inviter
 * is the administrator whose edit it follows. Answers what the operator bears, before and after, where that changes.
 */
async function settleReferral(
  tx: Tx,
  clock: DatabaseClock,
  { actor, act }: { actor: Actor; act: ActId },
  referral: ReferralRecord,
  next: ReferralState,
): Promise<Change[]> {
  if (owed(next) === owed(referral)) return []
  if (userOf(actor) === referral.inviter_id) {
    refuse('not allowed', 'This would change a referral bonus of your own. Another administrator has to do it.')
  }
  const target = { ...referral, ...next }
  const { uncovered, before } = await uncoveredBy(tx, target)
  await settle(tx, { actor, act }, clock.now(), {
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
  return changesBetween({ bonus_charged: toWire(before) }, { bonus_charged: toWire(uncovered) })
}

function stands(referral: ReferralState, next: ReferralState): boolean {
  return referral.status === next.status && referral.held_status === next.held_status && referral.amount === next.amount
}
