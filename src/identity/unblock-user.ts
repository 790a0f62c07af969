import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { signInUnblocked } from '#mail/templates.ts'
import { lockToBlock } from './lock-to-block.ts'
import { changeUser } from './store.ts'
import { tellOfCredential } from './tell-of-credential.ts'

/** Lets a blocked user sign in again, with the password that they had. 409 where nothing is blocked. */
export async function unblockUser(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; reason: string; appUrl: string },
): Promise<void> {
  const user = await lockToBlock(tx, actor, input.id)
  if (user.blocked_at === null) refuse('wrong state', 'Sign-in of this user is not blocked.')
  await changeUser(tx, user.id, { blocked_at: null, blocked_reason: null })
  await recordAct(tx, clock, actor, {
    action: 'unblock user',
    subject: { kind: 'user', id: user.id },
    before: { blocked: true, reason: user.blocked_reason },
    after: { blocked: false },
    reason: input.reason,
  })
  if (user.roles.length > 0) {
    await tellOwners(tx, clock, {
      ...{ matter: 'roles', name: user.name, by: actor.name, step: 'made' },
      changes: [{ field: 'sign_in', before: 'blocked', after: 'not blocked' }],
    })
  }
  await tellOfCredential(tx, clock, user.id, { title: 'Sign-in', status_text: 'unblocked', status_color: 'green' })
  await enqueueMail(tx, clock, { receiver: user.email, ...signInUnblocked({ link: `${input.appUrl}/login` }) })
}
