import { holdRequestsOf } from '#approvals/close-requests.ts'
import { recordAct } from '#audit/record.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { programOf } from '#kit/device-in-words.ts'
import { putOut } from '#identity/end-sessions.ts'
import { keepThisPlace } from '#identity/known-places.ts'
import { changeHalf } from '#identity/new-half.ts'
import { isSameHash } from '#identity/passwords.ts'
import { lockProven } from '#identity/prove-password.ts'
import { tellOfNewPassword } from '#identity/tell-of-new-password.ts'
import { voidResetLinks } from '#identity/void-reset-links.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import type { RequestFacts, SetCookie } from '#kit/routes.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { passwordChosen } from '#mail/security-templates.ts'
import { changeUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'
import { endWhatWasBegun } from './end-what-was-begun.ts'

const UNCONFIRMED_REMOVED =
  'Withdrawal addresses that had not been confirmed were removed. Cancel any withdrawal to one of them, and request it again.'

/** One that somebody has already is no change (422). `passwordHash` is by its recipe. */
export function refusePresentPassword(user: UserRow, passwordHash: string): void {
  if (isSameHash(user.password_hash, passwordHash))
    refuseField('password', 'This is your current password. Choose another.')
}

/**
 * Sets the password that somebody has chosen who has proved the present one. All their other sign-ins end, reset links are
 * void, no place is known of them but where they are, and their session has another half: whoever had the old password, or
 * a copy of the session, has nothing left. What was begun with it and never confirmed ends. Answers the half, and what comes
 * of it in a sentence, where something does.
 */
export async function changePassword(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { proven, passwordHash }: { proven: UserRow; passwordHash: string },
  request: RequestFacts,
): Promise<{ half: SetCookie; follows: string | undefined }> {
  const now = clock.now()
  await holdRequestsOf(tx, proven.id)
  const user = await lockProven(tx, proven)
  await changeUser(tx, user.id, { password_hash: passwordHash, password_set_at: now })
  await voidResetLinks(tx, user.id, now)
  await endFactorHelp(tx, clock, actor, user.id, 'password changed')
  // what was confirmed stays: whoever had no more than the password could not do that
  const removed = await endWhatWasBegun(tx, user.id, now, now)
  await recordAct(tx, clock, actor, {
    action: 'change password',
    subject: { kind: 'user', id: user.id },
    after: programOf(request.userAgent),
  })
  await putOut(tx, clock, actor, { user, why: `${user.name} has chosen a new password.`, but: actor })
  await keepThisPlace(tx, clock, user.id, request)
  const isAdministrator = user.roles.length > 0
  await tellOfNewPassword(tx, clock, actor, user)
  const follows = removed > 0 ? UNCONFIRMED_REMOVED : undefined
  await enqueueMail(tx, clock, { receiver: user.email, ...passwordChosen({ isAdministrator, follows }) })
  return { half: await changeHalf(tx, clock, actor), follows }
}
