import type { StatementAccount } from './contract.ts'

/** What follows the closing balance of a period up to now: with it, that is what the wallet shows. */
export const NOT_POSTED = 'Earned, not yet posted'

/** What a statement is about, as files call it. */
export const ACCOUNTS: Readonly<Record<StatementAccount, string>> = {
  all: 'All balances',
  earnings: 'Earnings Wallet',
  referral: 'Referral Wallet',
  bonus: 'Bonus balance',
  invested: 'Running investments',
  withdrawing: 'Held for withdrawals',
}

export const BY = { investor: 'you', administrator: 'an administrator', system: 'Plumb' } as const
