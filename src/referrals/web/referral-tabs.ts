import * as text from '#texts/referral.ts'
import type { RecordTab } from '#lists/web/record-tabs.tsx'

/** One tab for each state, and what it says while there are none. */
export const tabs: readonly [RecordTab, ...RecordTab[]] = [
  { name: 'pending', holds: ['pending'], label: text.pending, empty: text.noPending },
  { name: 'active', holds: ['approved'], label: text.active, empty: text.noActive },
  { name: 'completed', holds: ['completed'], label: text.completed, empty: text.noCompleted },
  { name: 'declined', holds: ['declined'], label: text.declined, empty: text.noDeclined },
]
