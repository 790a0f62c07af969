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

/** What those at their end invest again as their owners chose, one after the other, where plan and reserve take it. */
function investedAgain(world: World, ending: readonly Investment[]): Investment[] {
  const seen = reserveFor(world)
  const wallets = new Map<Person, bigint>()
  for (const { of } of ending) wallets.set(of, balanceOf(world, own(of, 'earnings')))
  for (const { of, amount, source } of ending) if (source !== 'bonus') wallets.set(of, (wallets.get(of) ?? 0n) + amount)
  return ending.flatMap((one) => {
    const { of, plan, atEnd, source, duration } = one
    if (atEnd === 'to wallet') return []
    const inWallet = wallets.get(of) ?? 0n
    const all = wholeCents(smallest(one.amount + earnedBy(one, world.now), inWallet))
    const made = madeAgain(world, one, atEnd === 'reinvest all' ? all : one.amount)
    const fits = made.amount >= plan.least && made.amount <= plan.most && plan.durations.includes(duration)
    if (!plan.available || !fits) return []
    const set = setApart(seen, promiseOf(made), 0n)
    if (set === undefined) return []
    if (source !== 'bonus') wallets.set(of, inWallet - made.amount)
    return [{ ...made, setApart: set }]
  })
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
  ending.sort((a, b) => inOrder(a.of.visitor.id, b.of.visitor.id) || inOrder(a.id, b.id))
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
