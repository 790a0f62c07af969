import { holdRequestsOf } from '#approvals/close-requests.ts'
import { recordAct } from '#audit/record.ts'
import type { Actor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { enqueueMail, enqueueText } from '#mail/enqueue.ts'
import { passwordChanged, passwordChangedText } from '#mail/password-templates.ts'
import { provenUser } from './gate.ts'
import { rememberPlace } from './known-places.ts'
import { isSameHash } from './passwords.ts'
import { recipeFor } from './recipe.ts'
import { forgetFailures } from './sign-in-limits.ts'
import { tellOfNewPassword } from './tell-of-new-password.ts'
import { putOut } from './end-sessions.ts'
import { selectResetLink, useResetLinks } from './store.ts'
import { changeUser } from '#users/change-user.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { normaliseEmail } from '#users/rules.ts'
import type { Recipe } from './hash-cost.ts'

const NO_LONGER_GOOD = 'This link no longer works. Choose Forgot Password? to get another.'

/** Whose link it is, while it is good: 422 if it was used, has expired or never was. */
export async function userOfResetLink(tx: Tx, clock: Clock, token: string): Promise<string> {
  const link = await selectResetLink(tx, hashToken(token))
  if (link === undefined || link.used_at !== null || link.expires_at <= clock.now()) refuse('bad input', NO_LONGER_GOOD)
  return link.user_id
}

/** Whose link it is, and how their new password is hashed: as the current one is. 422 as for the link. */
export async function userToReset(tx: Tx, clock: Clock, token: string): Promise<{ user: UserRow; recipe: Recipe }> {
  const user = await findUser(tx, await userOfResetLink(tx, clock, token))
  if (user === undefined) refuse('bad input', NO_LONGER_GOOD)
  return { user, recipe: await recipeFor(tx, normaliseEmail(user.email), user) }
}

/** A password that an administrator no longer trusts cannot be chosen again (422). `passwordHash` is by its recipe. */
export function refuseSamePassword(user: UserRow, passwordHash: string): void {
  if (!user.reset_required || !isSameHash(user.password_hash, passwordHash)) return
  refuseField('password', 'Choose a password other than your last one.')
}

/**
 * Sets the password that the owner of a reset link chose. All their sessions end, all their links are void, and no place
 * is known of them but this one: they can sign in from here at once, whatever strangers have tried. The word that their
 * mails begin with goes: it may be somebody else's. `device` is what the browser is known by from now on, a name that nobody
 * has had before.
 *
 * For 24 hours nothing can be withdrawn, which is said by mail and by text message: so whoever has got at the mailbox
 * gains no money by it, and the owner hears of it in time. A second factor is asked for as before. Answers until when, in
 * a sentence.
 *
 * What they have asked for and still waits ends, as does what `endWhatWasBegun` says (security/end-what-was-begun.ts):
 * somebody else may have done it with the old password.
 */
export async function resetPassword(
  tx: Tx,
  clock: Clock,
  input: { token: string; passwordHash: string; device: string },
  request: RequestFacts,
  endWhatWasBegun: (tx: Tx, clock: Clock, actor: Actor, user: UserRow) => Promise<void>,
): Promise<string | undefined> {
  const now = clock.now()
  const userId = await userOfResetLink(tx, clock, input.token)
  await holdRequestsOf(tx, userId)
  const user = await lockUser(tx, userId)
  // Another reset may have come between, and voided the link under the lock.
  if (user === undefined || (await userOfResetLink(tx, clock, input.token)) !== user.id)
    refuse('bad input', NO_LONGER_GOOD)
  // Blocking makes links void; one that was asked for at the same moment is none either.
  if (user.blocked_at !== null) refuse('bad input', NO_LONGER_GOOD)
  const chosen = { password_hash: input.passwordHash, password_set_at: now, reset_required: false }
  await changeUser(tx, user.id, { ...chosen, mail_word: null })
  await useResetLinks(tx, user.id, now)
  const actor = provenUser(user, request)
  const isAdministrator = user.roles.length > 0
  await endWhatWasBegun(tx, clock, actor, user)
  await recordAct(tx, clock, actor, { action: 'reset password', subject: { kind: 'user', id: user.id } })
  await putOut(tx, clock, actor, { user, why: `${user.name} has chosen a new password.` })
  // Whoever has the mailbox is the owner: strangers' guesses no longer count against where they are.
  await rememberPlace(tx, clock, user.id, request, input.device)
  await forgetFailures(tx, user.email, request.address)
  await tellOfNewPassword(tx, clock, actor, user)
  const follows = await pauseWithdrawals(tx, clock, user.id, 'password reset')
  await enqueueMail(tx, clock, { receiver: user.email, ...passwordChanged({ isAdministrator, follows }) })
  // Whoever has only the mailbox does not have the phone: its owner hears of it there.
  if (user.phone !== '') await enqueueText(tx, clock, { receiver: user.phone, ...passwordChangedText({ follows }) })
  return follows
}
