/** Registering, proving codes, signing in, as tests of identity take the steps. */
import { type Administrator, type Investor, proveAdministrator, proveInvestor, type Role } from '#kit/actor.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { answerResetRequest } from '#identity/answer-reset-request.ts'
import { checkCodes } from '#identity/check-codes.ts'
import type { UserRow } from '#users/find.ts'
import { forgotPassword } from '#identity/forgot-password.ts'
import type { Passwords } from '#identity/passwords.ts'
import { readRegistration } from '#identity/read-details.ts'
import { recipeToRegister, register } from '#identity/register.ts'
import { signIn, type SignInResult } from '#identity/sign-in.ts'
import type { RegistrationRow } from '#identity/store.ts'
import { verifyAccount } from '#identity/verify-account.ts'
import type { OpenedSession } from '#identity/cookies.ts'
import { APP_URL, aRequest, PASSWORD, typed, type RegisteringHouse } from './registering-house.ts'
import { messagesTo } from './traces.ts'

/** How many have come, for an address of their own: nobody is limited by what somebody else does. */
let people = 0

function own(): string {
  people += 1
  return `198.18.${Math.floor(people / 256) % 256}.${people % 256}`
}

/** Registers; answers the bearer and the codes, which are read from the messages. A taken e-mail has no code. */
export async function signUp(house: RegisteringHouse, form: ReturnType<typeof typed>, address = own()) {
  const { password, ...details } = await house.read((tx) => readRegistration(tx, form))
  const recipe = await house.read((tx) => recipeToRegister(tx, details.email))
  const passwordHash = await house.passwords.inTurn(address, (turn) => turn.hash(password, recipe))
  const { referral } = form
  const made = await house.write((tx) => register(tx, house.clock, { ...details, passwordHash, referral, address }))
  return { ...made, ...(await newestCodes(house, made.registration)) }
}

/** Lets codes go out again at once: no time has to pass between registrations that a test makes of one address. */
export async function forgetLimits(house: RegisteringHouse): Promise<void> {
  await house.db.deleteFrom('rate_limit').execute()
}

/** For slices that know of nothing that a new password chosen by a link would end (security/end-what-was-begun.ts). */
export const nothingBegun = async (): Promise<void> => undefined

export type Codes = { email_code: string; phone_code: string }

export async function newestCodes(
  house: RegisteringHouse,
  to: Pick<RegistrationRow, 'email' | 'phone'>,
): Promise<Codes> {
  return {
    email_code: codeIn((await messagesTo(house, to.email)).at(-1)?.content),
    phone_code: codeIn((await messagesTo(house, to.phone)).at(-1)?.content),
  }
}

/** Asks for a reset link, and does what follows from it by itself. */
export async function forget(house: RegisteringHouse, email: string): Promise<void> {
  await house.write((tx) => forgotPassword(tx, house.clock, email, aRequest()))
  await answerResets(house)
}

/** Answers all requests for reset links that wait. */
export async function answerResets(house: RegisteringHouse): Promise<void> {
  while (await answerResetRequest({ ...house, appUrl: APP_URL }));
}

/** Proves both codes as the route does: the guess is committed by itself. */
export async function proveCodes(
  house: RegisteringHouse,
  registrationId: string,
  codes: Codes,
  options: { name?: string; request?: RequestFacts } = {},
): Promise<{ user: UserRow; session: OpenedSession }> {
  const right = await house.write((tx) => checkCodes(tx, house.clock, registrationId, codes))
  if (right instanceof Refusal) throw right
  return house.write((tx) => verifyAccount(tx, house.clock, right, options.name, options.request ?? aRequest()))
}

/** Somebody who has registered and proved both codes. */
export async function join(
  house: RegisteringHouse,
  name: string,
  changed: Record<string, unknown> = {},
): Promise<{ user: UserRow; session: OpenedSession; investor: Investor }> {
  const { registration, ...codes } = await signUp(house, typed(name, changed))
  const joined = await proveCodes(house, registration.id, codes)
  return { ...joined, investor: proveInvestor(actorOf(joined.user)) }
}

/** Somebody who has joined and holds roles. */
export async function joinWithRoles(house: RegisteringHouse, name: string, roles: Role[]): Promise<Administrator> {
  const { user } = await join(house, name)
  await house.db.updateTable('app_user').set({ roles }).where('id', '=', user.id).execute()
  return proveAdministrator(actorOf({ ...user, roles }))
}

/** An owner and a reviewer, the-owner and the-reviewer. */
export async function joinStaff(house: RegisteringHouse): Promise<{ owner: Administrator; reviewer: Administrator }> {
  const owner = await joinWithRoles(house, 'the-owner', ['owner'])
  return { owner, reviewer: await joinWithRoles(house, 'the-reviewer', ['reviewer']) }
}

/** The same house, and how often its passwords are hashed. */
export function countingHashes(house: RegisteringHouse) {
  const counted = { hashes: 0 }
  const passwords: Passwords = {
    inTurn: (address, work) =>
      house.passwords.inTurn(address, (turn) =>
        work({
          ...turn,
          hash(password, recipe) {
            counted.hashes += 1
            return turn.hash(password, recipe)
          },
        }),
      ),
  }
  return { counted, house: { ...house, passwords } }
}

export async function signInAs(
  house: RegisteringHouse,
  email: string,
  password = PASSWORD,
  request = aRequest(),
): Promise<SignInResult> {
  return signIn(house, { email, password }, request)
}

function codeIn(content: string | undefined): string {
  return content?.split('\n').find((line) => /^\d{6}$/.test(line)) ?? ''
}

function actorOf(user: UserRow) {
  return { userId: user.id, name: user.name, roles: user.roles, address: '192.0.2.1', sessionId: null, oneHalf: false }
}
