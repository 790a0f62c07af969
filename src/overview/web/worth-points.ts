import type { WorthParts } from '#investments/web/maturities.ts'
import { fromWire, microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { WorthDay } from '#statements/contract.ts'
import { withdrawableNow } from '#withdrawals/rules.ts'

/** At the end of a day, or of today as it is now; with what came from outside and what was paid out on that day. */
export type WorthPoint = WorthParts & {
  day: string
  paidIn: MicroUsd
  paidOut: MicroUsd
  /** the bonus balance, which the days before today do not tell apart */
  bonus?: MicroUsd
}

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

function worthNow(balance: Balance): WorthParts & { bonus: MicroUsd } {
  const { account_balance, ref_bal, bonus_balanace, current_investment, withdrawing } = balance
  const inPlans = fromWire(current_investment)
  const [earnings, referral, bonus] = [fromWire(account_balance), fromWire(ref_bal), fromWire(bonus_balanace)]
  return {
    all: sum([earnings, referral, inPlans, bonus, fromWire(withdrawing)]),
    inPlans,
    withdrawable: withdrawableNow({ earnings, referral }),
    bonus,
  }
}
