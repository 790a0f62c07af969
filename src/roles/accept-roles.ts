import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Investor, Role } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { notify } from '#notifications/notify.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { acceptInvitation, lockInvitation, type RoleInvitationRow, selectInvitation } from './store.ts'
import { changeUser } from '#users/change-user.ts'
import { lockUser } from '#users/lock-user.ts'
import { normaliseEmail } from '#users/rules.ts'

const NOT_GOOD =
  'This invitation cannot be accepted here. Either it was made for another email address, or it was used, withdrawn ' +
  'or is more than 7 days old. Sign in with the address it was sent to, or ask for a new one.'

/**
 * Takes on the roles that a link offers. Only whoever has proved the address that it was mailed to can: somebody else's
 * link, an expired, withdrawn or used one are refused in the same words (422), which do not say whom it was for. Answers
 * the roles.
 */
export async function acceptRoles(tx: Tx, clock: Clock, actor: Investor, input: { token: string }): Promise<Role[]> {
  const user = await lockUser(tx, actor.userId)
  if (user === undefined) throw new Error(`user ${actor.userId} has gone`)
  const invitation = await lockInvitation(tx, { token_hash: hashToken(input.token) })
  const theirs = invitation?.email === normaliseEmail(user.email) && user.roles.length === 0 && user.blocked_at === null
  if (invitation === undefined || !theirs || !isOpen(invitation, clock)) refuse('bad input', NOT_GOOD)
  const { id, roles, reason, invited_by } = invitation
  await acceptInvitation(tx, id, { accepted_at: clock.now(), accepted_by: user.id })
  await changeUser(tx, user.id, { roles })
  // whoever has begun it for an investor helps no administrator
  await endFactorHelp(tx, clock, actor, user.id, 'roles given')
  await recordAct(tx, clock, actor, {
    action: 'accept roles',
    subject: { kind: 'user', id: user.id },
    before: { roles: user.roles },
    after: { roles, invited_by },
    reason,
  })
  await tellOfCredential(tx, clock, user.id, {
    title: 'Your roles',
    bold_value: roles.join(', '),
    status_text: 'changed',
    status_color: 'green',
  })
  await tellOwners(tx, clock, actor, {
    ...{ matter: 'roles', name: user.name, id: user.id, step: 'made' },
    changes: [{ field: 'roles', before: 'none', after: roles.join(', ') }],
  })
  await notify(tx, clock, invited_by, 'users', {
    icon: 'identity',
    title: 'Your invitation',
    bold_value: user.name,
    status_text: 'accepted',
    subject: { kind: 'user', id: user.id },
    status_color: 'green',
  })
  return roles
}

/** The roles that a link offers, which its mail says too; null unless its invitation still waits. It does not say whom for. */
export async function rolesOffered(tx: Tx, clock: Clock, token: string): Promise<Role[] | null> {
  const invitation = await selectInvitation(tx, hashToken(token))
  return invitation !== undefined && isOpen(invitation, clock) ? invitation.roles : null
}

function isOpen(invitation: RoleInvitationRow, clock: Clock): boolean {
  return invitation.accepted_at === null && invitation.withdrawn_at === null && invitation.expires_at > clock.now()
}
