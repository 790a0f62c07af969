import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { isWithin } from '#kit/limit.ts'
import { refuseField } from '#kit/refusal.ts'
import { resetLimit } from './limits.ts'
import { checkEmail, normaliseEmail } from './rules.ts'
import { insertResetRequest } from './store.ts'

/**
 * Takes down that somebody asked for a reset link. Nothing here depends on whether the address has an account, so that
 * neither the answer nor the work behind it tells. Beyond five in an hour no more are taken, so that nobody is flooded.
 */
export async function forgotPassword(tx: Tx, clock: Clock, typed: string): Promise<void> {
  const email = normaliseEmail(typed)
  const problem = checkEmail(email)
  if (problem !== null) refuseField('email', problem)
  if (!(await isWithin(tx, clock, resetLimit(email)))) return
  await insertResetRequest(tx, { id: newId(), email, created_at: clock.now() })
}
