import { PlansScreen } from '#plans/web/plans.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRead } from './calls.ts'
import { useMayChange } from './may-decide.ts'

/** The plans, as the desk reads them: on offer or not. */
export function AdminPlansScreen() {
  const { data, error, refetch } = useRead('GET /api/admin/plans')
  const mayChange = useMayChange()
  if (error && !data) return <LoadFailed again={() => void refetch()}>{error.message}</LoadFailed>
  return <PlansScreen plans={data?.items} mayChange={mayChange} />
}
