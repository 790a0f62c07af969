/** The life of an investment, as the business rules tell it. */
import { furtherFrom, largest, smallest } from './amounts.ts'
import {
  allMoved,
  balanceOf,
  belowZero,
  booksOfInvestment,
  endOf,
  heldFor,
  mostMoved,
  ownMoney,
  usedOf,
} from './books.ts'
import { bonusMoved, followInvestment, inviterConcerned, lacksForBonus, movedBonus } from './referrals.ts'
import { nothingNew, promiseOf, reserveFor, setApart, setApartInvestment, spokenBy } from './reserve.ts'
import { endRequestsOn, heldUp, noteDoers, notOneself, refused } from './two-people.ts'
import {
  DAY,
  isOpen,
  own,
  runs,
  type Investment,
  type Judgement,
  type Person,
  type Refusal,
  type Status,
  type World,
} from './world.ts'

const PAYMENT_TIME = DAY

const state = (why: string): Refusal => ({ status: 409, why })

/** Sets what has changed of a record, by whom where an administrator did it, and lets its referral follow. */
export function change(
  world: World,
  investment: Investment,
  to: Partial<Investment>,
  by?: Person,
  seen = nothingNew(),
): void {
  const { status: before, amount } = investment
  const after = { ...investment, ...to }
  const setApart = setApartInvestment(seen, world.now, investment, after)
  if (setApart === undefined) throw new Error('what strict refuses was done')
  Object.assign(investment, to, { setApart })
  const { status, approvers, decliners } = investment
  const moves = status !== before
  if (runs(status) && (moves || investment.amount !== amount)) noteDoers(world, approvers, by)
  if (status === 'declined' && moves) noteDoers(world, decliners, by)
  investment.changes += 1
  followInvestment(world, investment, before, seen)
}

function floors(world: World, investment: Investment, after: Investment): Refusal | undefined {
  const [first] = belowZero(world, booksOfInvestment(investment, world.now), booksOfInvestment(after, world.now))
  return first && state(`${first.account} would lack ${first.lacks}`)
}

/** In strict nothing is promised that is not set apart, nor waits for more than that. */
function uncoveredIn(world: World, investment: Investment, after: Investment): Refusal | undefined {
  const seen = reserveFor(world, investment)
  const lacks = state('it is not set apart')
  if (setApartInvestment(seen, world.now, investment, after) === undefined) return lacks
  const more = spokenBy(after) > spokenBy(investment)
  if (seen.strict && more && setApart({ ...seen }, spokenBy(after), 0n) === undefined) return lacks
  return lacksForBonus(world, investment, after, seen) ? lacks : undefined
}

/** Marking as paid: by its own investor, harmless again. */
export function judgeVerify(world: World, investment: Investment): Judgement {
  return {
    refusals: refused(investment.status === 'declined' ? state('it is declined') : undefined),
    counts: 0n,
    apply: () => {
      if (investment.status === 'pending') change(world, investment, { status: 'waiting approval' })
    },
  }
}

/** Giving up what is not marked as paid: by its own investor, once. */
export function judgeCancel(world: World, investment: Investment): Judgement {
  const { source, status } = investment
  return {
    refusals: refused(
      source === 'payment' && status === 'pending' ? undefined : state(`it is ${status}, by ${source}`),
    ),
    counts: 0n,
    apply() {
      endRequestsOn(world, investment.id)
      change(world, investment, { status: 'declined', reason: 'cancelled by investor' })
    },
  }
}

/** What lies behind a principal: its own money as far as others do not use it, or another investment's. */
function coverage(world: World, investment: Investment, after: Investment): Refusal | undefined {
  if (!runs(after.status)) return undefined
  const { drawsOn } = after
  if (drawsOn === undefined) {
    const used = usedOf(world, investment)
    return used > 0n && heldFor(world, after) < 0n ? state('another uses the money') : undefined
  }
  if (isOpen(drawsOn.status)) return state('what came in for it waits with it')
  const already = investment.drawsOn === drawsOn && runs(investment.status) ? investment.amount : 0n
  return heldFor(world, drawsOn) + already < after.amount ? state('less is held than that') : undefined
}

export function judgeApprove(world: World, by: Person, investment: Investment, drawsOn?: Investment): Judgement {
  const after: Investment = { ...investment, status: 'approved', began: world.now, drawsOn }
  const cameIn = investment.received > 0n ? investment : undefined
  return {
    refusals: refused(
      // A bonus that was held comes back with its investment.
      notOneself(by, investment.of, isOpen(investment.status) ? inviterConcerned(world, investment, after) : undefined),
      heldUp(world, investment.id),
      isOpen(investment.status) ? undefined : state(`it is ${investment.status}`),
      isOpen(investment.status) ? coverage(world, investment, after) : undefined,
      isOpen(investment.status) ? floors(world, investment, after) : undefined,
      isOpen(investment.status) ? uncoveredIn(world, investment, after) : undefined,
    ),
    counts: 0n,
    day: investment.amount + bonusMoved(world, investment, after),
    bonus: movedBonus(world, investment, after),
    // Who made the plan, or said that the money came in, does not approve alone what is large.
    ownStep: investment.plan.madeBy === by || (drawsOn ?? cameIn)?.decliners.has(by) === true,
    apply: () =>
      change(
        world,
        investment,
        { status: 'approved', began: world.now, ended: undefined, drawsOn, reason: undefined },
        by,
        reserveFor(world, investment),
      ),
  }
}

export function judgeDecline(world: World, by: Person, investment: Investment, received: bigint): Judgement {
  const more = received > 0n ? received - investment.received : 0n
  return {
    refusals: refused(
      notOneself(by, investment.of),
      heldUp(world, investment.id),
      isOpen(investment.status) ? undefined : state(`it is ${investment.status}`),
      received > 0n && received < investment.received
        ? { status: 422, why: 'less than came in', field: 'received' }
        : undefined,
    ),
    // What came in and is not the amount corrects what the wallet holds.
    counts: received === investment.amount ? 0n : more,
    day: more,
    apply: () =>
      change(world, investment, { status: 'declined', ...(received > 0n ? { received, drawsOn: undefined } : {}) }, by),
  }
}

export type Edit = { amount: bigint; date: number; status: Status }

/** A record as an edit leaves it. A date that is one of its own is left alone. */
export function edited(investment: Investment, now: number, { amount, date, status }: Edit): Investment {
  const after = { ...investment, amount, status, reason: undefined }
  const alone = date === investment.created || date === investment.began
  if (!alone) {
    after.created = date
    after.began = date
  } else if (runs(status) && !runs(investment.status)) {
    after.began = investment.began ?? now
  }
  if (status === 'pending' && investment.status !== 'pending') after.expires = now + PAYMENT_TIME
  // Nothing is invested again for a time that an edit has put into the past.
  if (investment.status === 'approved' && status === 'approved' && endOf(after) <= now) after.atEnd = 'to wallet'
  if (status !== 'completed') after.ended = undefined
  else if (investment.status !== 'completed' || !alone) after.ended = now
  return after
}

/** Whether an edit leaves everything as it is; of a declined record its reason may be another. */
export function changesNothing(
  record: { amount: bigint; status: Status; created: number; began?: number | undefined },
  { amount, status, date }: Edit,
): boolean {
  return record.amount === amount && record.status === status && (date === record.created || date === record.began)
}

/** An edit: the books that the new state requires, less what the old one has posted. */
export function judgeEdit(world: World, by: Person, investment: Investment, edit: Edit): Judgement {
  const after = edited(investment, world.now, edit)
  const leavesDeclined = investment.status === 'declined' && edit.status !== 'declined'
  const takenUp = usedOf(world, investment) > 0n || investment.refunded > 0n
  const [was, is] = [booksOfInvestment(investment, world.now), booksOfInvestment(after, world.now)]
  const far = furtherFrom(investment.typed, investment.amount, edit.amount)
  const bonus = bonusMoved(world, investment, after)
  const counts = largest(mostMoved(was, is), far)
  return {
    refusals: refused(
      notOneself(by, investment.of, inviterConcerned(world, investment, after)),
      changesNothing(investment, edit) ? undefined : heldUp(world, investment.id),
      investment.left === undefined ? undefined : state('its investor left it by a quote'),
      investment.reinvested && edit.status !== 'completed' ? state('it has been reinvested') : undefined,
      leavesDeclined && takenUp ? state('its money was used or sent back') : undefined,
      coverage(world, investment, after),
      edit.date > world.now ? { status: 422, why: 'the date is in the future', field: 'date' } : undefined,
      floors(world, investment, after),
      changesNothing(investment, edit) ? undefined : uncoveredIn(world, investment, after),
    ),
    counts: largest(counts, bonus),
    day: largest(counts, allMoved(was, is)) + bonus,
    bonus: movedBonus(world, investment, after),
    apply: () => {
      // The reason of a declined one may be another; an edit of nothing is no change, and what waits for it stands.
      if (investment.status === 'declined' || !changesNothing(investment, edit)) {
        change(world, investment, edited(investment, world.now, edit), by, reserveFor(world, investment))
      }
    },
  }
}

/** Putting a completed one to work again: what is asked of it, its plan and the balance. */
export function judgeReinvest(world: World, investment: Investment): Judgement {
  const { of, plan, amount, status, source, reinvested } = investment
  const lacks = balanceOf(world, own(of, 'earnings')) < amount
  return {
    refusals: refused(
      status === 'completed' ? undefined : state(`it is ${status}`),
      reinvested ? state('it has been reinvested') : undefined,
      source === 'bonus' ? state('it was made with a bonus') : undefined,
      plan.available ? undefined : { status: 422, why: 'its plan is not offered any more' },
      amount < plan.least || amount > plan.most ? { status: 422, why: 'outside the plan' } : undefined,
      lacks ? { status: 422, why: 'the balance does not cover it' } : undefined,
      setApart(reserveFor(world), promiseOf({ ...investment, rate: plan.rate }), 0n) === undefined
        ? { status: 422, why: 'what it would earn is not set apart' }
        : undefined,
    ),
    counts: 0n,
    apply: () => {
      investment.reinvested = true
    },
  }
}

/** Sending back what is held: all of it, or an amount. */
export function judgeRefund(
  world: World,
  by: Person,
  investment: Investment,
  refund: { amount?: bigint; txid?: string },
): Judgement {
  const held = isOpen(investment.status) ? 0n : heldFor(world, investment)
  const amount = refund.amount ?? held
  return {
    refusals: refused(
      notOneself(by, investment.of),
      heldUp(world, investment.id),
      held === 0n ? state('nothing is held for it') : undefined,
      amount > held ? state('more than is held') : undefined,
      refund.txid !== undefined && txidTaken(world, refund.txid)
        ? { status: 422, why: 'the transaction id is taken', field: 'txid' }
        : undefined,
    ),
    counts: amount,
    apply: () => {
      investment.refunded += smallest(amount, ownMoney(investment))
      investment.changes += 1
      if (refund.txid !== undefined) world.refundTxids.add(asCompared(refund.txid))
    },
  }
}

/** Transaction ids as the network compares them: hex without regard to case. */
export const asCompared = (txid: string) => txid.toLowerCase().replace(/^0x/, '')

/** One namespace for payouts and refunds. */
export function txidTaken(world: World, txid: string, except?: { txid: string | undefined }): boolean {
  const id = asCompared(txid)
  const byPayout = world.withdrawals.some(
    (other) => other !== except && other.txid !== undefined && asCompared(other.txid) === id,
  )
  return byPayout || world.refundTxids.has(id)
}
