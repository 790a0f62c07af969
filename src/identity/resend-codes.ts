import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { countAttempt, secondsClosed } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { refuseSpentRegistration } from './check-codes.ts'
import { codeLimits, TOO_MANY_CODES, wrongCodesLimit } from './limits.ts'
import { sendCodes } from './send-codes.ts'
import { changeRegistration, lockRegistration, selectRegistrationById } from './store.ts'
import { textBudget } from './text-budget.ts'

/**
 * Sends new codes, with five new tries, to another phone where the number was mistyped; the old ones are void. 409 once
 * verified, 429 when sent too often or after ten wrong codes within a day. Another number counts as registering with it
 * does, so nobody has more texts sent by mending than by beginning anew.
 */
export async function resendCodes(
  tx: Tx,
  clock: Clock,
  registrationId: string,
  request: Pick<RequestFacts, 'address'>,
  mended?: { phone: string; country: string },
): Promise<void> {
  const registration = await lockRegistration(tx, registrationId)
  if (registration === undefined) throw new Error(`registration ${registrationId} has gone`)
  if (registration.completed_at !== null) refuse('wrong state', 'This account is verified. Sign in.')
  await refuseSpentRegistration(tx, clock, registration.id)
  const { most: textsADay } = await textBudget(tx, clock)
  const from = { address: request.address, textsADay }
  const to = { ...registration, ...mended }
  const what = to.phone === registration.phone ? 'resend' : 'register'
  await countAttempt(tx, clock, codeLimits(what, to, from), TOO_MANY_CODES)
  await changeRegistration(tx, registration.id, { ...mended, ...(await sendCodes(tx, clock, to)) })
}

/** Whole seconds until `resendCodes` would send, as far as is known by now; 0 if it would. Counts nothing. */
export async function secondsUntilResend(
  tx: Tx,
  clock: Clock,
  registrationId: string,
  request: Pick<RequestFacts, 'address'>,
): Promise<number> {
  const registration = await selectRegistrationById(tx, registrationId)
  if (registration === undefined) throw new Error(`registration ${registrationId} has gone`)
  const budget = await textBudget(tx, clock)
  const from = { address: request.address, textsADay: budget.most }
  const limits = [wrongCodesLimit(registration.id), ...codeLimits('resend', registration, from), budget]
  let seconds = 0
  for (const limit of limits) {
    seconds = Math.max(seconds, (await secondsClosed(tx, clock, limit)) ?? 0)
  }
  return seconds
}
