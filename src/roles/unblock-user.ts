import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { enqueueTelling } from '#mail/enqueue.ts'
import { signInUnblocked } from '#mail/templates.ts'
import { lockToBlock } from './lock-to-block.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { changeUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'

/** What is kept while it waits. */
export type KeptUnblock = { id: string; reason: string }

/**
 * Lets a blocked user sign in again, with the password that they had. 409 if nothing is blocked. An administrator is
 * back with all roles, so it waits for a second owner as a change of roles does, where there is one who could agree: then
 * nothing has changed, and the id of the request is answered.
 */
export async function unblockUser(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: KeptUnblock & { appUrl: string },
  agreed?: Agreed,
): Promise<string | undefined> {
  const user = await lockToBlock(tx, actor, input.id)
  if (user.blocked_at === null) refuse('wrong state', 'This user’s sign-in is not blocked.')
  const { id, roles } = user
  if (roles.length === 0) {
    await unblock(tx, clock, actor, user, input)
    return undefined
  }
  const { reason } = input
  const kept: KeptUnblock = { id, reason }
  const subject = { kind: 'roles', id } as const
  const tell = { matter: 'roles', name: user.name, id: user.id } as const
  const kind = 'unblock user'
  const correction: Correction = { kind, subject, concerns: id, input: kept, version: null, reason, tell }
  return correctOrAsk(tx, clock, actor, correction, agreed, async () => {
    await unblock(tx, clock, actor, user, input)
    const changes = [
      { field: 'sign_in', before: 'blocked', after: 'not blocked' },
      { field: 'roles', before: null, after: roles.join(', ') },
    ]
    await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
    return { moved: null, changes }
  })
}

async function unblock(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  user: UserRow,
  { reason, appUrl }: { reason: string; appUrl: string },
): Promise<void> {
  await changeUser(tx, user.id, { blocked_at: null, blocked_reason: null })
  await recordAct(tx, clock, actor, {
    action: 'unblock user',
    subject: { kind: 'user', id: user.id },
    before: { blocked: true, reason: user.blocked_reason },
    after: { blocked: false },
    reason,
  })
  await tellOfCredential(tx, clock, user.id, { title: 'Sign-in', status_text: 'unblocked', status_color: 'green' })
  await enqueueTelling(tx, clock, { receiver: user.email, ...signInUnblocked({ link: `${appUrl}/login` }) })
}
