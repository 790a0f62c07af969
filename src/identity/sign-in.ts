import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { hashToken, newToken } from '#kit/ids.ts'
import { countAttempt, uncountAttempt } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { look, transaction } from '#kit/transaction.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import type { IsRight, Passwords } from './passwords.ts'
import { blockedWords, normaliseEmail, REGISTRATION_WAITS } from './rules.ts'
import { signInLimits } from './sign-in-limits.ts'
import { changeRegistration, holdUserRow, selectUserByEmail, selectWaiting, type UserRow } from './store.ts'
import { noteWrongPassword } from './tell-of-guessing.ts'

/** How many of the newest registrations of an e-mail are looked at. */
const REGISTRATIONS = 3
/** A sign-in that fails checks as many hashes, whoever it is for. */
export const HASHES_CHECKED = 1 + REGISTRATIONS
const TOKEN_BYTES = 32
const WRONG = 'The e-mail address or the password is not right.'

/** Whose password it could be: a user's, or that of a registration which still waits. */
type Candidate = { hash: string } & ({ user: UserRow } | { registrationId: string })
export type SignedIn = { user: UserRow; session: OpenedSession } | { awaited: string }

/**
 * Signs in with e-mail and password. Where codes are still awaited nothing is opened: `awaited` goes into a cookie
 * that remembers the registration. 401 in the same words, after the same work, whether the account exists or not;
 * 403 where the password is right but must be reset, or the account is blocked; 429 after too many failures.
 *
 * Several transactions, because a failure stays counted. It is counted before the password is looked at and taken
 * back when that was right, a few at a time: so neither do guesses that come together get past the limit, nor do
 * many sign-ins of one person get in each other's way.
 */
export async function signIn(
  house: { db: Database; clock: Clock; passwords: Passwords },
  input: { email: string; password: string },
  request: RequestFacts,
): Promise<SignedIn> {
  const { db, clock, passwords } = house
  const email = normaliseEmail(input.email)
  const limits = await look(db, (tx) => signInLimits(tx, email, request))
  const found = await passwords.inTurn(async (isRight) => {
    await transaction(db, (tx) => countAttempt(tx, clock, limits, 'Too many sign-ins have failed.'))
    const candidates = await look(db, (tx) => candidatesFor(tx, clock, email))
    const right = await firstRight(candidates, input.password, isRight)
    if (right !== undefined) await transaction(db, (tx) => uncountAttempt(tx, clock, limits))
    return right
  })
  if (found === undefined) {
    await transaction(db, (tx) => noteWrongPassword(tx, clock, email))
    refuse('not signed in', WRONG)
  }
  return transaction(db, (tx) =>
    'user' in found ? open(tx, clock, found.user, request) : awaitCodes(tx, found.registrationId),
  )
}

/**
 * The user, or nobody in their place, and then the newest registrations, also where the user has proved the e-mail:
 * else somebody who registers with an e-mail and signs in would learn whether it has an account.
 */
async function candidatesFor(tx: Tx, clock: Clock, email: string): Promise<(Candidate | undefined)[]> {
  const user = await selectUserByEmail(tx, email)
  const since = new Date(clock.now().getTime() - REGISTRATION_WAITS)
  const waiting = await selectWaiting(tx, email, since, REGISTRATIONS)
  return [
    user && { hash: user.password_hash, user },
    ...waiting.map((row) => ({ hash: row.password_hash, registrationId: row.id })),
  ]
}

async function firstRight(
  candidates: (Candidate | undefined)[],
  password: string,
  isRight: IsRight,
): Promise<Candidate | undefined> {
  for (let place = 0; place < HASHES_CHECKED; place += 1) {
    const candidate = candidates[place]
    if (await isRight(candidate?.hash, password)) return candidate
  }
  return undefined
}

/** The user is held as they are, so that a password changed since it was looked at opens nothing. */
async function open(tx: Tx, clock: Clock, checked: UserRow, request: RequestFacts): Promise<SignedIn> {
  const user = await holdUserRow(tx, checked.id)
  if (user === undefined || user.password_hash !== checked.password_hash) refuse('not signed in', WRONG)
  if (user.blocked_at !== null) refuse('not allowed', blockedWords(user.blocked_reason ?? ''))
  if (user.reset_required) {
    refuse(
      'not allowed',
      'Your password has to be reset before you can sign in. Choose Forgot Password? to get a link.',
    )
  }
  return { user, session: await openSession(tx, clock, user.id, request) }
}

async function awaitCodes(tx: Tx, registrationId: string): Promise<SignedIn> {
  const awaited = newToken(TOKEN_BYTES)
  await changeRegistration(tx, registrationId, { cookie_hash: hashToken(awaited) })
  return { awaited }
}
