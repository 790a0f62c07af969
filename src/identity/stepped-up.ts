import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newToken } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import type { SetCookie } from '#kit/routes.ts'
import { sessionCookie } from './cookies.ts'
import { STEP_UP_LASTS } from './rules.ts'
import { rotateHalf, selectOpenSession, selectSteppedUpAt, stepUpSession } from './session-store.ts'

const ENDED = 'Your session has ended. Sign in again.'
const TOKEN_BYTES = 32

/** Notes that a second factor was proved in a session just now. Answers until when that is good; 401 if it has ended. */
export async function stepUp(tx: Tx, clock: Clock, sessionId: string): Promise<Date> {
  const now = clock.now()
  if (!(await stepUpSession(tx, sessionId, now))) refuse('not signed in', ENDED)
  return new Date(now.getTime() + STEP_UP_LASTS)
}

/**
 * The same, and the session has another http-only half from now on: whoever has come by both halves has nothing of what may
 * be done by this proof, and nothing at all a minute later. For that minute the old half is good for what needs no proof:
 * a page has other requests under way, which would sign its owner out.
 */
export async function stepUpAndRotate(
  tx: Tx,
  clock: Clock,
  sessionId: string,
): Promise<{ until: Date; cookie: SetCookie }> {
  const now = clock.now()
  const half = newToken(TOKEN_BYTES)
  const expiresAt = await rotateHalf(tx, sessionId, hashToken(half), now)
  if (expiresAt === undefined) refuse('not signed in', ENDED)
  return { until: await stepUp(tx, clock, sessionId), cookie: sessionCookie(half, now, expiresAt) }
}

/** Until when a session needs no further proof; null if it needs one. */
export async function steppedUpUntil(tx: Tx, clock: Clock, sessionId: string): Promise<Date | null> {
  const at = await selectSteppedUpAt(tx, sessionId)
  const until = new Date((at?.getTime() ?? 0) + STEP_UP_LASTS)
  return until > clock.now() ? until : null
}

/**
 * Whether whoever asks has proved within five minutes, in this session, who they are: by a second factor, or, where they
 * have none, by signing in.
 */
export async function hasProvedLately(tx: Tx, clock: Clock, { sessionId }: Investor): Promise<boolean> {
  const session = sessionId === null ? undefined : await selectOpenSession(tx, sessionId)
  if (session === undefined) return false
  const at = session.factors.length > 0 ? session.stepped_up_at : session.created_at
  return at !== null && clock.now().getTime() - at.getTime() < STEP_UP_LASTS
}
