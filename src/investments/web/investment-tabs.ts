import type { Status } from '#kit/wire.ts'

export type InvestmentTab = { name: string; label: string; holds: readonly Status[]; empty: string }

/** Which states each tab lists, and what it says while there are none. Every record is in exactly one. */
export const tabs: readonly [InvestmentTab, ...InvestmentTab[]] = [
  {
    name: 'pending',
    label: 'Pending',
    holds: ['pending', 'waiting approval'],
    empty: 'No pending investment records found for now',
  },
  { name: 'active', label: 'Active', holds: ['approved'], empty: 'No active investment records found for now' },
  { name: 'completed', label: 'Completed', holds: ['completed'], empty: 'No completed investment record available' },
  { name: 'declined', label: 'Declined', holds: ['declined'], empty: 'No declined investment records found for now' },
]
