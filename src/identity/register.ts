import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newId, newSecret } from '#kit/ids.ts'
import { countAttempt, refuseBeyond } from '#kit/limit.ts'
import { codeLimits, TOO_MANY_CODES } from './limits.ts'
import type { Details } from './read-details.ts'
import { recipeFor } from './recipe.ts'
import { sendCodes } from './send-codes.ts'
import { insertRegistration, type RegistrationRow } from './store.ts'
import { textBudget } from './text-budget.ts'
import { findUserByEmail, findUserByName } from '#users/find.ts'
import type { Recipe } from './hash-cost.ts'

/**
 * Puts a registration among those that wait for their codes, and sends these. Answers the bearer, which is good for
 * the verification only. A taken e-mail makes no difference that could be seen. An unknown inviter is nobody.
 * 429 when too many codes have gone to this mailbox or phone, or because of this address; then nothing is sent.
 */
export async function register(
  tx: Tx,
  clock: Clock,
  input: Omit<Details, 'password'> & { passwordHash: string; referral: string | null; address: string },
): Promise<{ bearer: string; registration: RegistrationRow }> {
  const { name, email, phone, country } = input
  const { most: textsADay } = await textBudget(tx, clock)
  const from = { address: input.address, textsADay }
  await countAttempt(tx, clock, codeLimits('register', input, from), TOO_MANY_CODES)
  const inviter = input.referral === null ? undefined : await findUserByName(tx, input.referral.trim())
  const bearer = newSecret()
  const now = clock.now()
  const id = newId()
  const registration: RegistrationRow = {
    id,
    name,
    email,
    phone,
    country,
    password_hash: input.passwordHash,
    inviter_id: inviter?.id ?? null,
    terms_version: input.terms_version,
    terms_accepted_at: now,
    bearer_hash: hashToken(bearer),
    cookie_hash: null,
    created_at: now,
    completed_at: null,
    ...(await sendCodes(tx, clock, { id, name, email, phone })),
  }
  await insertRegistration(tx, registration)
  return { bearer, registration }
}

/** 429 if `register` would refuse to send codes: looked at before a password is hashed for nothing. */
export async function refuseTooManyCodes(
  tx: Tx,
  clock: Clock,
  to: { email: string; phone: string; address: string },
): Promise<void> {
  const budget = await textBudget(tx, clock)
  const from = { address: to.address, textsADay: budget.most }
  await refuseBeyond(tx, clock, [...codeLimits('register', to, from), budget], TOO_MANY_CODES)
}

/** How the password of somebody new at an e-mail address is hashed: as that of its user is, where there is one. */
export async function recipeToRegister(tx: Tx, email: string): Promise<Recipe> {
  return recipeFor(tx, email, await findUserByEmail(tx, email))
}
