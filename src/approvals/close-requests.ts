import { type Act, recordActs } from '#audit/record.ts'
import { type Actor, type Role, userOf } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { announce } from '#notifications/notify.ts'
import { APPROVAL_KINDS } from './contract.ts'
import { DECISIONS, rolesToAsk, STEPS } from './rules.ts'
import { lockWaitingOf, withdrawInvitationsOf } from './closing-store.ts'
import { closeWaitingOf, lockAsking } from './store.ts'
import { auditSubject } from './audit-subject.ts'

/**
 * Locks what somebody has asked for and still waits, before their account is locked: whoever agrees to it locks the
 * request first and accounts then.
 */
export async function holdRequestsOf(tx: Tx, userId: string): Promise<void> {
  await lockWaitingOf(tx, userId)
}

/**
 * Refuses what somebody has asked for and may not ask for any more with the `roles` that are left to them, none if all
 * their sessions have ended: what a thief has asked for holds up nobody. What they are just asking for is waited for.
 * Invitations that they sent, asked for or agreed to, and that nobody has accepted yet, are void with the right to ask.
 *
 * What concerns the actor, or was asked for by them, expires instead, and so does all that a job closes, and what says that
 * a withdrawal was paid: whether it was, nobody has looked. Nobody is told of each: they hear of what closed them.
 */
export async function closeRequestsOf(
  tx: Tx,
  actor: Actor,
  requester: { id: string; name: string },
  { roles, reason }: { roles: readonly Role[]; reason: string },
): Promise<void> {
  const kinds = APPROVAL_KINDS.filter((kind) => !rolesToAsk(kind).some((role) => roles.includes(role)))
  if (kinds.length === 0) return
  await lockAsking(tx, requester.id)
  const clock = await databaseClock(tx)
  if (kinds.includes('invite to roles')) await withdrawInvitationsOf(tx, requester.id, clock.now())
  const [refused, expired] = [DECISIONS.refuse, DECISIONS.expire]
  const by = userOf(actor) ?? requester.id
  const closed = await closeWaitingOf(tx, { userId: requester.id, kinds }, by, { at: clock.now(), reason })
  if (closed.length === 0) return
  const acts = closed.map(({ id, kind, subject_kind, subject_id, state }): Act => {
    const request = { asked_for: kind, approval_id: id, asked_by: requester.name }
    return {
      action: state === expired.to ? STEPS.expire : STEPS.refuse,
      subject: auditSubject({ kind: subject_kind, id: subject_id }),
      before: { ...request, state: refused.from },
      after: { ...request, state, decided_by: 'name' in actor ? actor.name : null },
      reason,
    }
  })
  await recordActs(tx, clock, actor, acts)
  await announce(tx, null, 'approvals')
}
