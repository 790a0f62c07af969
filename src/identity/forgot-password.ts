import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuseField } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { knownPlace } from './known-places.ts'
import { resetLimits } from './limits.ts'
import { insertResetRequest } from './strangers-store.ts'
import { checkEmail, normaliseEmail } from '#users/rules.ts'

const TOO_MANY_LINKS = 'Too many links were requested.'

/**
 * Takes down that somebody asked for a reset link. Nothing here depends on whether the address has an account, so that
 * neither the answer nor the work behind it tells. 429 beyond one a minute and three in the time for which a link is
 * good, whether it has or not, so that nobody is flooded. On a device of theirs people are counted apart: what strangers ask for keeps nobody from a
 * link.
 */
export async function forgotPassword(
  tx: Tx,
  clock: Clock,
  typed: string,
  request: Pick<RequestFacts, 'address' | 'cookies'>,
): Promise<void> {
  const email = normaliseEmail(typed)
  const problem = checkEmail(email)
  if (problem !== null) refuseField('email', problem)
  const { device } = await knownPlace(tx, email, request)
  await countAttempt(tx, clock, resetLimits(email, { device, address: request.address }), TOO_MANY_LINKS)
  await insertResetRequest(tx, { id: newId(), email, created_at: clock.now() })
}
