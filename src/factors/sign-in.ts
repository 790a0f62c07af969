import { type Attempt, takeUserOfAttempt } from '#identity/await-factor.ts'
import type { OpenedSession } from '#identity/cookies.ts'
import { provenUser } from '#identity/gate.ts'
import { openSignedIn } from '#identity/open-signed-in.ts'
import { refuseSignIn } from '#identity/refuse-sign-in.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import type { UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { takeAskedToSignIn } from './challenge.ts'
import type { PasskeyAnswer } from './contract.ts'
import { endFactorHelp } from './help/end-help.ts'
import { type ShownProof, proveByPasskey, proveFactor } from './prove.ts'
import type { RelyingParty } from './relying-party.ts'
import { selectPasskey } from './store.ts'
import { tellOfRecoveryCode } from './used-recovery-code.ts'

const UNKNOWN = 'This passkey can’t sign you in here. Try again, or sign in with your password.'

type SignedIn = { user: UserRow; session: OpenedSession }

/**
 * Signs in by a passkey alone: it is something that its owner has, and it has verified them. 401 in the same words
 * whatever is wrong with it; 403 as for a right password.
 */
export async function signInWithPasskey(
  tx: Tx,
  clock: Clock,
  input: { answer: PasskeyAnswer; token: string | undefined; party: RelyingParty },
  request: RequestFacts,
): Promise<SignedIn> {
  const { answer, token, party } = input
  const challenge = token === undefined ? undefined : await takeAskedToSignIn(tx, clock, token)
  const passkey = await selectPasskey(tx, answer.id)
  // Without a handle the device does not say whose it is.
  if (challenge === undefined || passkey === undefined || answer.response.userHandle === undefined) {
    refuse('not signed in', UNKNOWN)
  }
  const user = await lockUser(tx, passkey.user_id)
  if (user === undefined || !(await proveByPasskey(tx, clock, user.id, answer, { party, challenge }))) {
    refuse('not signed in', UNKNOWN)
  }
  refuseSignIn(user)
  await endFactorHelp(tx, clock, provenUser(user, request), user.id, 'proved')
  return openSignedIn(tx, clock, user, request, { steppedUp: true })
}

/** Completes a sign-in whose password was right. `asked` is what the browser has in its cookie. */
export async function completeSignIn(
  tx: Tx,
  clock: Clock,
  input: { proof: ShownProof; attempt: Attempt; asked: string | undefined; party: RelyingParty },
  request: RequestFacts,
): Promise<SignedIn> {
  const { proof, attempt, asked, party } = input
  const { user, remember } = await takeUserOfAttempt(tx, clock, attempt)
  const challenge =
    proof.kind === 'passkey' && asked !== undefined ? await takeAskedToSignIn(tx, clock, asked) : undefined
  const question = challenge === undefined ? undefined : { party, challenge }
  const proved = await proveFactor(tx, clock, user.id, proof, question)
  const proven = provenUser(user, request)
  await tellOfRecoveryCode(tx, clock, proven, proved)
  await endFactorHelp(tx, clock, proven, user.id, 'proved')
  return openSignedIn(tx, clock, user, request, { remember, steppedUp: true })
}
