import * as text from '#texts/withdrawal.ts'
import type { WithdrawalStatus } from '#withdrawals/rules.ts'

export type WithdrawalTab = { name: WithdrawalStatus; label: string; empty: string }

/** One tab for each state, and what it says while there are none. */
export const tabs: readonly [WithdrawalTab, ...WithdrawalTab[]] = [
  { name: 'pending', label: text.pending, empty: text.noPending },
  { name: 'approved', label: text.approved, empty: text.noApproved },
  { name: 'completed', label: text.completed, empty: text.noCompleted },
  { name: 'declined', label: text.declined, empty: text.noDeclined },
]
