import { codeOf } from './error-code.ts'
import { OutcomeUnknown } from './transaction.ts'
import { isLostConnection } from './try-again.ts'

/** SQLSTATEs of what may be over at the next try: a conflict, no room, a lock that somebody has, somebody who ends it. */
const PASSING = /^(40|53|55|57)...$/

/** Whether what has failed, or what caused it, says nothing of what was asked and may be over at the next try. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const passes = error instanceof OutcomeUnknown || isLostConnection(error) || PASSING.test(codeOf(error))
  return passes || mayPass(error.cause)
}
