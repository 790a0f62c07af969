import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { STEP_UP_LASTS } from './rules.ts'
import { selectOpenSession, selectSteppedUpAt, stepUpSession } from './session-store.ts'

/** Notes that a second factor was proved in a session just now. Answers until when that is good; 401 if it has ended. */
export async function stepUp(tx: Tx, clock: Clock, sessionId: string): Promise<Date> {
  const now = clock.now()
  if (!(await stepUpSession(tx, sessionId, now))) refuse('not signed in', 'Your session has ended. Sign in again.')
  return new Date(now.getTime() + STEP_UP_LASTS)
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
