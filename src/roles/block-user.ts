import { holdRequestsOf } from '#approvals/close-requests.ts'
import { removeNewAddresses } from '#addresses/distrust.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import { putOut } from '#identity/end-sessions.ts'
import { lockToBlock } from './lock-to-block.ts'
import { voidResetLinks } from '#identity/void-reset-links.ts'
import { mailOfBlock } from '#identity/mail-of-block.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { changeUser } from '#users/change-user.ts'

/**
 * Blocks a user's sign-in: their sessions end, their reset links and the invitations that they sent or asked for are void,
 * what they have asked for and still waits is refused, and addresses of theirs that are new are removed: by the time that
 * it is unblocked these may have settled. Nothing of their money changes: investments go on earning and mature. 409 if it is
 * blocked already.
 */
export async function blockUser(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; reason: string; appUrl: string },
): Promise<void> {
  await holdRequestsOf(tx, input.id)
  const user = await lockToBlock(tx, actor, input.id)
  if (user.blocked_at !== null) refuse('wrong state', 'This user’s sign-in is already blocked.')
  const now = clock.now()
  const blocked = { blocked_at: now, blocked_reason: input.reason }
  await changeUser(tx, user.id, blocked)
  await voidResetLinks(tx, user.id, now)
  await endFactorHelp(tx, clock, actor, user.id, 'blocked')
  await removeNewAddresses(tx, user.id, now)
  await recordAct(tx, clock, actor, {
    action: 'block user',
    subject: { kind: 'user', id: user.id },
    before: { blocked: false },
    after: { blocked: true },
    reason: input.reason,
  })
  if (user.roles.length > 0) {
    await tellOwners(tx, clock, actor, {
      ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', protects: true },
      changes: [{ field: 'sign_in', before: 'not blocked', after: 'blocked' }],
    })
  }
  await putOut(tx, clock, actor, { user, why: `The sign-in of ${user.name} was blocked.` })
  await tellOfCredential(tx, clock, user.id, { title: 'Sign-in', status_text: 'blocked', status_color: 'red' })
  await closeDevices(tx, clock, user.id)
  await mailOfBlock(tx, clock, { ...user, ...blocked }, input.appUrl)
}
