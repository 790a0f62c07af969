import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { closeRequestsOf, holdRequestsOf } from '#approvals/close-requests.ts'
import { changesBetween } from '#approvals/rules.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator, Role } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { ZERO } from '#money/micro-usd.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { endOthers } from '#identity/end-sessions.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { changeUser } from '#users/change-user.ts'
import { lockOwners, lockUser } from '#users/lock-user.ts'

const ROLES: readonly Role[] = ['owner', 'reviewer', 'support']

/**
 * Changes and takes the roles of somebody who has some; who has none is invited (409). Nobody changes their own, and
 * whoever does it must still be an owner when all owners are locked: so an owner is always left, also when two owners take
 * the role from each other at once. What they have asked for, still waits and needs a role that they lose is refused, and
 * what they have offered as an owner does not outlive it.
 * Whoever gets a role that they had not is signed out everywhere: halves of sessions that somebody else has come by give
 * them nothing of it, and help with a lost factor ends. Other sessions go on, since roles are read again with every call. A change waits for a second owner,
 * where there is one who could agree: then nothing has changed, and the id of the request is answered. 409 if the roles are
 * not `was` any more.
 */
export async function setRoles(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; roles: readonly Role[]; was?: readonly Role[] },
  agreed?: Agreed,
): Promise<string | undefined> {
  if (input.id === actor.userId) refuse('not allowed', 'You can’t change your own roles. Another owner has to.')
  await holdRequestsOf(tx, input.id)
  const owners = await lockOwners(tx)
  if (!owners.includes(actor.userId)) refuse('not allowed', 'You are no longer an owner.')
  const user = await lockUser(tx, input.id)
  if (user === undefined) refuse('not found', 'There is no such user.')
  const roles = ROLES.filter((role) => input.roles.includes(role))
  if (user.roles.length === 0 && roles.length > 0) {
    refuse('wrong state', 'Roles are given by invitation: invite this user’s email address on the users screen.')
  }
  const before = ROLES.filter((role) => user.roles.includes(role))
  if (input.was !== undefined && input.was.join() !== before.join()) {
    refuse('wrong state', 'The roles of this user have changed since this was asked for.')
  }
  const kept: KeptRoles = { id: user.id, roles, was: before }
  const subject = { kind: 'roles', id: user.id } as const
  const changes = changesBetween({ roles: inWords(before) }, { roles: inWords(roles) })
  const tell = { matter: 'roles', name: user.name, id: user.id } as const
  const kind = 'set roles'
  const correction: Correction = { kind, subject, concerns: user.id, input: kept, version: null, reason: null, tell }
  return correctOrAsk(tx, clock, actor, correction, agreed, async () => {
    await changeUser(tx, user.id, { roles })
    const isMore = roles.some((role) => !before.includes(role))
    if (isMore) {
      await endOthers(tx, clock, { userId: user.id, sessionId: null })
      await endFactorHelp(tx, clock, actor, user.id, 'roles given')
    }
    await recordAct(tx, clock, actor, {
      action: 'set roles',
      subject: { kind: 'user', id: user.id },
      before: { roles: user.roles },
      after: { roles },
    })
    await closeRequestsOf(tx, actor, user, { roles, reason: `${user.name} can no longer ask for this.` })
    if (changes.length > 0)
      await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
    await tellOfCredential(tx, clock, user.id, {
      title: 'Your roles',
      bold_value: inWords(roles),
      status_text: 'changed',
      status_color: 'green',
      follows: isMore ? 'You were signed out everywhere. Sign in again to use them.' : undefined,
    })
    return { moved: changes.length === 0 ? ZERO : null, changes }
  })
}

/** A change as it is kept while it waits. */
export type KeptRoles = { id: string; roles: Role[]; was: Role[] }

function inWords(roles: readonly Role[]): string {
  return roles.length === 0 ? 'none' : roles.join(', ')
}
