import type { Investment } from '#investments/contract.ts'
import { earnedBy } from '#investments/rules.ts'
import { termsOf } from '#investments/web/terms.ts'
import { fromWire, microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { WorthDay } from '#statements/contract.ts'
import { withdrawableNow } from '#withdrawals/rules.ts'

/** What somebody has: all of it, what of it is in plans, and what can be withdrawn; the rest is bonus and on its way. */
export type WorthParts = { all: MicroUsd; inPlans: MicroUsd; withdrawable: MicroUsd }
/** At the end of a day, or of today as it is now; with what came from outside and what was paid out on that day. */
export type WorthPoint = WorthParts & { day: string; paidIn: MicroUsd; paidOut: MicroUsd }
/** When something in a plan comes back: what comes back, and what there is just before and just after. */
export type Maturity = { at: number; back: MicroUsd; before: WorthParts; after: WorthParts }

const CENT = 10_000n

/** What is neither in plans nor to be withdrawn: bonus, and held for withdrawals. Fractions of a cent in the wallets are nothing. */
export function restOf({ all, inPlans, withdrawable }: WorthParts): MicroUsd {
  const rest = microUsd(all - inPlans - withdrawable)
  // each wallet may keep part of a cent
  return rest < 2n * CENT ? ZERO : rest
}

type Balance = Record<'account_balance' | 'ref_bal' | 'bonus_balanace' | 'current_investment' | 'withdrawing', string>

/** The days from the one before the first money on. The last one is what the balances show, where they are known. */
export function worthPoints(days: readonly WorthDay[], balance: Balance | undefined): WorthPoint[] {
  const points = days.map((day) => ({
    ...{ day: day.day, paidIn: fromWire(day.paid_in), paidOut: fromWire(day.paid_out) },
    all: fromWire(day.all),
    inPlans: fromWire(day.invested),
    withdrawable: withdrawableNow({ earnings: fromWire(day.earnings), referral: fromWire(day.referral) }),
  }))
  const last = points.at(-1)
  const shown = last && balance ? [...points.slice(0, -1), { ...last, ...worthNow(balance) }] : points
  const first = shown.findIndex(({ all, paidIn, paidOut }) => all > ZERO || paidIn > ZERO || paidOut > ZERO)
  return first === -1 ? [] : shown.slice(Math.max(0, first - 1))
}

function worthNow(balance: Balance): WorthParts {
  const { account_balance, ref_bal, bonus_balanace, current_investment, withdrawing } = balance
  const inPlans = fromWire(current_investment)
  const [earnings, referral] = [fromWire(account_balance), fromWire(ref_bal)]
  return {
    all: sum([earnings, referral, inPlans, fromWire(bonus_balanace), fromWire(withdrawing)]),
    inPlans,
    withdrawable: withdrawableNow({ earnings, referral }),
  }
}

/**
 * What running investments are to bring from now on, the soonest first: each earns to its end, when its principal comes back
 * to where it came from. By the rules that the books follow; nothing else is supposed to happen.
 */
export function maturitiesOf(investments: readonly Investment[], now: number, worth: WorthParts): Maturity[] {
  const running = investments.flatMap((one) => {
    if (one.status !== 'approved' || one.ends_at === null) return []
    return [{ terms: termsOf(one), bonus: one.source === 'bonus', ends: Math.max(Date.parse(one.ends_at), now) }]
  })
  const ends = [...new Set(running.map(({ ends: end }) => end))].toSorted((a, b) => a - b)
  let present = worth
  let since = now
  return ends.map((at) => {
    const grown = sum(running.map(({ terms }) => earnedBetween(terms, since, at)))
    const before = {
      all: microUsd(present.all + grown),
      inPlans: present.inPlans,
      withdrawable: microUsd(present.withdrawable + grown),
    }
    const over = running.filter(({ ends: end }) => end === at)
    const back = sum(over.map(({ terms }) => terms.amount))
    const withdrawable = sum(over.filter(({ bonus }) => !bonus).map(({ terms }) => terms.amount))
    present = {
      all: before.all,
      inPlans: microUsd(before.inPlans - back),
      withdrawable: microUsd(before.withdrawable + withdrawable),
    }
    since = at
    return { at, back, before, after: present }
  })
}

function earnedBetween(terms: Parameters<typeof earnedBy>[0], from: number, to: number): MicroUsd {
  return microUsd(earnedBy(terms, new Date(to)) - earnedBy(terms, new Date(from)))
}
