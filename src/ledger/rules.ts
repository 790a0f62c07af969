import type { OwnAccount, TransferKind } from './contract.ts'

/** An investor's accounts as files call them: the same as the investor's screens, `texts/accounts.ts`. */
export const ACCOUNT_NAMES: Readonly<Record<OwnAccount, string>> = {
  earnings: 'Earnings Wallet',
  referral: 'Referral Wallet',
  invested: 'Current Investment',
  bonus: 'Bonus balance',
  withdrawing: 'Held for withdrawals',
}

/** What a kind of transfer means. What its investor reads of it on a screen stands in `texts/transfers.ts`. */
type Meaning = {
  /** whether it may move custody: money comes in at a payment wallet, or goes out of it */
  custody: boolean
  /** whether it sets right what was posted before */
  correction: boolean
  /** what an operator calls it */
  operator: string
  /** what a file calls it: the same as the investor's screens */
  statement: string
}

/** Every kind of transfer in the books, and what it means. The database knows the same kinds, and those of custody. */
export const TRANSFERS: Readonly<Record<TransferKind, Meaning>> = {
  'investment approved': {
    ...{ custody: true, correction: false },
    ...{ operator: 'Investment approved', statement: 'Invested' },
  },
  'investment received': {
    ...{ custody: true, correction: false },
    ...{ operator: 'Payment received and held', statement: 'Received and held' },
  },
  'investment refunded': {
    ...{ custody: true, correction: false },
    ...{ operator: 'Held money refunded', statement: 'Refunded' },
  },
  'investment earned': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Earnings', statement: 'Earnings' },
  },
  'investment completed': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Investment completed', statement: 'Deposit back' },
  },
  'investment left': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Investment left early', statement: 'Left early' },
  },
  'withdrawal held': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Held for a withdrawal', statement: 'Held for a withdrawal' },
  },
  'withdrawal given back': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Withdrawal returned', statement: 'Withdrawal returned' },
  },
  'withdrawal paid': {
    ...{ custody: true, correction: false },
    ...{ operator: 'Withdrawal paid out', statement: 'Withdrawal paid out' },
  },
  'referral bonus': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Referral bonus', statement: 'Referral bonus' },
  },
  'top up': { custody: false, correction: false, operator: 'Top-up', statement: 'Top-up' },
  deduct: { custody: false, correction: false, operator: 'Deduction', statement: 'Deduction' },
  'funds in': { custody: true, correction: false, operator: 'Funds in', statement: 'Operator’s funds in' },
  'funds out': { custody: true, correction: false, operator: 'Funds out', statement: 'Operator’s funds out' },
  'reserve moved': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Moved into or out of the reserve', statement: 'Moved into or out of the reserve' },
  },
  'set apart': {
    ...{ custody: false, correction: false },
    ...{ operator: 'Set apart for a promise', statement: 'Set apart' },
  },
  correction: { custody: true, correction: true, operator: 'Correction', statement: 'Correction' },
  reversal: { custody: true, correction: true, operator: 'Reversal', statement: 'Reversal' },
}

export const TRANSFER_KINDS = Object.keys(TRANSFERS) as TransferKind[]

/** The kinds that may move custody: what comes in and goes out is to be found among them. */
export const THROUGH_CUSTODY = TRANSFER_KINDS.filter((kind) => TRANSFERS[kind].custody)
