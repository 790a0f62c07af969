import type { NamedAccount } from '#funds/contract.ts'

/** The accounts of the books, as an operator reads of them on every screen of the desk. */
export const accountNames: Readonly<Record<NamedAccount['kind'], string>> = {
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
  reserve: 'Reserve, free',
  committed: 'Reserve, committed',
  'set apart': 'Set apart',
}

/** The same, with whose it is. */
export function nameOfAccount({ kind, of }: Pick<NamedAccount, 'kind' | 'of'>): string {
  return of === null ? accountNames[kind] : `${accountNames[kind]}, ${of.name}`
}

type Person = { name: string }

/** Who did it, and who asked for it where that is somebody else. */
export function doneBy(by: Person, askedBy: Person | null): string {
  return askedBy === null ? `by ${by.name}` : `asked for by ${askedBy.name}, agreed to by ${by.name}`
}
