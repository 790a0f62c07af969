import type { Role } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { userOfResetLink } from './reset-password.ts'
import { refuseBadSetupLink } from './set-up-owner.ts'

/**
 * Whether the link that somebody opened still works, so that they are told before they fill in its form, and the roles that
 * an invitation offers: `rolesOffered` knows them.
 */
export async function checkLink(
  tx: Tx,
  clock: Clock,
  { kind, token }: { kind: 'reset' | 'setup' | 'roles'; token: string },
  rolesOffered: (tx: Tx, clock: Clock, token: string) => Promise<Role[] | null>,
): Promise<{ valid: boolean; roles?: Role[] }> {
  if (kind === 'roles') {
    const roles = await rolesOffered(tx, clock, token)
    return roles === null ? { valid: false } : { valid: true, roles }
  }
  try {
    await (kind === 'reset' ? userOfResetLink : refuseBadSetupLink)(tx, clock, token)
    return { valid: true }
  } catch (error) {
    if (error instanceof Refusal) return { valid: false }
    throw error
  }
}
