import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { STEP_UP_LASTS } from './rules.ts'
import { selectSteppedUpAt, stepUpSession } from './session-store.ts'

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
