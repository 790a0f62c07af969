import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { normaliseEmail } from '#users/rules.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { ATTEMPT_LASTS } from './rules.ts'
import { insertAttempt, selectAttempt, takeAttempt } from './session-store.ts'

const AGAIN = 'Your sign-in has run out of time. Enter your email address and password again.'
const ANOTHER =
  'Another sign-in was begun in this browser meanwhile, so this one is over. Enter your email address and password again.'

/**
 * A sign-in that is half way: the token that the browser has in its cookie, and the e-mail address that was typed in the
 * window that goes on with it, where it says which. A browser has one cookie, whatever stands in its windows.
 */
export type Attempt = { token: string | undefined; email?: string | undefined }

/**
 * Remembers for five minutes that the password was right, and whether the session is to live longer. Answers the token by
 * which the attempt is found again.
 */
export async function awaitFactor(
  tx: Tx,
  clock: Clock,
  userId: string,
  { remember }: { remember: boolean },
): Promise<string> {
  const token = newSecret()
  const now = clock.now()
  await insertAttempt(tx, {
    ...{ token_hash: hashToken(token), user_id: userId, remember },
    ...{ created_at: now, expires_at: new Date(now.getTime() + ATTEMPT_LASTS) },
  })
  return token
}

/**
 * Whose attempt it is. 401 if it was completed, has expired or never was, or the password was changed since; and where it
 * is of another account than the one whose password was typed in this window.
 */
export async function userOfAttempt(tx: Tx, clock: Clock, { token, email }: Attempt): Promise<UserRow> {
  const attempt = token === undefined ? undefined : await selectAttempt(tx, hashToken(token))
  const user = attempt && (await findUser(tx, attempt.user_id))
  if (attempt === undefined || user === undefined) refuse('not signed in', AGAIN)
  if (attempt.expires_at <= clock.now() || attempt.created_at < user.password_set_at) refuse('not signed in', AGAIN)
  if (email !== undefined && normaliseEmail(email) !== normaliseEmail(user.email)) refuse('not signed in', ANOTHER)
  return user
}

/** The same, locked; the attempt is used up with this transaction. 403 for whoever may not sign in any more. */
export async function takeUserOfAttempt(
  tx: Tx,
  clock: Clock,
  attempt: Attempt,
): Promise<{ user: UserRow; remember: boolean }> {
  const { id } = await userOfAttempt(tx, clock, attempt)
  await lockUser(tx, id)
  const user = await userOfAttempt(tx, clock, attempt)
  const taken = await takeAttempt(tx, hashToken(attempt.token ?? ''))
  if (taken === undefined) refuse('not signed in', AGAIN)
  refuseSignIn(user)
  return { user, remember: taken.remember }
}
