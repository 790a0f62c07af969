import type { NamedAccount } from '#funds/contract.ts'

const KINDS: Readonly<Record<NamedAccount['kind'], string>> = {
  earnings: 'Earnings Wallet',
  referral: 'Referral Wallet',
  bonus: 'Bonus balance',
  invested: 'Running investments',
  withdrawing: 'Held for withdrawals',
  custody: 'Custody',
  suspense: 'Suspense',
  capital: 'Capital',
  adjustments: 'Adjustments',
  returns: 'Returns',
  fees: 'Fees',
  yield: 'Yield expense',
  'referral expense': 'Referral expense',
}

/** An account as an operator calls it, with whose it is. */
export function accountWords({ kind, of }: Pick<NamedAccount, 'kind' | 'of'>): string {
  return of === null ? KINDS[kind] : `${KINDS[kind]}, ${of.name}`
}
