import type { WithdrawalStatus } from '#withdrawals/rules.ts'

export type WithdrawalTab = { name: WithdrawalStatus; label: string; empty: string }

/** One tab for each state, and what it says while there are none. */
export const tabs: readonly [WithdrawalTab, ...WithdrawalTab[]] = [
  { name: 'pending', label: 'Pending', empty: 'No pending Withdrawal records found for now' },
  { name: 'approved', label: 'Approved', empty: 'No active Withdrawal records found for now' },
  { name: 'completed', label: 'Completed', empty: 'No completed Withdrawals record available' },
  { name: 'declined', label: 'Declined', empty: 'No declined Withdrawal records found for now' },
]
