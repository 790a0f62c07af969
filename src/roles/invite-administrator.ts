import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator, Role } from '#kit/actor.ts'
import { type Clock, DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newId, newSecret } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { countWrittenMail } from '#mail/count-written-mail.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { INVITATION_DAYS } from '#mail/rules.ts'
import { administratorInvited } from '#mail/templates.ts'
import { announce } from '#notifications/notify.ts'
import { ROLES } from './rules.ts'
import { insertInvitation, withdrawInvitations } from './store.ts'
import { findUserByEmail } from '#users/find.ts'
import { lockOwners } from '#users/lock-user.ts'
import { checkEmail, normaliseEmail } from '#users/rules.ts'

/** Whom roles are offered to, and why. `email` is normalised, `roles` is not empty and has each role once. */
export type Invitation = { email: string; roles: Role[]; reason: string }

/** Reads an invitation as it was typed. Throws field errors. */
export function readInvitation(typed: { email: string; roles: readonly Role[]; reason: string }): Invitation {
  const email = normaliseEmail(typed.email)
  const problem = checkEmail(email)
  if (problem !== null) refuseField('email', problem)
  const roles = ROLES.map(({ role }) => role).filter((role) => typed.roles.includes(role))
  if (roles.length === 0) refuseField('roles', 'Choose at least one role.')
  return { email, roles, reason: typed.reason }
}

/**
 * Mails a link by which whoever has proved this address becomes an administrator: good once, for seven days. An earlier
 * link to the same address is void. 409 if the address belongs to an administrator or to somebody who is blocked.
 * Whoever invites must still be an owner when all owners are locked. It waits for a second owner where there is one: then
 * nothing is mailed yet, and the id of the request is answered. 429 beyond 30 mails to single addresses in an hour.
 */
export async function inviteAdministrator(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: Invitation & { id?: string; appUrl: string },
  agreed?: Agreed,
): Promise<string | undefined> {
  const owners = await lockOwners(tx)
  if (!owners.includes(actor.userId)) refuse('not allowed', 'You are no longer an owner.')
  const { email, roles, reason } = input
  await refuseUninvitable(tx, email)
  if (agreed === undefined) await countWrittenMail(tx, clock, actor)
  const kept: KeptInvitation = { id: input.id ?? newId(), email, roles, reason }
  const tell = { matter: 'invitation', name: email } as const
  const correction: Correction = {
    kind: 'invite to roles',
    subject: { kind: 'invitation', id: kept.id },
    concerns: null,
    input: kept,
    version: null,
    reason,
    tell,
  }
  return correctOrAsk(tx, clock, actor, correction, agreed, async () => {
    await sendInvitation(tx, clock, actor, { ...kept, appUrl: input.appUrl })
    const changes = [
      { field: 'email', before: null, after: email },
      { field: 'roles', before: null, after: roles.join(', ') },
    ]
    await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
    return { moved: null, changes }
  })
}

/** An invitation as it is kept while it waits. */
export type KeptInvitation = Invitation & { id: string }

async function sendInvitation(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  { id, email, roles, reason, appUrl }: KeptInvitation & { appUrl: string },
): Promise<void> {
  const now = clock.now()
  const token = newSecret()
  await withdrawInvitations(tx, { email }, now)
  await insertInvitation(tx, {
    ...{ id, email, roles, reason },
    token_hash: hashToken(token),
    invited_by: actor.userId,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY),
    ...{ accepted_at: null, accepted_by: null, withdrawn_at: null },
  })
  await recordAct(tx, clock, actor, {
    action: 'invite administrator',
    subject: { kind: 'role invitation', id },
    after: { email, roles },
    reason,
  })
  const link = `${appUrl}/accept-roles?token=${token}`
  await enqueueMail(tx, clock, {
    receiver: email,
    ...administratorInvited({ by: actor.name, roles: inWords(roles), link, days: INVITATION_DAYS }),
  })
  await announce(tx, null, 'users')
}

/** 409 if this address cannot be invited as things are now. */
export async function refuseUninvitable(tx: Tx, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (user === undefined) return
  if (user.roles.length > 0) {
    refuse('wrong state', 'This person is already an administrator. Change their roles on their account.')
  }
  if (user.blocked_at !== null) refuse('wrong state', 'This person’s sign-in is blocked. Unblock it first.')
}

function inWords(roles: readonly Role[]): string {
  return ROLES.filter(({ role }) => roles.includes(role))
    .map(({ role, words }) => `- ${role}: ${words}`)
    .join('\n')
}
