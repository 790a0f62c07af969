import { useQuery } from '@tanstack/react-query'
import type { Approval, ApprovalKind } from '#approvals/contract.ts'
import { call, useRead } from '#desk/calls.ts'

const CALL = 'GET /api/admin/approvals'

/** The newest of all that waits for a second administrator, which every screen of the desk has. */
export function useNewestWaits() {
  return useRead(CALL)
}

/** What waits for a second administrator on what this id names; none while it is not known. */
export function useWaitsFor(subjectId: string | undefined): readonly Approval[] {
  return useThose(subjectId === undefined ? undefined : { subject: subjectId })
}

/** What waits of one kind. */
export function useWaitsOf(kind: ApprovalKind): readonly Approval[] {
  return useThose({ kind })
}

/** Out of the newest; where more wait than these, they are asked for. */
function useThose(query: { subject?: string; kind?: ApprovalKind } | undefined): readonly Approval[] {
  const { data: newest } = useNewestWaits()
  const { data: asked } = useQuery({
    queryKey: [CALL, { query }],
    queryFn: () => call(CALL, { query: query ?? {} }),
    enabled: query !== undefined && newest !== undefined && newest.next_cursor !== null,
  })
  if (query === undefined) return []
  const { subject, kind } = query
  // What was asked for while more waited is not asked for again once all of them are here, so it is old.
  const those = newest?.next_cursor === null ? newest : (asked ?? newest)
  return those?.items.filter((one) => one.subject_id === subject || one.kind === kind) ?? []
}

/**
 * From where on a correction needs a second administrator, and whether there is one who could agree, as the wire says
 * it; undefined while it is not known.
 */
export function useSecondApprover() {
  return useNewestWaits().data
}
