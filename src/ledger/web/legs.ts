import type { AccountKind, Posting } from '#ledger/contract.ts'

export type Leg = {
  account: AccountKind
  wallet: string | null
  goes: 'from' | 'to'
  /** Without their sign, one for each transfer. */
  amounts: string[]
  /** What an own account held after the last of them. */
  balanceAfter: string | null
}

/** What these hold comes in by a debit (business rules §3): where it grows, money comes from there. */
const DEBIT_SIDE: readonly AccountKind[] = ['custody', 'yield', 'referral expense']

/** Where money came from and where it went, in that order; an account that several transfers touch stands once. */
export function legsOf(postings: readonly Posting[]): Leg[] {
  const legs = new Map<string, Leg>()
  for (const { entries } of postings) {
    for (const { account, wallet, amount, balance_after, mine } of entries) {
      const goes = amount.startsWith('-') === DEBIT_SIDE.includes(account) ? 'to' : 'from'
      const key = `${goes} ${account} ${wallet}`
      const leg = legs.get(key) ?? { account, wallet, goes, amounts: [], balanceAfter: null }
      leg.amounts.push(amount.replace('-', ''))
      if (mine) leg.balanceAfter = balance_after
      legs.set(key, leg)
    }
  }
  return [...legs.values()].toSorted((a, b) => Number(a.goes === 'to') - Number(b.goes === 'to'))
}
