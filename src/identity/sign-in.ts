import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { countAttempt, uncountAttempt } from '#kit/limit.ts'
import type { FactorKind } from '#kit/actor.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import { awaitFactor } from './await-factor.ts'
import { openSignedIn } from './open-signed-in.ts'
import { isSameHash, type Passwords } from './passwords.ts'
import { recipeFor } from './recipe.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { REGISTRATION_WAITS } from './rules.ts'
import { signInLimits } from './sign-in-limits.ts'
import { changeRegistration, selectWaitingRegistrations } from './store.ts'
import { noteWrongPassword } from './tell-of-guessing.ts'
import { findUserByEmail, type UserRow } from '#users/find.ts'
import { normaliseEmail } from '#users/rules.ts'
import { holdUser } from '#users/lock-user.ts'
import type { OpenedSession } from './cookies.ts'
import type { Recipe } from './hash-cost.ts'

/** How many of the newest registrations of an e-mail are looked at. */
const REGISTRATIONS = 3
const WRONG = 'The email address or password is incorrect.'

/** Whose password it could be: a user's, or that of a registration which still waits. */
type Candidate = { hash: string } & ({ user: UserRow } | { registrationId: string })
export type SignInResult =
  | { user: UserRow; session: OpenedSession }
  | { awaited: string }
  | { attempt: string; factors: readonly FactorKind[] }

/**
 * Signs in with e-mail and password. Where codes are still awaited nothing is opened: `awaited` goes into a cookie
 * that remembers the registration. Whoever has a second factor has an `attempt` until they prove it, which goes into a
 * cookie too. With `remember` the session lives longer. 401 in the same words, after the same work, whether the account
 * exists or not; 403 if the password is right but must be reset, or the account is blocked; 429 after too many failures.
 *
 * Several transactions, because a failure stays counted. It is counted before the password is looked at and taken
 * back when that was the user's, a few at a time: so neither do guesses that come together get past the limit, nor do
 * many sign-ins of one person get in each other's way. Nothing is asked of the database before a turn has come, or a
 * flood would hold its connections. Whoever it is for, one password is hashed, once.
 */
export async function signIn(
  house: { db: Database; clock: Clock; passwords: Passwords },
  input: { email: string; password: string; remember?: boolean },
  request: RequestFacts,
): Promise<SignInResult> {
  const { db, clock, passwords } = house
  const email = normaliseEmail(input.email)
  const found = await passwords.inTurn(request.address, async (turn) => {
    const { limits, recipe, candidates } = await transaction(db, async (tx) => {
      const counted = await signInLimits(tx, email, request)
      await countAttempt(tx, clock, counted, 'Too many sign-ins have failed.')
      return { limits: counted, ...(await candidatesFor(tx, clock, email)) }
    })
    const typed = await turn.hash(input.password, recipe)
    const right = candidates.find(({ hash }) => isSameHash(hash, typed))
    if (right !== undefined && 'user' in right) {
      turn.proved()
      await transaction(db, (tx) => uncountAttempt(tx, clock, limits))
    }
    return right
  })
  // That of a registration is a guess at the user's anyway, which anybody can make by registering with it.
  if (found === undefined || 'registrationId' in found) {
    await transaction(db, (tx) => noteWrongPassword(tx, clock, email, request))
  }
  if (found === undefined) refuse('not signed in', WRONG)
  return transaction(db, (tx) =>
    'user' in found ? open(tx, clock, found.user, request, input.remember) : awaitCodes(tx, found.registrationId),
  )
}

/**
 * How the password is hashed, and whose it could be: the user, and then the newest registrations, also where the user
 * has proved the e-mail. Else somebody who registers with an e-mail and signs in would learn whether it has an account.
 */
async function candidatesFor(
  tx: Tx,
  clock: Clock,
  email: string,
): Promise<{ recipe: Recipe; candidates: Candidate[] }> {
  const user = await findUserByEmail(tx, email)
  const since = new Date(clock.now().getTime() - REGISTRATION_WAITS)
  const waiting = await selectWaitingRegistrations(tx, email, since, REGISTRATIONS)
  const registrations = waiting.map((row) => ({ hash: row.password_hash, registrationId: row.id }))
  return {
    recipe: await recipeFor(tx, email, user),
    candidates: user === undefined ? registrations : [{ hash: user.password_hash, user }, ...registrations],
  }
}

/** The user is held as they are, so that a password changed since it was looked at opens nothing. */
async function open(
  tx: Tx,
  clock: Clock,
  checked: UserRow,
  request: RequestFacts,
  remember = false,
): Promise<SignInResult> {
  const user = await holdUser(tx, checked.id)
  if (user === undefined || user.password_hash !== checked.password_hash) refuse('not signed in', WRONG)
  refuseSignIn(user)
  if (user.factors.length > 0) {
    return { attempt: await awaitFactor(tx, clock, user.id, { remember }), factors: user.factors }
  }
  return openSignedIn(tx, clock, user, request, { remember })
}

async function awaitCodes(tx: Tx, registrationId: string): Promise<SignInResult> {
  const awaited = newSecret()
  await changeRegistration(tx, registrationId, { cookie_hash: hashToken(awaited) })
  return { awaited }
}
