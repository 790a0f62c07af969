import { recordAct } from '#audit/record.ts'
import type { Administrator, Role } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { changeUser, lockOwners, lockUserRow, withdrawInvitations } from './store.ts'
import { tellOfCredential } from './tell-of-credential.ts'

const ROLES: readonly Role[] = ['owner', 'reviewer', 'support']

/**
 * Changes and takes the roles of somebody who has some; who has none is invited (409). Nobody changes their own, and whoever does it must still be an owner when all owners are
 * locked: so an owner is always left, also when two owners take the role from each other at once.
 * Sessions go on: roles are read anew with every call.
 */
export async function setRoles(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; roles: readonly Role[] },
): Promise<void> {
  if (input.id === actor.userId) refuse('not allowed', 'Nobody changes their own roles: another owner has to.')
  const owners = await lockOwners(tx)
  if (!owners.includes(actor.userId)) refuse('not allowed', 'You are no longer an owner.')
  const user = await lockUserRow(tx, input.id)
  if (user === undefined) refuse('not found', 'There is no such user.')
  const roles = ROLES.filter((role) => input.roles.includes(role))
  if (user.roles.length === 0 && roles.length > 0) {
    refuse('wrong state', 'Roles are given by invitation: invite this user’s e-mail address on the users screen.')
  }
  await changeUser(tx, user.id, { roles })
  // What somebody has offered as an owner does not outlive it.
  if (!roles.includes('owner')) await withdrawInvitations(tx, { invited_by: user.id }, clock.now())
  await recordAct(tx, clock, actor, {
    action: 'set roles',
    subject: { kind: 'user', id: user.id },
    before: { roles: user.roles },
    after: { roles },
  })
  const bold_value = roles.length === 0 ? 'none' : roles.join(', ')
  await tellOfCredential(tx, clock, user.id, {
    title: 'Your roles',
    bold_value,
    status_text: 'changed',
    status_color: 'green',
  })
}
