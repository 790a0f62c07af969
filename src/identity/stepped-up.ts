import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { SetCookie } from '#kit/routes.ts'
import { changeHalf } from './new-half.ts'
import { STEP_UP_LASTS } from './rules.ts'
import { selectOpenSession, selectSteppedUpAt, stepUpSession } from './session-store.ts'

/**
 * Notes that a second factor was proved just now in the session of whoever asks, which has another http-only half from now
 * on. Answers until when that is good, and the half; 401 if the session has ended.
 */
export async function stepUp(tx: Tx, clock: Clock, actor: Investor): Promise<{ until: Date; half: SetCookie }> {
  const now = clock.now()
  const half = await changeHalf(tx, clock, actor)
  await stepUpSession(tx, actor.sessionId ?? '', now)
  return { until: new Date(now.getTime() + STEP_UP_LASTS), half }
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
