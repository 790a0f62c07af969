import type { ReferralStatus } from '#referrals/rules.ts'

export type ReferralTab = { name: string; label: string; holds: ReferralStatus; empty: string }

/** One tab for each state, and what it says while there are none. */
export const tabs: readonly [ReferralTab, ...ReferralTab[]] = [
  { name: 'pending', label: 'Pending', holds: 'pending', empty: 'No pending referral records found for now' },
  { name: 'active', label: 'Active', holds: 'approved', empty: 'No active referral records found for now' },
  { name: 'completed', label: 'Completed', holds: 'completed', empty: 'No completed referrals record available' },
  { name: 'declined', label: 'Declined', holds: 'declined', empty: 'No declined referral records found for now' },
]
