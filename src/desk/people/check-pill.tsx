import { stateNames } from '#texts/kyc-states.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import type { KycState } from '#users/contract.ts'

const STATUSES = { none: 'completed', submitted: 'pending', approved: 'approved', rejected: 'declined' } as const

/** How somebody's identity check stands, in the colours of records. */
export function CheckPill({ state }: { state: KycState }) {
  'use no memo'
  return <StatusPill status={STATUSES[state]} label={stateNames[state]} />
}
