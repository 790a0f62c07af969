/** A house that people come to: registering, proving codes, signing in, as tests of identity take the steps. */
import { type Administrator, type Investor, proveAdministrator, proveInvestor, type Role } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { hashToken, newToken } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { answerResetRequest } from '#identity/answer-reset-request.ts'
import { checkCodes } from '#identity/check-codes.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { forgotPassword } from '#identity/forgot-password.ts'
import { openPasswords, type Passwords } from '#identity/passwords.ts'
import { readRegistration } from '#identity/read-details.ts'
import { recipeToRegister, register } from '#identity/register.ts'
import { signIn, type SignInResult } from '#identity/sign-in.ts'
import type { RegistrationRow } from '#identity/store.ts'
import { verifyAccount } from '#identity/verify-account.ts'
import { contentOf } from '#mail/store.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import type { OpenedSession } from '#identity/cookies.ts'

export const PASSWORD = 'a plumb line hangs straight'
export const APP_URL = 'https://plumb.test'

export type RegisteringHouse = {
  db: Database
  /** as the owner of the tables */
  ownerUrl: string
  clock: TestDatabase['clock']
  passwords: Passwords
  write<T>(verb: (tx: Tx) => Promise<T>): Promise<T>
  read<T>(verb: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A fresh, empty database; noon, 1 March 2026. */
export async function openRegisteringHouse(): Promise<RegisteringHouse> {
  const { db, ownerUrl, clock, close } = await testDatabase()
  return {
    db,
    ownerUrl,
    clock,
    passwords: openPasswords({ db, clock }),
    write: (verb) => transaction(db, verb),
    read: (verb) => readTransaction(db, verb),
    close,
  }
}

/** A request, from a browser that made the csrf-cookie call unless said otherwise. */
export function aRequest(options: Partial<RequestFacts> & { oneHalf?: boolean } = {}): RequestFacts {
  const { oneHalf = false, ...facts } = options
  const cookies = oneHalf ? {} : { 'XSRF-TOKEN': newToken(32) }
  return { address: '192.0.2.1', userAgent: 'a test', cookies, bearer: undefined, ...facts }
}

/** How many have come, for an address of their own: nobody is limited by what somebody else does. */
let people = 0

/** What somebody types who registers. */
export function typed(name: string, changed: Record<string, unknown> = {}) {
  const email = `${name.toLowerCase()}@plumb.test`
  const details = { name, email, password: PASSWORD, password_confirmation: PASSWORD }
  const phone = `+1202${2_000_000 + (Number.parseInt(hashToken(name.toLowerCase()).slice(0, 8), 16) % 8_000_000)}`
  return { ...details, phone, country: 'US', terms: true, referral: null, ...changed }
}

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

/** What was sent to an address or number, oldest first. */
export async function messagesTo(house: RegisteringHouse, receiver: string) {
  return house.write(async (tx) => {
    const kept = await tx.selectFrom('message').selectAll().where('receiver', '=', receiver).orderBy('id').execute()
    return kept.map((message) => ({ ...message, content: contentOf(tx, message) }))
  })
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

/** The user as the database has them now. */
export async function userNow(house: RegisteringHouse, id: string): Promise<UserRow> {
  const user = await house.read((tx) => findUser(tx, id))
  if (user === undefined) throw new Error(`there is no user ${id}`)
  return user
}

export async function notificationsOf(house: RegisteringHouse, userId: string) {
  return house.db.selectFrom('notification').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function auditOf(house: RegisteringHouse, subjectId: string): Promise<string[]> {
  const rows = await house.db
    .selectFrom('audit_entry')
    .select('action')
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.action)
}

/** The refusal that a promise ends in; fails where it ends in anything else. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('this was not refused')
}

function codeIn(content: string | undefined): string {
  return content?.split('\n').find((line) => /^\d{6}$/.test(line)) ?? ''
}

function actorOf(user: UserRow) {
  return { userId: user.id, name: user.name, roles: user.roles, address: '192.0.2.1', sessionId: null }
}
