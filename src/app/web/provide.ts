import { confirmIdentity } from '#factors/web/step-up.tsx'
import type { StillNeeded } from '#ui/client.ts'
import { paths } from './paths.ts'

/** What everybody may open: a link in a mail comes before a factor that is yet to be added. */
const BEFORE_FACTOR: readonly string[] = [
  paths.security,
  paths.undoChange,
  paths.stopFactorHelp,
  paths.mailLink,
  paths.resetPassword,
  paths.setup,
  paths.invitation,
  paths.terms,
]

/**
 * Has from the person what a call needs besides: answers whether they have confirmed that it is them. Whoever has to add
 * a second factor first is led there.
 */
export async function provide({ step_up, factor_required }: StillNeeded): Promise<boolean> {
  if (factor_required && !BEFORE_FACTOR.includes(location.pathname)) location.assign(paths.security)
  return step_up ? confirmIdentity(step_up as Parameters<typeof confirmIdentity>[0]) : false
}
