/** An investor's own accounts, as they read of them on every screen. Files call them the same: `ledger/rules.ts`. */
export const ownAccounts = {
  earnings: 'Earnings Wallet',
  referral: 'Referral Wallet',
  invested: 'Current Investment',
  bonus: 'Bonus balance',
  withdrawing: 'Held for withdrawals',
} as const

/** Every account of the books, as its investor reads of it. */
export const accounts = {
  ...ownAccounts,
  custody: 'Payment wallet',
  suspense: 'Held until refunded or used',
  capital: 'The operator’s capital',
  adjustments: 'The operator’s adjustments',
  returns: 'The operator’s returns',
  fees: 'Fees',
  yield: 'Earnings, paid by the operator',
  'referral expense': 'Referral bonuses, paid by the operator',
  reserve: 'The reserve',
  committed: 'Set apart for what is promised',
  'set apart': 'The operator’s own, earmarked',
} as const
