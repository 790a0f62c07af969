import type { Status } from '#kit/wire.ts'
import { isOpen, type Transitions } from '#records/rules.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { shareOf, type Percent } from '#money/percent.ts'

/** A referral waits for nobody's payment, so it knows no `waiting approval`. */
export type ReferralStatus = Exclude<Status, 'waiting approval'>

/** Every change of state that an administrator makes; the others follow the investment (business rules §6). */
export const TRANSITIONS = {
  approve: { from: ['pending'], to: 'approved', done: 'approved' },
  decline: { from: ['pending'], to: 'declined', done: 'declined' },
} as const satisfies Transitions
export type ReferralTransition = keyof typeof TRANSITIONS

/** Whether a change of state is open to a referral in this state. */
export function mayTransition(transition: ReferralTransition, status: Status): boolean {
  return isOpen(TRANSITIONS[transition], status)
}

/** What an approved referral is called: completed together with the invited investment. */
export function approvedAs(investment: Status): 'approved' | 'completed' {
  return investment === 'completed' ? 'completed' : 'approved'
}

/** What the inviter has coming from a referral in its state, micro-dollars. */
export function owed(referral: { status: ReferralStatus; amount: MicroUsd }): MicroUsd {
  return referral.status === 'approved' || referral.status === 'completed' ? referral.amount : ZERO
}

/** What they would have coming once somebody approves it, micro-dollars. */
export function notYet(referral: { status: ReferralStatus; amount: MicroUsd }): MicroUsd {
  return referral.status === 'pending' ? referral.amount : ZERO
}

export type ReferralState = {
  status: ReferralStatus
  /** while its investment is out of approved: what it was before, and goes back to */
  held_status: Exclude<ReferralStatus, 'declined'> | null
  reason: string | null
  amount: MicroUsd
}

/** Whole seconds for which an investment ran that was left early, and for which it would have. */
export type Ran = { seconds: bigint; of: bigint }

/**
 * The bonus for an investment, micro-dollars: its percent of the amount, rounded down. Where it was left early, as much of
 * that as it ran of its duration, rounded down again: floor(bonus × seconds ÷ seconds of its duration).
 */
export function bonusOf({ amount, ran }: { amount: MicroUsd; ran?: Ran | null }, refBonus: Percent): MicroUsd {
  const whole = shareOf(amount, refBonus)
  return ran ? microUsd((whole * ran.seconds) / ran.of) : whole
}

const HELD = 'investment no longer approved'

/**
 * How a referral stands once its investment has changed (business rules §6): its amount is the copied percent of the
 * investment's (`bonusOf`); it is held while the investment is out of approved and goes back to what it was; what an
 * administrator has declined stays declined.
 */
export function followed(
  standing: ReferralState,
  refBonus: Percent,
  investment: { status: Status; amount: MicroUsd; ran?: Ran | null },
): ReferralState {
  const { status, held_status } = standing
  const stood = held_status ?? (status === 'declined' ? null : status)
  if (stood === null) return standing
  const amount = bonusOf(investment, refBonus)
  if (investment.status !== 'approved' && investment.status !== 'completed') {
    return { status: 'declined', held_status: stood, reason: HELD, amount }
  }
  const back = stood === 'pending' ? stood : approvedAs(investment.status)
  return { status: back, held_status: null, reason: null, amount }
}
