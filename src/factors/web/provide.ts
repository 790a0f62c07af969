import type { StillNeeded } from '#ui/client.ts'
import { confirmIdentity } from './step-up.tsx'

const SECURITY = '/security'

/**
 * Has from the person what a call needs besides: answers whether they have confirmed that it is them. Whoever has to add
 * a second factor first is led there.
 */
export async function provide({ step_up, factor_required }: StillNeeded): Promise<boolean> {
  if (factor_required && location.pathname !== SECURITY) location.assign(SECURITY)
  return step_up ? confirmIdentity(step_up as Parameters<typeof confirmIdentity>[0]) : false
}
