import { tellOwners } from '#approvals/tell-owners.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import type { UserRow } from '#users/find.ts'
import { tellOfCredential } from './tell-of-credential.ts'

/**
 * Tells owners where the password is an administrator's, however often (links and presented passwords have limits of
 * their own), and the person themselves; their devices hear nothing more until they sign in there again.
 */
export async function tellOfNewPassword(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { id, name, roles }: Pick<UserRow, 'id' | 'name' | 'roles'>,
): Promise<void> {
  if (roles.length > 0) {
    await tellOwners(tx, clock, actor, {
      ...{ matter: 'roles', name, id, step: 'made', counted: false },
      changes: [{ field: 'sign_in', before: null, after: 'new password chosen' }],
    })
  }
  await tellOfCredential(tx, clock, id, { status_text: 'changed', status_color: 'green' })
  await closeDevices(tx, clock, id)
}
