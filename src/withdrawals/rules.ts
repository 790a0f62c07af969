import type { Status } from '#kit/wire.ts'
import { microUsd, wholeCents, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { isOpen, type Transitions } from '#records/rules.ts'

/** A withdrawal waits for nobody's payment, so it knows no `waiting approval`. */
export type WithdrawalStatus = Exclude<Status, 'waiting approval'>

/** Every change of state but the edit, which may set any (business rules §5). */
export const TRANSITIONS = {
  approve: { from: ['pending'], to: 'approved', done: 'approved' },
  decline: { from: ['pending'], to: 'declined', done: 'declined' },
  cancel: { from: ['pending'], to: 'declined', done: 'cancelled' },
} as const satisfies Transitions

/** Whether a change of state is open to a withdrawal in this state. */
export function mayTransition(transition: keyof typeof TRANSITIONS, status: Status): boolean {
  return isOpen(TRANSITIONS[transition], status)
}

type Decided = { status: Status; amount: MicroUsd }

/**
 * Whether an edit pays a withdrawal, gives some of its amount back, or has it decided anew: whether it has been paid already
 * is to be known then.
 */
export function isToBeLookedUp(before: Decided, after: Decided): boolean {
  return after.amount < before.amount || (after.status !== before.status && after.status !== 'approved')
}

/**
 * Where the amount lies in each state: held for the investor, paid out of the payment wallet,
 * or back (null) where it came from.
 */
export const HELD_IN = {
  pending: 'withdrawing',
  approved: 'withdrawing',
  completed: 'custody',
  declined: null,
} as const satisfies Readonly<Record<WithdrawalStatus, 'withdrawing' | 'custody' | null>>

/**
 * What can be asked for now out of both wallets, micro-dollars: the whole cents of each, for each is asked for on its own.
 * `earnings` counts what has been earned and is not posted yet.
 */
export function withdrawableNow({ earnings, referral }: { earnings: MicroUsd; referral: MicroUsd }): MicroUsd {
  return microUsd(wholeCents(earnings) + wholeCents(referral))
}

/** Says that an amount is more than there is. The balance is rounded down to the cent, so that it can be typed. */
export function exceedsBalance(what: 'withdrawal' | 'deduction', balance: MicroUsd): string {
  return `${what} amount must not exceed ${showUsd(balance)}`
}
