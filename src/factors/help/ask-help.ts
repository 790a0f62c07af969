import { recordAct } from '#audit/record.ts'
import { type Attempt, userOfAttempt } from '#identity/await-factor.ts'
import { provenUser } from '#identity/gate.ts'
import { refuseSignIn } from '#identity/refuse-sign-in.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newId, newSecret } from '#kit/ids.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { helpAsked } from '#mail/factor-templates.ts'
import type { UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { lostFactorLimits } from '../limits.ts'
import { HELP_HOURS } from '../rules.ts'
import { LOST_FACTOR } from './end-help.ts'
import { stopLink } from './stop-link.ts'
import { endedBefore, insertHelp, selectGoing, selectLastStop } from './store.ts'

/**
 * Asks an administrator for help with lost factors, for whoever's password was right within five minutes (`attempt`, from
 * the browser's cookie; 401 without). The owner of the account is mailed at once, with a link that stops it. While a
 * request goes on another one is answered alike and does nothing. 409 for whom nobody could recognise, for owners, and
 * after a stop until another password was chosen; 429 beyond five a day.
 */
export async function askFactorHelp(
  tx: Tx,
  clock: Clock,
  { attempt, note, appUrl }: { attempt: Attempt; note: string; appUrl: string },
  request: RequestFacts,
): Promise<void> {
  const { id } = await userOfAttempt(tx, clock, attempt)
  await lockUser(tx, id)
  // they may have completed the sign-in, or chosen another password, before the lock was held
  const user = await userOfAttempt(tx, clock, attempt)
  refuseSignIn(user)
  if (user.factors.length === 0) refuse('wrong state', 'You have no second factor. Sign in with your password again.')
  await refuseHelp(tx, user)
  if ((await selectGoing(tx, user.id)) !== undefined) return
  await countAttempt(tx, clock, await lostFactorLimits(tx, user, request), 'You have asked for help too often.')
  const token = newSecret()
  const helpId = newId()
  await insertHelp(tx, {
    ...{ id: helpId, user_id: user.id, note: note.trim() || null },
    ...{ asked_at: clock.now(), asked_hash: hashToken(token) },
  })
  await recordAct(tx, clock, provenUser(user, request), {
    ...{ action: 'ask for factor help', subject: { kind: 'user', id: user.id } },
  })
  await tellOfCredential(tx, clock, user.id, {
    ...{ title: LOST_FACTOR, status_text: 'help requested', status_color: 'red' },
  })
  const stands = (await endedBefore(tx, { id: helpId })) !== null
  const letter = helpAsked({ link: stopLink(appUrl, token), hours: HELP_HOURS, stands })
  await enqueueMail(tx, clock, { receiver: user.email, ...letter })
}

/** 409 for whoever cannot be helped here, with what they can do instead. */
async function refuseHelp(tx: Tx, user: UserRow): Promise<void> {
  if (user.roles.includes('owner')) {
    refuse('wrong state', 'An owner is helped on the machine itself: npm run owner -- reset-factors.')
  }
  if (user.kyc !== 'approved') {
    refuse(
      'wrong state',
      'Your identity was never checked, so nobody can tell that it’s you. Look for your recovery codes, or write to Support.',
    )
  }
  const stopped = await selectLastStop(tx, user.id)
  if (stopped !== null && stopped >= user.password_set_at) {
    refuse(
      'wrong state',
      'The last request was stopped by the owner of this account. Choose Forgot Password? for a new password first, then ask again.',
    )
  }
}
