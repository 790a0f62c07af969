import type { Investment } from '#investments/contract.ts'
import { grownSince, type RunningEarnings } from '#investments/rules.ts'
import { fromWire, microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { HELD_IN, withdrawableNow } from '#withdrawals/rules.ts'

/** What an investor has, as far as a withdrawal is about it; dollars as the wire writes them. */
export type Balance = RunningEarnings & {
  account_balance: string
  ref_bal: string
  bonus_balanace: string
  withdrawing: string
  current_investment: string
}
/** What has been asked for and what is running, as far as it is told here. */
export type Histories = {
  withdrawals: readonly Pick<Withdrawal, 'id' | 'amount' | 'status' | 'created_at'>[]
  investments: readonly Pick<Investment, 'id' | 'amount' | 'status' | 'source' | 'ends_at' | 'plan'>[]
}

/** What is an investor's own and not to be withdrawn now: what for, and until when. */
export type Held = { amount: MicroUsd } & (
  | { kind: 'asked'; id: string; at: string; toBePaid: boolean }
  | { kind: 'more asked'; count: number }
  | { kind: 'running'; id: string; plan: string; until: string; bonus: boolean }
  | { kind: 'more running'; count: number; until: string }
  /** where the histories and the balance are not of the same moment, so that no part of it can be named */
  | { kind: 'withdrawing' | 'invested' }
  | { kind: 'bonus' }
)
/** What the two wallets hold that can be withdrawn from, to the micro-dollar. */
export type InWallets = { earned: MicroUsd; referral: MicroUsd }
export type Withdrawable = InWallets & { now: MicroUsd; held: Held[] }

/** More than these of a kind are summed up. */
const NAMED = 2

/**
 * What can be withdrawn some milliseconds after the server's answer, and what is held. `earned`, `referral` and all
 * that is held are together what the balance says, to the micro-dollar; `now` is the whole cents of the first two, for
 * each is asked for on its own, and in cents.
 */
export function withdrawableOf(balance: Balance, histories: Histories, passed: number): Withdrawable {
  const { earned, referral } = inWallets(balance, passed)
  const bonus = fromWire(balance.bonus_balanace)
  const held: Held[] = [
    ...askedFor(fromWire(balance.withdrawing), histories),
    ...invested(fromWire(balance.current_investment), histories),
    ...(bonus > 0n ? [{ kind: 'bonus', amount: bonus } as const] : []),
  ]
  return { earned, referral, now: withdrawableNow({ earnings: earned, referral }), held }
}

/** What each wallet holds some milliseconds after the server's answer: earnings count as far as they have grown. */
export function inWallets(balance: Balance, passed: number): InWallets {
  const earned = microUsd(fromWire(balance.account_balance) + grownSince(balance, passed))
  return { earned, referral: fromWire(balance.ref_bal) }
}

/** Whether there is anything that can be asked for, as the server said. */
export function hasWithdrawable({ account_balance, ref_bal }: Pick<Balance, 'account_balance' | 'ref_bal'>): boolean {
  return withdrawableNow({ earnings: fromWire(account_balance), referral: fromWire(ref_bal) }) > ZERO
}

/** Whether there is nothing that can be asked for: not a whole cent in either wallet. */
export function hasNothing({ earned, referral }: InWallets): boolean {
  return withdrawableNow({ earnings: earned, referral }) === ZERO
}

/** Whether any investment earns or has earned: else what the wallets hold came in another way, by a top-up for one. */
export function hasEarned({ running }: Balance, investments: readonly Pick<Investment, 'earned'>[]): boolean {
  return running.length > 0 || investments.some(({ earned }) => fromWire(earned) > ZERO)
}

function askedFor(total: MicroUsd, { withdrawals }: Histories): Held[] {
  const open = withdrawals
    .filter(({ status }) => status !== 'waiting approval' && HELD_IN[status] === 'withdrawing')
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ id, amount, created_at, status }) => {
      return { kind: 'asked', id, amount: fromWire(amount), at: created_at, toBePaid: status === 'approved' } as const
    })
  return summedUp(total, open, 'withdrawing', (rest) => ({
    kind: 'more asked',
    count: rest.length,
    amount: amountOf(rest),
  }))
}

function invested(total: MicroUsd, { investments }: Histories): Held[] {
  const running = investments
    .flatMap(({ id, amount, status, source, ends_at, plan }) => {
      if (status !== 'approved' || ends_at === null) return []
      const bonus = source === 'bonus'
      return [{ kind: 'running', id, amount: fromWire(amount), plan: plan.name, until: ends_at, bonus } as const]
    })
    .toSorted((a, b) => a.until.localeCompare(b.until))
  return summedUp(total, running, 'invested', (rest) => {
    return { kind: 'more running', count: rest.length, until: rest.at(-1)?.until ?? '', amount: amountOf(rest) }
  })
}

/** The parts on their own where they are what the total says, the first few of many; else the total alone. */
function summedUp<Part extends Held>(
  total: MicroUsd,
  parts: readonly Part[],
  whole: 'withdrawing' | 'invested',
  more: (rest: readonly Part[]) => Held,
): Held[] {
  if (total === ZERO) return []
  if (amountOf(parts) !== total) return [{ kind: whole, amount: total }]
  if (parts.length <= NAMED + 1) return [...parts]
  return [...parts.slice(0, NAMED), more(parts.slice(NAMED))]
}

function amountOf(parts: readonly Held[]): MicroUsd {
  return sum(parts.map(({ amount }) => amount))
}
