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
import type { Percent } from '#money/percent.ts'
import { settle } from '#ledger/books.ts'
import { type Entry, post } from '#ledger/post.ts'
import { namesOf } from '#users/find.ts'
import { lockReferralOf } from '#records/lock.ts'
import { writeNew } from '#records/write-decision.ts'
import { newlyPosted, nothingFree, setApartFor, type Reserve } from '#reserve/set-apart.ts'
import { referralReference, requiredEntries, setApart, uncoveredBy } from './books.ts'
import { decide, factsOf, TITLE } from './decide.ts'
import { bonusOf, followed, notYet, owed, type Ran, type ReferralState } from './rules.ts'
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
  /** for how long it ran, where it was left early */
  ran?: Ran | null
  /** its referral, where that has been locked already; null where it has none */
  referral?: ReferralRecord | null | undefined
  /** what may be set apart for it, where the change may promise more than before */
  reserve?: Reserve | undefined
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
 * corrected with the amount, held while the investment is out of approved, completed with it, cut where it is left early. What the inviter's
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

  const state = followed(referral, referral.ref_bonus, investment)
  const charge = owed(state) === owed(referral) ? undefined : await uncoveredBy(tx, { ...referral, ...state })
  const next = { ...state, set_apart: setApartAfter(investment.reserve ?? nothingFree(), referral, state, charge) }
  if (stands(referral, next)) return UNMOVED
  const isMoved = next.amount !== referral.amount || owed(next) !== owed(referral) || notYet(next) !== notYet(referral)
  if (isMoved && userOf(actor) === inviterId) refuse('not allowed', OWN_BONUS)
  const act = newActId()
  const { charged, entries } = await settleReferral(tx, clock, { actor, act }, referral, { next, charge })
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
  const amount = bonusOf(investment, investment.refBonus)
  const referral: ReferralRecord = {
    inviter_id: inviterId,
    id: newId(),
    invited_id: investment.userId,
    investment_id: investment.id,
    status: 'pending',
    held_status: null,
    reason: null,
    ref_bonus: investment.refBonus,
    amount,
    set_apart: setApartFor(investment.reserve ?? nothingFree(), amount, ZERO),
    created_at: clock.now(),
    version: 0,
  }
  const act = newActId()
  await writeNew(tx, clock, actor, 'referral', referral, { act, action: 'make referral', title: TITLE, factsOf })
  const key = `referral/${referral.id}/set apart/0`
  await post(tx, { actor, act }, clock.now(), [setApart(key, referral)])
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
  { next, charge }: { next: Standing; charge: Charge | undefined },
): Promise<{ charged: Change[]; entries: readonly Entry[] }> {
  if (charge === undefined && next.set_apart === referral.set_apart) return { charged: [], entries: [] }
  const target = { ...referral, ...next }
  const { uncovered, before } = charge ?? (await uncoveredBy(tx, target))
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

type Charge = Awaited<ReturnType<typeof uncoveredBy>>

/**
 * What stays set apart: of one that waits the whole bonus, else what has been paid of it. What the inviter's wallet no
 * longer gives back has been paid, too: the reserve does not get it back either.
 */
function setApartAfter(
  reserve: Reserve,
  referral: ReferralRecord,
  state: ReferralState,
  charge: Charge | undefined,
): MicroUsd {
  const had = referral.set_apart
  if (state.status === 'pending') return setApartFor(reserve, state.amount, had)
  if (charge !== undefined) {
    const [was, is] = [owed(referral) + charge.before, owed(state) + charge.uncovered]
    return setApartFor(reserve, newlyPosted(microUsd(was), microUsd(is), had), had)
  }
  const stays = owed(state) > ZERO || referral.status === 'declined'
  return setApartFor(reserve, stays ? had : ZERO, had)
}

type Standing = ReferralState & Pick<ReferralRecord, 'set_apart'>

function stands(referral: Standing, next: Standing): boolean {
  return (['status', 'held_status', 'amount', 'set_apart'] as const).every((of) => referral[of] === next[of])
}
