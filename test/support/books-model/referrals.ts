/** The bonus of who invited: made with the first approval of new money, and following its investment from then on. */
import { largest } from './amounts.ts'
import { balanceOf, settleReferral, shareOf } from './books.ts'
import { heldUp, notOneself, refused } from './two-people.ts'
import {
  own,
  runs,
  type Investment,
  type Judgement,
  type MovedBonus,
  type Person,
  type Referral,
  type Status,
  type World,
} from './world.ts'

export function referralOf(world: World, investment: Investment): Referral | undefined {
  return world.referrals.find((referral) => referral.investment === investment)
}

type Facts = Pick<Referral, 'status' | 'held' | 'amount'>

/** What an investment's change makes of its referral: held, given back, corrected in its amount. */
function followed(referral: Referral, before: Status, investment: Investment): Facts {
  let { status, held, amount } = referral
  if (runs(before) && !runs(investment.status) && status !== 'declined') [status, held] = ['declined', status]
  else if (!runs(before) && runs(investment.status) && held !== undefined) [status, held] = [held, undefined]
  if (runs(status)) status = investment.status === 'completed' ? 'completed' : 'approved'
  // What an administrator has declined stays as it was.
  if (status !== 'declined' || held !== undefined) amount = shareOf(investment.amount, investment.bonus)
  return { status, held, amount }
}

const differ = (one: Facts, other: Facts) => one.status !== other.status || one.amount !== other.amount

/** What the inviter has coming: nothing while it is still to be approved. */
const coming = (facts: Facts) => (runs(facts.status) ? facts.amount : 0n)

/** What the inviter would have coming, once somebody approves it. */
const notYet = (facts: Facts) => (facts.status === 'pending' ? facts.amount : 0n)

/** Whose bonus a change of an investment would make or move, approved or not. */
export function inviterConcerned(world: World, investment: Investment, after: Investment): Person | undefined {
  const referral = referralOf(world, investment)
  const { of, source, bonus } = investment
  if (referral === undefined) return runs(after.status) && source === 'payment' && bonus > 0n ? of.inviter : undefined
  const facts = followed(referral, investment.status, after)
  const stays =
    facts.amount === referral.amount && coming(facts) === coming(referral) && notYet(facts) === notYet(referral)
  return stays ? undefined : referral.inviter
}

/** By how much a change of an investment moves what its inviter has coming. */
export function bonusMoved(world: World, investment: Investment, after: Investment): bigint {
  const referral = referralOf(world, investment)
  if (referral === undefined) return 0n
  const more = coming(followed(referral, investment.status, after)) - coming(referral)
  return more < 0n ? -more : more
}

/** What a change of an investment does to its inviter's bonus, as a request that waits shows it. */
export function movedBonus(world: World, investment: Investment, after: Investment): MovedBonus {
  const of = inviterConcerned(world, investment, after)
  const referral = referralOf(world, investment)
  if (referral === undefined) return { of, amounts: '', charged: 0n }
  const facts = followed(referral, investment.status, after)
  const amounts = [notYet, coming].map((part) => `${part(referral)} to ${part(facts)}`).join(', ')
  if (coming(facts) === coming(referral)) return { of, amounts, charged: 0n }
  const wallet = balanceOf(world, own(referral.inviter, 'referral'))
  const lacking = largest(referral.credited - coming(facts) - wallet, 0n)
  return { of, amounts, charged: lacking - (referral.credited - coming(referral)) }
}

/** Makes the referral of an investment that begins to run, and lets the one that is there follow. */
export function followInvestment(world: World, investment: Investment, before: Status): void {
  const referral = referralOf(world, investment)
  if (referral === undefined) {
    if (runs(investment.status) && !runs(before)) makeReferral(world, investment)
    return
  }
  const facts = followed(referral, before, investment)
  if (!differ(facts, referral)) return
  const moves = coming(facts) !== coming(referral)
  Object.assign(referral, facts, { changes: referral.changes + 1 })
  // What a wallet did not cover was charged to the operator for good: nothing is taken later, when it would.
  if (moves) settleReferral(world, referral)
}

function makeReferral(world: World, investment: Investment): void {
  const { inviter } = investment.of
  const amount = shareOf(investment.amount, investment.bonus)
  if (inviter === undefined || investment.source !== 'payment' || amount === 0n) return
  const state = { status: 'pending', held: undefined, amount, credited: 0n, changes: 0 } as const
  world.referrals.push({ kind: 'referral', id: '', investment, inviter, ...state })
}

/** An administrator's decision about a bonus: neither inviter nor invited makes it, and only while it is pending. */
export function judgeReferral(world: World, by: Person, referral: Referral, approves: boolean): Judgement {
  const { investment } = referral
  return {
    refusals: refused(
      notOneself(by, referral.inviter, investment.of),
      heldUp(world, referral.id),
      referral.status === 'pending' ? undefined : { status: 409, why: `it is ${referral.status}` },
    ),
    counts: 0n,
    day: approves ? referral.amount : 0n,
    ownStep: investment.approvers.has(by) || investment.plan.madeBy === by,
    apply() {
      const approved = investment.status === 'completed' ? 'completed' : 'approved'
      referral.status = approves ? approved : 'declined'
      referral.changes += 1
      settleReferral(world, referral)
    },
  }
}
