import type { Status } from '#kit/wire.ts'
import { isOpen, type Transitions } from '#records/rules.ts'
import { fromWire, microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percentFromWire, HUNDRED_PERCENT, type Percent } from '#money/percent.ts'

/** Every change of state but the edit, which may set any (business rules §4). */
export const TRANSITIONS = {
  verify: { from: ['pending'], to: 'waiting approval', done: 'marked as paid' },
  approve: { from: ['pending', 'waiting approval'], to: 'approved', done: 'approved' },
  decline: { from: ['pending', 'waiting approval'], to: 'declined', done: 'declined' },
  expire: { from: ['pending'], to: 'declined', done: 'expired' },
  cancel: { from: ['pending'], to: 'declined', done: 'cancelled' },
  complete: { from: ['approved'], to: 'completed', done: 'completed' },
  exit: { from: ['approved'], to: 'completed', done: 'left early' },
} as const satisfies Transitions
export type InvestmentTransition = keyof typeof TRANSITIONS

/** Whether a change of state is open to an investment in this state. */
export function mayTransition(transition: InvestmentTransition, status: Status): boolean {
  return isOpen(TRANSITIONS[transition], status)
}

/** Running or done: the principal has come in and earns, or has earned. */
export function isInvested(status: Status): boolean {
  return status === 'approved' || status === 'completed'
}

/** Still to be approved or declined. */
export function isWaiting(status: Status): boolean {
  return status === 'pending' || status === 'waiting approval'
}

/**
 * Whether it waits for money from outside: only then is there anything to pay, to mark as paid or to expire. What is
 * paid from the bonus balance or from earnings and was edited back waits for an administrator alone: approving it takes
 * the amount from there (business rules §4).
 */
export function awaitsPayment({ source, status }: { source: string; status: Status }): boolean {
  return source === 'payment' && isWaiting(status)
}

/** Whether it waits for money that the investor has not marked as paid. */
export function isUnpaid(investment: { source: string; status: Status }): boolean {
  return investment.status === 'pending' && awaitsPayment(investment)
}

const SECONDS_PER_DAY = 86_400
const PICOS_PER_DOLLAR = 1_000_000_000_000n

/**
 * What a principal earns in whole seconds at a rate per day: `floor(principal × rate × seconds / 86400)`,
 * micro-dollars (business rules §4). Always from the beginning, so that nothing drifts.
 */
export function earned(principal: MicroUsd, dailyRoi: Percent, seconds: number): MicroUsd {
  return microUsd((principal * dailyRoi * BigInt(seconds)) / (BigInt(SECONDS_PER_DAY) * HUNDRED_PERCENT))
}

/** When a duration of whole days that began then is over. */
export function endOf(beganAt: Date, duration: number): Date {
  return new Date(beganAt.getTime() + duration * SECONDS_PER_DAY * 1000)
}

/** The whole seconds for which an investment has earned by a moment: none before it began, no more after its end. */
export function earningSeconds(beganAt: Date, duration: number, by: Date): number {
  const seconds = Math.floor((by.getTime() - beganAt.getTime()) / 1000)
  return Math.min(Math.max(seconds, 0), duration * SECONDS_PER_DAY)
}

/** For how many whole seconds an investment ran that was left early, and for how many it would have; null for any other. */
export function ranOf({ left_after, duration }: { left_after: bigint | null; duration: number }) {
  return left_after === null ? null : { seconds: left_after, of: BigInt(duration * SECONDS_PER_DAY) }
}

export type Terms = { amount: MicroUsd; daily_roi: Percent; duration: number; began_at: Date | null }

/** What an investment promises: what it earns from its beginning to its end, micro-dollars. */
export function promiseOf({ amount, daily_roi, duration }: Omit<Terms, 'began_at'>): MicroUsd {
  return earned(amount, daily_roi, duration * SECONDS_PER_DAY)
}

/** What an investment has earned by a moment, micro-dollars. Nothing if it has not begun. */
export function earnedBy(investment: Terms, by: Date): MicroUsd {
  if (investment.began_at === null) return ZERO
  return earned(investment.amount, investment.daily_roi, earningSeconds(investment.began_at, investment.duration, by))
}

type Received = { received: MicroUsd; refunded: MicroUsd }
type Funded = Received & { status: Status; amount: MicroUsd; source: string; from_suspense: string | null }

/** What came in for an investment and was not sent back, micro-dollars. It stays in the books in every state. */
export function keptOf({ received, refunded }: Received): MicroUsd {
  return microUsd(received - refunded)
}

/**
 * What the principal of an approved or completed investment takes of what came in for it itself: that first, before any
 * new money (business rules §4). Nothing if it is paid from the bonus, from earnings or with another's money.
 */
export function takenFromOwn(investment: Funded): MicroUsd {
  const { status, amount, source, from_suspense } = investment
  if (!isInvested(status) || source !== 'payment' || from_suspense !== null) return ZERO
  const kept = keptOf(investment)
  return amount < kept ? amount : kept
}

/**
 * What is still held in suspense of what came in for an investment, in whatever state it is: all of it, less what was
 * sent back, what its own principal takes and what other investments use.
 */
export function heldOf(investment: Funded, used: MicroUsd): MicroUsd {
  return microUsd(keptOf(investment) - takenFromOwn(investment) - used)
}

/**
 * What is still to come in for an investment that waits, micro-dollars: its amount, less what came in before and is
 * held for it, which its principal takes first (business rules §4). Nothing if that is enough.
 */
export function stillToCome({ amount, held }: { amount: string; held: string }): MicroUsd {
  const rest = microUsd(fromWire(amount) - fromWire(held))
  return rest > ZERO ? rest : ZERO
}

type Running = { amount: string; daily_roi: string; began_at: string; ends_at: string }
/** What GET /api/balance says of all that earns, at a moment of the server's clock. */
export type RunningEarnings = { as_of: string; current_earning: string; running: readonly Running[] }

/**
 * What running investments have earned some milliseconds after the server's answer: what it said, and what each of
 * them has earned since then and before its end. The server says the same, to the micro-dollar, when it is asked then.
 */
export function earnedSince(earning: RunningEarnings, passed: number): MicroUsd {
  return microUsd(fromWire(earning.current_earning) + grownSince(earning, passed))
}

/** What has come on top of the answer's figures. Counted for each from its own beginning, so that nothing drifts. */
export function grownSince({ as_of, running }: RunningEarnings, passed: number): MicroUsd {
  const from = new Date(as_of)
  const to = new Date(from.getTime() + Math.max(passed, 0))
  const grown = running.map(termsOf).map((terms) => microUsd(earnedBy(terms, to) - earnedBy(terms, from)))
  return sum(grown)
}

function termsOf({ amount, daily_roi, began_at, ends_at }: Running): Terms {
  const began = new Date(began_at)
  const duration = (Date.parse(ends_at) - began.getTime()) / (SECONDS_PER_DAY * 1000)
  return { amount: fromWire(amount), daily_roi: percentFromWire(daily_roi), duration, began_at: began }
}

/** What a principal earns each second, in pico-dollars (twelve decimals of a dollar), rounded down. */
export function perSecond(principal: MicroUsd, dailyRoi: Percent): bigint {
  return (principal * dailyRoi) / BigInt(SECONDS_PER_DAY)
}

/** Pico-dollars as a decimal string of the wire, twelve decimals. */
export function perSecondToWire(picoDollars: bigint): string {
  return `${picoDollars / PICOS_PER_DOLLAR}.${(picoDollars % PICOS_PER_DOLLAR).toString().padStart(12, '0')}`
}

const LARGEST_BALANCE = 2n ** 63n - 1n

/** Whether an investment with all that it will earn can be held in the books' 64-bit amounts. */
export function fitsBooks(principal: MicroUsd, dailyRoi: Percent, duration: number): boolean {
  return principal + earned(principal, dailyRoi, duration * SECONDS_PER_DAY) <= LARGEST_BALANCE
}

/** The query that leads to the payment page; the page reads the rest by `tranx_id` from the server. */
export function paymentQuery(payment: { tranx_id: string; amount: string; wallet: string; address: string }): string {
  const parts = Object.entries(payment).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `?${parts.join('&')}`
}

/**
 * What an edit makes of an investment's dates (business rules §4, `date` of the wire). A date left alone, to the
 * millisecond, changes nothing, but that earning begins now where the new state asks for it and it never began.
 * A changed date is when an approved or completed one began, and when any other was created; that one is
 * remembered, so that approving it later by an edit lets it begin then. Both dates become it: left as it was, the
 * other would later be taken for a date left alone.
 */
export function redate(
  dates: { created_at: Date; began_at: Date | null },
  edit: { date: Date; status: Status },
  now: Date,
): { created_at: Date; began_at: Date | null; leftAlone: boolean } {
  const { created_at, began_at } = dates
  const { date, status } = edit
  if (date.getTime() === created_at.getTime() || date.getTime() === began_at?.getTime()) {
    return { created_at, began_at: began_at ?? (isInvested(status) ? now : null), leftAlone: true }
  }
  return { created_at: date, began_at: date, leftAlone: false }
}
