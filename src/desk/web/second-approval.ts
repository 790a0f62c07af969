import type { Approval } from '#approvals/contract.ts'
import { useRead } from './calls.ts'

/** What waits for a second administrator on what this id names; none while it is not known. */
export function useWaitsFor(subjectId: string | undefined): readonly Approval[] {
  const { data } = useRead('GET /api/admin/approvals')
  return data?.items.filter(({ subject_id }) => subject_id === subjectId) ?? []
}

/**
 * From where on a correction needs a second administrator, and whether there is one who could agree, as the wire says
 * it; undefined while it is not known.
 */
export function useSecondApprover() {
  return useRead('GET /api/admin/approvals').data
}
