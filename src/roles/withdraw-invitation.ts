import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { announce } from '#notifications/notify.ts'
import { lockInvitation, withdrawInvitations } from './store.ts'

/** Makes an invitation that still waits void. 404 if there is none, 409 if it was accepted or withdrawn. */
export async function withdrawInvitation(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string },
): Promise<void> {
  const invitation = await lockInvitation(tx, { id: input.id })
  if (invitation === undefined) refuse('not found', 'There is no such invitation.')
  if (invitation.accepted_at !== null) refuse('wrong state', 'This invitation has been accepted.')
  if (invitation.withdrawn_at !== null) refuse('wrong state', 'This invitation has already been withdrawn.')
  await withdrawInvitations(tx, { id: invitation.id }, clock.now())
  await recordAct(tx, clock, actor, {
    action: 'withdraw invitation',
    subject: { kind: 'role invitation', id: invitation.id },
    before: { email: invitation.email, roles: invitation.roles },
  })
  await tellOwners(tx, clock, actor, {
    ...{ matter: 'roles', name: invitation.email, step: 'made', protects: true },
    changes: [{ field: 'invitation', before: invitation.roles.join(', '), after: 'withdrawn' }],
  })
  await announce(tx, null, 'users')
}
