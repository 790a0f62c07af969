import { PlansScreen } from '#plans/web/plans.tsx'
import { useRead } from './calls.ts'
import { useMayChange } from './may-decide.ts'

/** The plans, as the desk reads them: on offer or not. */
export function AdminPlansScreen() {
  const { data } = useRead('GET /api/admin/plans')
  return <PlansScreen plans={data?.items} mayChange={useMayChange()} />
}
