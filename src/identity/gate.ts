import { timingSafeEqual } from 'node:crypto'
import { type Administrator, type Investor, proveAdministrator, proveInvestor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import { deviceInWords } from '#kit/device-in-words.ts'
import { type Database, patienceOf, type Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { Refusal, refuse } from '#kit/refusal.ts'
import type { ActorOf, RequestFacts } from '#kit/routes.ts'
import { readOnce, readPrepared, readTransaction } from '#kit/transaction.ts'
import type { Call } from '#kit/wire.ts'
import { REGISTRATION_COOKIE, SESSION_COOKIE, xsrfOf } from './cookies.ts'
import { noteSeen } from './note-seen.ts'
import { HALF_BEFORE_LASTS, mayCall, needsFactor, REGISTRATION_WAITS, sessionEnd, STEP_UP_LASTS } from './rules.ts'
import { type OpenSessionRow, selectOpenSession, sessionStatement } from './session-store.ts'
import { type RegistrationRow, selectRegistration, selectStanding } from './store.ts'
import type { UserRow } from '#users/find.ts'

type House = { db: Database; clock: Clock } & Pick<Settings, 'adminSecondFactor' | 'investorSecondFactor'>
type SessionStatement = ReturnType<typeof sessionStatement>
/** What the gate looks at. `xsrf` is the header X-XSRF-TOKEN; `unattended`: a page asks by itself, nobody is there. */
export type GateRequest = RequestFacts & { method: string; xsrf: string | undefined; unattended?: boolean }

const SIGN_IN = 'Sign in first.'
const SIGN_IN_AGAIN = 'Your session has ended. Sign in again.'
const TOO_WEAK = 'This needs a full sign-in. Sign in again in a browser that accepts cookies.'
const HALF_CHANGED = 'Your session has just been renewed. Try again.'
const STEP_UP = 'Confirm that it is you with your second factor first.'
const ADD_FACTOR = 'You need a second factor here. Add a passkey or an authenticator app first.'

/**
 * The session gate: who asks, proven. Every call passes it before anything else is done for it.
 *
 * A session has two halves, the bearer token and an http-only cookie, and lives as `sessionLife` says; either half alone
 * is 401. One that was opened without the csrf-cookie call has the bearer only, lasts 15 minutes, and is 403 on calls
 * that need both halves. Roles are read again with every call. What changes something in a session of two halves carries
 * the XSRF-TOKEN cookie's value in a header too, else 403. Whoever has a second factor has proved it in this session
 * within five minutes where a call needs that, and has one where the house requires it: else 403, with what is needed for
 * machines to read. Proving it changes the cookie; the one before is good for another minute, and not for what needs the
 * proof.
 */
export async function passGate<C extends Call>(house: House, call: C, request: GateRequest): Promise<ActorOf<C>> {
  return (await actorOf(house, call, request)) as ActorOf<C>
}

/** What is asked of the database at the gate for calls that read `own` there; to be made once. */
export const atGateWith = sessionStatement

/** The same for a call that reads something of its actor in the same statement. Nobody else is handed what that has read. */
export async function passGateReading(
  house: House,
  call: Call & { who: 'investor' },
  request: GateRequest,
  statement: SessionStatement,
): Promise<{ actor: Investor | Administrator; fetched: unknown }> {
  const session = await sessionOf(house, request, statement)
  return { actor: actorBehind(house, session, call, request), fetched: session.own }
}

/** The same for what stays open: who asks, and the session that it is to end with, and when that is if nobody comes. */
export async function passGateToStay(
  house: House,
  call: Call & { who: 'investor' },
  request: GateRequest,
): Promise<{ actor: Investor; session: { id: string; endsAt: Date; cookieHash: string | null } }> {
  // a window that listens is no person who is there
  const session = await sessionOf(house, { ...request, unattended: true })
  const { id, cookie_hash: cookieHash } = session
  // the half that the session had a moment ago is good for what was under way, and for nothing that stays
  if (cookieHash !== null && !isOf(cookieHash, request.cookies[SESSION_COOKIE])) refuse('wrong state', HALF_CHANGED)
  return {
    actor: actorBehind(house, session, call, request) as Investor,
    session: { id, endsAt: sessionEnd(session), cookieHash },
  }
}

/** When the session behind something that has stayed open ends by now; null if it has ended. */
export async function sessionEndNow(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  sessionId: string,
): Promise<Date | null> {
  const session = await readOnce(db, (tx) => selectOpenSession(tx, sessionId))
  return session === undefined || isOver(session, clock) ? null : sessionEnd(session)
}

/** Whether whoever makes a call that is open to all has signed in. What they have come with may be anything. */
export async function isSignedIn(house: Pick<House, 'db' | 'clock'>, request: RequestFacts): Promise<boolean> {
  if (request.bearer === undefined) return false
  try {
    await sessionOf(house, { ...request, method: 'GET', xsrf: undefined, unattended: true })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function actorOf(house: House, call: Call, request: GateRequest): Promise<ActorOf<Call>> {
  if (call.who === 'anyone') return undefined
  if (call.who === 'registrant') return { registrationId: await registrantOf(house, request) }
  return actorBehind(house, await sessionOf(house, request), call, request)
}

/** Whom the gate has refused something, by the refusal: somebody who is signed in. */
const refusedUsers = new WeakMap<Refusal, Investor>()
/** Who was refused at the gate although they are signed in, for the audit log; undefined of every other refusal. */
export const whoWasRefused = (refusal: Refusal): Investor | undefined => refusedUsers.get(refusal)

function actorBehind(
  house: House,
  session: OpenSessionRow,
  call: Call,
  request: GateRequest,
): Investor | Administrator {
  try {
    return actorAllowed(house, session, call, request)
  } catch (error) {
    if (error instanceof Refusal) refusedUsers.set(error, proveInvestor(userOfSession(session, request)))
    throw error
  }
}

function actorAllowed(
  house: House,
  session: OpenSessionRow,
  call: Call,
  request: GateRequest,
): Investor | Administrator {
  if (session.cookie_hash !== null) refuseForgery(request)
  if (!mayCall(call.who, session.roles)) refuse('not allowed', 'Your account can’t do this.')
  const oneHalf = session.cookie_hash === null
  if (call.bothHalves === true && oneHalf) refuse('not allowed', TOO_WEAK)
  if (session.factors.length === 0 && call.beforeFactor !== true && needsFactor(house, session.roles)) {
    throw new Refusal('not allowed', ADD_FACTOR, undefined, undefined, { factor_required: true })
  }
  if (call.stepUp === true && session.factors.length > 0 && !isSteppedUp(house, session)) {
    throw new Refusal('not allowed', STEP_UP, undefined, undefined, { step_up: session.factors })
  }
  const actor = userOfSession(session, request)
  return call.who === 'investor' ? proveInvestor(actor) : proveAdministrator(actor)
}

function isSteppedUp({ clock }: House, { stepped_up_at }: OpenSessionRow): boolean {
  return stepped_up_at !== null && clock.now().getTime() - stepped_up_at.getTime() < STEP_UP_LASTS
}

function userOfSession(
  { id: sessionId, user_id: userId, name, roles, cookie_hash }: OpenSessionRow,
  request: GateRequest,
) {
  const device = deviceInWords(request.userAgent)
  return { userId, name, roles, address: request.address, device, sessionId, oneHalf: cookie_hash === null }
}

/** 403 without a session in two halves: for that part of a call which moves money, where the rest of it does not. */
export function refuseOneHalf({ oneHalf }: Investor): void {
  if (oneHalf) refuse('not allowed', TOO_WEAK)
}

/**
 * The same once more: in the transaction of a call when all is done that waits for locks, and with each page of a file.
 * 403 for who was blocked, told to reset or has lost a role since they passed the gate, 401 if their session was ended.
 * What they sent before is not done after that was answered, however long it has waited. A plain read, so that it waits
 * for nobody. With `leaving` neither the end of the session nor a reset is a reason: the call itself brings it about.
 */
export async function passGateAgain(
  tx: Tx,
  actor: Investor | Administrator,
  { leaving }: { leaving: boolean } = { leaving: false },
): Promise<void> {
  const now = actor.sessionId === null ? undefined : await selectStanding(tx, actor.sessionId)
  const stopped = now === undefined || now.blocked_at !== null || (now.reset_required && !leaving)
  // All that they came with, and not only what the call asks for: verbs go by it too.
  if (stopped || !actor.roles.every((role) => now.roles.includes(role))) {
    refuse('not allowed', 'Your account can no longer do this. Nothing has changed.')
  }
  if (now.ended_at !== null && !leaving) refuse('not signed in', `${SIGN_IN_AGAIN} Nothing has changed.`)
}

/** The user as an actor, in the few calls by which somebody proves another way who they are: codes, a reset link. */
export function provenUser(
  user: Pick<UserRow, 'id' | 'name' | 'roles'>,
  { address, userAgent }: Pick<RequestFacts, 'address' | 'userAgent'>,
): Investor {
  const { id: userId, name, roles } = user
  const device = deviceInWords(userAgent)
  return proveInvestor({ userId, name, roles, address, device, sessionId: null, oneHalf: true })
}

const SESSION = sessionStatement()

async function sessionOf(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  request: GateRequest,
  statement = SESSION,
): Promise<OpenSessionRow & { own: unknown }> {
  const { bearer } = request
  if (bearer === undefined) refuse('not signed in', SIGN_IN)
  // What changes something waits at the gate for as long as it would inside.
  const { transaction, read } = patienceOf(db)
  const patience = request.method === 'GET' ? read : transaction
  const [session] = await readPrepared(db, statement, [hashToken(bearer)], patience)
  if (session === undefined) return refuseUnknown({ db, clock }, bearer)
  if (isOver(session, clock)) refuse('not signed in', SIGN_IN_AGAIN)
  if (session.cookie_hash !== null && !isOf(session.cookie_hash, request.cookies[SESSION_COOKIE])) {
    if (!isHalfBefore(session, request, clock)) refuse('not signed in', SIGN_IN_AGAIN)
    session.stepped_up_at = null
  }
  if (request.unattended !== true) noteSeen({ db, clock }, session)
  return session
}

/**
 * Whether a request has come with the half that the session had a moment ago: it was under way when the factor was proved
 * by which that changed, and counts as before the proof.
 */
function isHalfBefore(session: OpenSessionRow, { cookies }: GateRequest, clock: Clock): boolean {
  const { cookie_hash_before: before, cookie_changed_at: at } = session
  if (before === null || at === null || clock.now().getTime() - at.getTime() >= HALF_BEFORE_LASTS) return false
  return isOf(before, cookies[SESSION_COOKIE])
}

/** Blocking ends sessions; whoever is blocked has none, whatever else may have opened one. */
function isOver(session: OpenSessionRow, clock: Clock): boolean {
  return session.ended_at !== null || session.blocked_at !== null || sessionEnd(session) <= clock.now()
}

async function refuseUnknown(house: Pick<House, 'db' | 'clock'>, bearer: string): Promise<never> {
  const registration = await waiting(house, 'bearer_hash', bearer)
  if (registration === undefined || registration.completed_at !== null) refuse('not signed in', SIGN_IN_AGAIN)
  refuse('not allowed', 'Verify your account first, with the codes that were sent to you.')
}

async function registrantOf(house: House, request: GateRequest): Promise<string> {
  return (await registrationBehind(house, request)) ?? refuse('not signed in', 'Register or sign in first.')
}

/** The id of the registration that waits for its codes in this browser; undefined if none does. */
export async function registrationBehind(
  house: Pick<House, 'db' | 'clock'>,
  { bearer, cookies }: Pick<RequestFacts, 'bearer' | 'cookies'>,
): Promise<string | undefined> {
  const registration =
    (await waiting(house, 'bearer_hash', bearer)) ?? (await waiting(house, 'cookie_hash', cookies[REGISTRATION_COOKIE]))
  return registration?.id
}

async function waiting(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  half: 'bearer_hash' | 'cookie_hash',
  token: string | undefined,
): Promise<RegistrationRow | undefined> {
  if (token === undefined) return undefined
  const since = new Date(clock.now().getTime() - REGISTRATION_WAITS)
  return readTransaction(db, (tx) => selectRegistration(tx, half, hashToken(token), since))
}

/** A page of another site can send our cookies along, but cannot read them. */
function refuseForgery(request: GateRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const expected = xsrfOf(request)
  if (expected === undefined || !isOf(hashToken(expected), request.xsrf)) {
    refuse('not allowed', 'We can’t be sure that this request is yours. Reload the page and try again.')
  }
}

function isOf(hash: string, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(Buffer.from(hash), Buffer.from(hashToken(token)))
}
