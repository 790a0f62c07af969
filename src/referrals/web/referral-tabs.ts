import * as text from '#texts/referral.ts'
import type { ReferralStatus } from '#referrals/rules.ts'

export type ReferralTab = { name: string; label: string; holds: ReferralStatus; empty: string }

/** One tab for each state, and what it says while there are none. */
export const tabs: readonly [ReferralTab, ...ReferralTab[]] = [
  { name: 'pending', label: text.pending, holds: 'pending', empty: text.noPending },
  { name: 'active', label: text.active, holds: 'approved', empty: text.noActive },
  { name: 'completed', label: text.completed, holds: 'completed', empty: text.noCompleted },
  { name: 'declined', label: text.declined, holds: 'declined', empty: text.noDeclined },
]
