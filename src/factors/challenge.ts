import type { Investor } from '#kit/actor.ts'
import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { insertSignInChallenge, putChallenge, takeChallenge, takeSignInChallenge } from './store.ts'

/** Milliseconds in which a challenge is to be answered. */
export const CHALLENGE_LASTS = 5 * MINUTE
const RUN_OUT = 'This has run out of time. Start again.'

type Asked = { challenge: string | null; user_handle: string | null; secret: string | null }
type Purpose = 'add passkey' | 'add authenticator' | 'step up'

/** Asks something of a session: the newest of a purpose counts, for five minutes, once. */
export async function ask(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  purpose: Purpose,
  asked: Partial<Asked>,
): Promise<void> {
  await putChallenge(tx, {
    ...{ session_id: sessionOf(actor), purpose, expires_at: endOf(clock) },
    ...{ challenge: null, user_handle: null, secret: null, ...asked },
  })
}

/** What was asked of this session, which is used up by it, whatever comes of the answer. 422 if nothing was, or too long ago. */
export async function takeAsked(tx: Tx, clock: Clock, actor: Investor, purpose: Purpose): Promise<Asked> {
  const asked = await takeChallenge(tx, { session_id: sessionOf(actor), purpose })
  if (asked === undefined || asked.expires_at <= clock.now()) refuse('bad input', RUN_OUT)
  return asked
}

/** The same of somebody who is signing in. Answers the token by which the browser is known again. */
export async function askToSignIn(tx: Tx, clock: Clock, challenge: string): Promise<string> {
  const token = newSecret()
  await insertSignInChallenge(tx, { token_hash: hashToken(token), challenge, expires_at: endOf(clock) })
  return token
}

/** The challenge of a token, which is used up by it; undefined if there is none, or it is too old. */
export async function takeAskedToSignIn(tx: Tx, clock: Clock, token: string): Promise<string | undefined> {
  const asked = await takeSignInChallenge(tx, hashToken(token))
  return asked === undefined || asked.expires_at <= clock.now() ? undefined : asked.challenge
}

function endOf(clock: Clock): Date {
  return new Date(clock.now().getTime() + CHALLENGE_LASTS)
}

/** Whoever comes through the gate has one. */
export function sessionOf({ sessionId }: Investor): string {
  if (sessionId === null) throw new Error('a factor is handled in a session')
  return sessionId
}
