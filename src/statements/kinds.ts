import type { StatementAccount } from './contract.ts'

const KINDS: Readonly<Record<string, string>> = {
  'investment approved': 'Invested',
  'investment received': 'Received and held',
  'investment refunded': 'Refunded',
  'investment completed': 'Deposit back',
  'investment earned': 'Earnings',
  'withdrawal held': 'Held for a withdrawal',
  'withdrawal given back': 'Withdrawal given back',
  'withdrawal paid': 'Withdrawal paid out',
  'referral bonus': 'Referral bonus',
  'top up': 'Top-up',
  deduct: 'Deduction',
  correction: 'Correction',
  reversal: 'Undone',
}

/** What a transfer is, as files call it. */
export function kindInWords(kind: string): string {
  return KINDS[kind] ?? `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`
}

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

export const BY = { investor: 'you', administrator: 'an administrator', system: 'by itself' } as const
