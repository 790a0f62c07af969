/** What happens by itself as time goes by. */
import { smallest, wholeCents } from './amounts.ts'
import { balanceOf, earnedBy, endOf } from './books.ts'
import { change } from './investments.ts'
import { promiseOf, reserveFor, setApart } from './reserve.ts'
import { endRequestsOn } from './two-people.ts'
import { own, type Investment, type Person, type World } from './world.ts'

/** What an investment invests again, on the plan's terms of now; its id is still to be found. */
function madeAgain(world: World, parent: Investment, amount: bigint): Investment {
  const { plan, source } = parent
  return {
    ...parent,
    ...{ id: '', tranx: '', parent, source: source === 'bonus' ? 'bonus' : 'reinvest', amount, typed: amount },
    ...{ rate: plan.rate, bonus: plan.bonus, early: plan.early, status: 'approved', created: world.now },
    ...{ began: endOf(parent), ended: undefined, received: 0n, refunded: 0n, drawsOn: undefined, left: undefined },
    ...{ reinvested: false, reason: undefined, atEnd: 'to wallet', approvers: new Set(), decliners: new Set() },
    ...{ changes: 0, setApart: 0n },
  }
}

/**
 * What an Earnings Wallet held at a moment: what it holds now, less what was earned since and with the principals that had
 * come back, less what was invested again of it.
 */
function heldAt(world: World, of: Person, at: number, ending: readonly Investment[], made: readonly Investment[]) {
  let held = balanceOf(world, own(of, 'earnings'))
  for (const one of world.investments)
    if (one.of === of && one.status === 'approved') held -= earnedBy(one, world.now) - earnedBy(one, at)
  for (const one of ending) if (one.of === of && one.source !== 'bonus' && endOf(one) <= at) held += one.amount
  for (const one of made) if (one.of === of) held += earnedBy(one, at) - (one.source === 'bonus' ? 0n : one.amount)
  return held
}

/** What those at their end invest again as their owners chose, the first to end first, where plan and reserve take it. */
function investedAgain(world: World, ending: readonly Investment[]): Investment[] {
  const seen = reserveFor(world)
  const found: Investment[] = []
  for (const one of ending) {
    const { of, plan, atEnd, duration } = one
    if (atEnd === 'to wallet') continue
    const inWallet = heldAt(world, of, endOf(one), ending, found)
    const all = wholeCents(smallest(one.amount + earnedBy(one, world.now), inWallet))
    const made = madeAgain(world, one, atEnd === 'reinvest all' ? all : one.amount)
    const fits = made.amount >= plan.least && made.amount <= plan.most && plan.durations.includes(duration)
    if (!plan.available || !fits) continue
    const set = setApart(seen, promiseOf(made), 0n)
    if (set !== undefined) found.push({ ...made, setApart: set })
  }
  return found
}

/** Whether something is due to happen by itself. */
export function isDue({ investments, now }: World): boolean {
  return investments.some((one) => isUnpaid(one, now) || (one.status === 'approved' && endOf(one) <= now))
}

function isUnpaid({ source, status, expires }: Investment, now: number): boolean {
  return source === 'payment' && status === 'pending' && expires <= now
}

/** What happens by itself as time goes by: those at their end complete, or are invested again, and unpaid ones expire. */
export function passTime(world: World): void {
  const ending = world.investments.filter((one) => one.status === 'approved' && endOf(one) <= world.now)
  const takesMore = ({ atEnd }: Investment) => Number(atEnd === 'reinvest all')
  ending.sort((a, b) => endOf(a) - endOf(b) || takesMore(a) - takesMore(b) || inOrder(a.id, b.id))
  const made = investedAgain(world, ending)
  for (const investment of ending) {
    endRequestsOn(world, investment.id)
    change(world, investment, { status: 'completed', ended: world.now })
  }
  world.investments.push(...made)
  for (const { parent } of made) if (parent !== undefined) parent.reinvested = true
  for (const investment of world.investments.filter((one) => isUnpaid(one, world.now))) {
    endRequestsOn(world, investment.id)
    change(world, investment, { status: 'declined', reason: 'expired' })
  }
}

const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b))
