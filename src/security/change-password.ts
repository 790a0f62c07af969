import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { programOf } from '#kit/device-in-words.ts'
import { endOthersAndPlaces } from '#identity/end-sessions.ts'
import { changeHalf } from '#identity/new-half.ts'
import { isSameHash } from '#identity/passwords.ts'
import { lockProven } from '#identity/prove-password.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { voidResetLinks } from '#identity/void-reset-links.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import type { RequestFacts, SetCookie } from '#kit/routes.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { passwordChosen } from '#mail/security-templates.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import { changeUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'
import { dropOpenChanges } from './store.ts'

/** One that somebody has already is no change (422). `passwordHash` is by its recipe. */
export function refusePresentPassword(user: UserRow, passwordHash: string): void {
  if (isSameHash(user.password_hash, passwordHash))
    refuseField('password', 'This is your current password. Choose another.')
}

/**
 * Sets the password that somebody has chosen who has proved the present one. All their other sign-ins end, reset links are
 * void, no place is known of them but where they are, and their session has another half, which is answered: whoever had
 * the old password, or a copy of the session, has nothing left.
 */
export async function changePassword(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { proven, passwordHash }: { proven: UserRow; passwordHash: string },
  request: RequestFacts,
): Promise<SetCookie> {
  const now = clock.now()
  const user = await lockProven(tx, proven)
  await changeUser(tx, user.id, { password_hash: passwordHash, password_set_at: now })
  await voidResetLinks(tx, user.id, now)
  await endFactorHelp(tx, clock, actor, user.id, 'password changed')
  await endOthersAndPlaces(tx, clock, actor, request)
  await recordAct(tx, clock, actor, {
    action: 'change password',
    subject: { kind: 'user', id: user.id },
    after: programOf(request.userAgent),
  })
  if (user.roles.length > 0) {
    await tellOwners(tx, clock, actor, {
      ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', counted: false },
      changes: [{ field: 'sign_in', before: null, after: 'new password chosen' }],
    })
  }
  await tellOfCredential(tx, clock, user.id, { status_text: 'changed', status_color: 'green' })
  await closeDevices(tx, clock, user.id)
  await enqueueMail(tx, clock, { receiver: user.email, ...passwordChosen() })
  // begun with the old password
  await dropOpenChanges(tx, actor.userId, clock.now())
  return changeHalf(tx, clock, actor)
}
