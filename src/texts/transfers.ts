/** What a movement of money is called wherever its investor reads of it: one name for each kind, the same as in files. */
const kinds = {
  'investment approved': 'Invested',
  'investment received': 'Received and held',
  'investment refunded': 'Refunded',
  'investment earned': 'Earnings',
  'investment completed': 'Deposit back',
  'investment left': 'Left early',
  'withdrawal held': 'Held for a withdrawal',
  'withdrawal given back': 'Withdrawal returned',
  'withdrawal paid': 'Withdrawal paid out',
  'referral bonus': 'Referral bonus',
  'top up': 'Top-up',
  deduct: 'Deduction',
  'funds in': 'Operator’s funds in',
  'funds out': 'Operator’s funds out',
  'reserve moved': 'Moved into or out of the reserve',
  'set apart': 'Set apart',
  correction: 'Correction',
  reversal: 'Reversal',
} as const
export const nameOf = (kind: keyof typeof kinds): string => kinds[kind]
