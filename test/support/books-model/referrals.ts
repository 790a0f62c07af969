/** The bonus of who invited: made with the first approval of new money, and following its investment from then on. */
import { largest } from './amounts.ts'
import { balanceOf, settled, shareOf } from './books.ts'
import { setApart, setApartReferral, type Seen } from './reserve.ts'
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

/** The bonus for an investment; of one that was left early as much as it ran of its duration. */
function bonusFor({ amount, bonus, left, duration }: Investment): bigint {
  const whole = shareOf(amount, bonus)
  return left === undefined ? whole : (whole * left.seconds) / (BigInt(duration) * 86_400n)
}

/** What an investment's change makes of its referral: held, given back, corrected in its amount. */
function followed(referral: Referral, before: Status, investment: Investment): Facts {
  let { status, held, amount } = referral
  if (runs(before) && !runs(investment.status) && status !== 'declined') [status, held] = ['declined', status]
  else if (!runs(before) && runs(investment.status) && held !== undefined) [status, held] = [held, undefined]
  if (runs(status)) status = investment.status === 'completed' ? 'completed' : 'approved'
  // What an administrator has declined stays as it was.
  if (status !== 'declined' || held !== undefined) amount = bonusFor(investment)
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
export function followInvestment(world: World, investment: Investment, before: Status, seen: Seen): void {
  const referral = referralOf(world, investment)
  if (referral === undefined) {
    if (runs(investment.status) && !runs(before)) makeReferral(world, investment, seen)
    return
  }
  const facts = followed(referral, before, investment)
  const [is, set] = followedBooks(world, referral, facts, seen)
  if (!differ(facts, referral) && set === referral.setApart) return
  // What a wallet did not cover was charged to the operator for good: nothing is taken later, when it would.
  Object.assign(referral, facts, { credited: is, setApart: set, changes: referral.changes + 1 })
}

/** What the wallet has had of a bonus afterwards, and what is set apart for it: nothing where strict refuses it. */
function followedBooks(
  world: World,
  referral: Referral,
  facts: Facts,
  seen: Seen,
): readonly [bigint, bigint | undefined] {
  const moves = coming(facts) !== coming(referral)
  const is = moves ? settled(world, referral, coming(facts)) : referral.credited
  return [is, setApartReferral(seen, referral, facts, [referral.credited, is])]
}

/** Whether strict refuses what a change of an investment would set apart for the bonus of who invited. */
export function lacksForBonus(world: World, investment: Investment, after: Investment, seen: Seen): boolean {
  const referral = referralOf(world, investment)
  if (referral !== undefined)
    return followedBooks(world, referral, followed(referral, investment.status, after), seen)[1] === undefined
  const begins = runs(after.status) && !runs(investment.status) && isReferred(after)
  return begins && setApart(seen, shareOf(after.amount, after.bonus), 0n) === undefined
}

function isReferred({ of, source, amount, bonus }: Investment): boolean {
  return of.inviter !== undefined && source === 'payment' && shareOf(amount, bonus) > 0n
}

function makeReferral(world: World, investment: Investment, seen: Seen): void {
  const { inviter } = investment.of
  if (inviter === undefined || !isReferred(investment)) return
  const amount = shareOf(investment.amount, investment.bonus)
  const state = { status: 'pending', held: undefined, amount, credited: 0n, created: world.now, changes: 0 } as const
  world.referrals.push({
    ...{ kind: 'referral', id: '', investment, inviter, ...state },
    setApart: setApart(seen, amount, 0n) ?? 0n,
  })
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
      // What is declined is free again; what is approved keeps what was set apart for it, and uses it.
      if (!approves) referral.setApart = 0n
      referral.credited = settled(world, referral, coming(referral))
    },
  }
}
