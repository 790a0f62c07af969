import type { BodyOf, Call, Contract, ParamsOf, QueryOf, ReplyOf } from '#kit/wire.ts'
import * as text from '#texts/client.ts'
import { figuresCame, noteReachable } from './connection.ts'
import { readStored, readStoredText } from './stored.ts'
import { keyOf, settleKey } from './unsettled-keys.ts'

/** A call that did not succeed: what the server said, or status 0 if it could not be reached. */
export class CallError extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(status: number, message: string, errors: Readonly<Record<string, readonly string[]>> = {}) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.errors = errors
  }
}

type Given<Name extends string, Value> = Value extends undefined ? unknown : { [K in Name]: Value }
/** What a call needs: `params`, `query` and `body` as the contract says; `upload` where it takes a file. */
export type InputOf<C extends Call> = Given<'params', ParamsOf<C>> &
  ({} extends QueryOf<C> ? { query?: QueryOf<C> } : Given<'query', QueryOf<C>>) &
  Given<'body', BodyOf<C>> &
  (C extends { raw: 'multipart' } ? { upload: FormData } : unknown)
/** Calls that need nothing are made without a second argument. */
export type ArgumentsOf<C extends Call> = {} extends InputOf<C> ? [input?: InputOf<C>] : [input: InputOf<C>]

export type Client<Calls extends Contract> = <Key extends keyof Calls & string>(
  key: Key,
  ...input: ArgumentsOf<Calls[Key]>
) => Promise<ReplyOf<Calls[Key]>>

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  upload?: FormData
}

/** What a call needs besides, in an answer of 403: a second factor proved anew, or one that has yet to be added. */
export type StillNeeded = { step_up?: readonly string[]; factor_required?: true }

/** How long another session may take to come to this device once the one before has ended, in milliseconds. */
const REPLACED_WITHIN = 500
/** How long what is being changed is waited for, in milliseconds. */
const CHANGED_WITHIN = 5000
/** What this page is changing. */
const changes = new Set<Promise<unknown>>()

let signedOut: (() => void) | undefined
let provide: ((needed: StillNeeded) => Promise<boolean>) | undefined

/** How what a call needs is had from the person; answers whether the call can be sent again. Set once, by the app. */
export function onNeeded(have: typeof provide) {
  provide = have
}

/**
 * What to do when the server no longer knows the session: set by the app where somebody is signed in, and by a page that
 * is leaving anyway.
 */
export function onSignedOut(act: typeof signedOut) {
  signedOut = act
}

/** A client for the calls of a contract; only the contract's type is needed. */
export function createClient<Calls extends Contract>(): Client<Calls> {
  return ((key: string, input: AnyInput = {}) => send(key, input)) as Client<Calls>
}

/** Once all that this page is changing was answered, or has taken too long. What is read then is read as it has become. */
export async function changesAnswered(): Promise<void> {
  await Promise.race([Promise.allSettled(changes), after(CHANGED_WITHIN)])
  // by then whoever sent it has had its answer, too
  await after(0)
}

const after = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

function change<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const answered = answer.finally(() => changes.delete(answered))
  changes.add(answered)
  return answered
}

async function send(key: string, input: AnyInput): Promise<unknown> {
  const [method = 'GET', template = ''] = key.split(' ')
  const address = addressOf(template, input)
  const writes = method !== 'GET'
  const asking = askTwice(() => sendOnce(method, address, input), writes)
  // it is under way until its answer, and not while somebody looks for their second factor
  const { status, response, reply } = await (writes ? change(asking) : asking)
  if (response.ok && !writes) figuresCame(Date.now())
  if (response.ok) return reply
  // nothing was done, and nothing stands under the key
  if (await isProvided(status, reply)) return send(key, input)
  throw failure(status, reply, method)
}

type Answer = { status: number; response: Response; reply: unknown }

/** What was answered, to the end. Throws where something was promised that cannot be read: it is no answer of the server's. */
async function readAnswer(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  const { status } = response
  const reading: Promise<unknown> = status === 204 ? Promise.resolve(null) : response.json()
  return { status, response, reply: await (response.ok ? reading : reading.catch(() => null)) }
}

async function sendOnce(method: string, address: string, { upload, body }: AnyInput): Promise<Answer> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const sent = upload ?? json
  const writes = method !== 'GET'
  // what cannot be sent is said at once, and nothing waits to be sent later
  if (writes && !navigator.onLine) throw new CallError(0, text.offline)
  // only what somebody who is signed in sends is kept under its key
  const submission = writes && !upload && readStoredText('auth-token') ? `${address} ${json}` : ''
  // and nothing goes onto the device that a password could be guessed from
  const key = submission ? await keyOf(submission, json?.includes('"password":')) : crypto.randomUUID()
  const asked = ask(address, {
    method,
    credentials: 'include',
    headers: headersFor(method, json, key),
    ...(sent === undefined ? {} : { body: sent }),
  })
  const answer = await readAnswer(asked).catch(() => {
    noteReachable(false)
    throw new CallError(0, writes ? text.nothingKnown : text.notReached)
  })
  noteReachable(true)
  // the server names the key where its answer stands; after any other answer the same is sent under the same key
  if (submission && answer.status < 500 && answer.response.headers.get('idempotency-key') === key)
    await settleKey(submission)
  return answer
}

/**
 * What `once` is answered, which asks as whoever is signed in. A 401 is not believed before it was asked again, where the
 * session or its half in the cookie may have changed meanwhile; then the app is told. `doubted`: it was asked again.
 */
export async function askTwice<Once extends { status: number }>(
  once: () => Promise<Once>,
  writes: boolean,
  doubted = false,
): Promise<Once> {
  const token = readStoredText('auth-token')
  const person = personHere()
  const response = await once()
  if (response.status !== 401) return response
  // another session of the same person may have taken its place while this was under way, here or in another window
  const now = doubted ? readStoredText('auth-token') : await tokenAfter(token, writes)
  if (now && now !== token && personHere() === person) return askTwice(once, writes)
  // the half in the cookie may have changed twice meanwhile, and the browser sends the one that it has by now
  if (now && now === token && signedOut && !doubted) return askTwice(once, writes, true)
  // where somebody else has signed in, the page is loaded anew by itself
  if (!now || now === token) signedOut?.()
  return response
}

/** What signs this device in once a session was refused: it may be on its way, in the answer of what has ended that one. */
async function tokenAfter(token: string | null, writes: boolean): Promise<string | null> {
  // what changes something would wait for itself
  if (!writes) await changesAnswered()
  if (token !== null && readStoredText('auth-token') === token) await after(REPLACED_WITHIN)
  return readStoredText('auth-token')
}

const personHere = () => readStored<{ id: string }>('user')?.id

/** Whether what an answer says is still needed has been had from the person, so that the same can be sent again. */
export async function isProvided(status: number, reply: unknown): Promise<boolean> {
  return status === 403 && reply !== null && (await provide?.(reply as StillNeeded)) === true
}

type Early = { token: string; answers: Record<string, Promise<Response> | undefined> }

/** Asks, or takes what the page has asked for the same person before its scripts came: each answer once. */
function ask(address: string, init: RequestInit): Promise<Response> {
  const { early } = globalThis as { early?: Early }
  const answer = early?.answers[address]
  if (!answer) return fetch(address, init)
  delete early.answers[address]
  return early.token === readStoredText('auth-token') ? answer : fetch(address, init)
}

/** The address of a call's path, with what it asks for. */
export function addressOf(template: string, { params, query }: AnyInput): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return asked.length === 0
    ? path
    : `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}

/** The headers that prove who asks: the bearer, and for what changes something the two that guard it. */
export function headersFor(method: string, json: string | undefined, key: string): Record<string, string> {
  const token = readStoredText('auth-token')
  return {
    accept: 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(json !== undefined ? { 'content-type': 'application/json' } : {}),
    ...(isUnattended() ? { 'x-unattended': '1' } : {}),
    ...(method === 'GET' ? {} : { 'x-xsrf-token': xsrf(), 'idempotency-key': key }),
  }
}

/** A page of a minute or more that asks without anybody having pressed a key or a button just now keeps no session open. */
function isUnattended(): boolean {
  // not every browser tells
  const { userActivation } = navigator as { userActivation?: UserActivation }
  return userActivation?.isActive === false && performance.now() > 60_000
}

/** By https its name is bound to the host; one without that may be a neighbour's. */
function xsrf(): string {
  const name = `${location.protocol === 'https:' ? '__Host-' : ''}XSRF-TOKEN=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(name)) ?? ''
  return decodeURIComponent(found.slice(name.length))
}

/** What a reply that is none says. */
export function failure(status: number, reply: unknown, method = 'GET'): CallError {
  const { message, errors } = (reply ?? {}) as { message?: string; errors?: Record<string, string[]> }
  // such as a proxy that has lost patience: what is behind it may be done anyway
  const unsaid = status >= 500 && method !== 'GET' ? text.nothingKnown : text.answered(status)
  return new CallError(status, message ?? unsaid, errors)
}
