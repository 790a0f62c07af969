import type { StillNeeded } from '#ui/client.ts'
import { confirmIdentity } from './step-up.tsx'

const SECURITY = '/security'
/** What everybody may open: a link in a mail comes before a factor that is yet to be added. */
const OPEN = /^\/(security|undo-change|stop-factor-help|mail-link|reset-password|setup|invitation|terms)$/

/**
 * Has from the person what a call needs besides: answers whether they have confirmed that it is them. Whoever has to add
 * a second factor first is led there.
 */
export async function provide({ step_up, factor_required }: StillNeeded): Promise<boolean> {
  if (factor_required && !OPEN.test(location.pathname)) location.assign(SECURITY)
  return step_up ? confirmIdentity(step_up as Parameters<typeof confirmIdentity>[0]) : false
}
