import { holdRequestsOf } from '#approvals/close-requests.ts'
import { removeNewAddresses } from '#addresses/distrust.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { newPasswordNeeded } from '#mail/password-templates.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { putOut } from '#identity/end-sessions.ts'
import { lockForCredential } from '#identity/lock-for-credential.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { changeUser } from '#users/change-user.ts'

/**
 * Refuses a user's present password from now on, and ends all their sessions, until they have chosen another. What they
 * have asked for and still waits is refused, and the invitations that they sent or asked for are void: somebody else may
 * have done it in their session. So are addresses of theirs removed that are new: by the time that they have chosen another
 * password these may have settled. Owners are told where it is an administrator: it keeps them out for as long as their
 * mail takes. 409 if it is required already.
 */
export async function requireReset(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; appUrl: string },
): Promise<void> {
  await holdRequestsOf(tx, input.id)
  const user = await lockForCredential(tx, actor, input.id)
  if (user.reset_required) refuse('wrong state', 'This user already has to choose a new password.')
  await changeUser(tx, user.id, { reset_required: true })
  await endFactorHelp(tx, clock, actor, user.id, 'reset required')
  await removeNewAddresses(tx, user.id, clock.now())
  await recordAct(tx, clock, actor, {
    action: 'require reset',
    subject: { kind: 'user', id: user.id },
    before: { reset_required: false },
    after: { reset_required: true },
  })
  await putOut(tx, clock, actor, { user, why: `${user.name} has to choose a new password first.` })
  if (user.roles.length > 0) {
    await tellOwners(tx, clock, actor, {
      ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', protects: true },
      changes: [{ field: 'sign_in', before: 'open', after: 'new password required' }],
    })
  }
  await tellOfCredential(tx, clock, user.id, { status_text: 'reset required', status_color: 'red' })
  await closeDevices(tx, clock, user.id)
  await enqueueMail(tx, clock, {
    receiver: user.email,
    ...newPasswordNeeded({ link: `${input.appUrl}/forgot-password` }),
  })
}
