import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { userOfResetLink } from './reset-password.ts'
import { refuseBadSetupLink } from './set-up-owner.ts'

/**
 * Whether the link that somebody opened still works, so that they are told before they fill in its form. Of invitations to
 * roles `invitationWorks` knows.
 */
export async function linkWorks(
  tx: Tx,
  clock: Clock,
  { kind, token }: { kind: 'reset' | 'setup' | 'roles'; token: string },
  invitationWorks: (tx: Tx, clock: Clock, token: string) => Promise<boolean>,
): Promise<boolean> {
  if (kind === 'roles') return invitationWorks(tx, clock, token)
  try {
    await (kind === 'reset' ? userOfResetLink : refuseBadSetupLink)(tx, clock, token)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
