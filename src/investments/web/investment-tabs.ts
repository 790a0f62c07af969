import { tabs as text } from '#texts/investment.ts'
import type { RecordTab } from '#lists/web/record-tabs.tsx'

export type InvestmentTab = RecordTab & {
  /** What its list is called, and its sum. */
  list: string
  inAll: string
}

/** Which states each tab lists, and what it says while there are none. Every record is in exactly one. */
export const tabs: readonly [InvestmentTab, ...InvestmentTab[]] = [
  { name: 'pending', holds: ['pending', 'waiting approval'], ...text.pending },
  { name: 'active', holds: ['approved'], ...text.active },
  { name: 'completed', holds: ['completed'], ...text.completed },
  { name: 'declined', holds: ['declined'], ...text.declined },
]
