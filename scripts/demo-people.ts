/** Those who act in the demo: they make the same calls as a browser, in this process, each with a session of their own. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { App } from '#app/start.ts'
import type { DocumentSide } from '#documents/contract.ts'
import type { Clock } from '#kit/clock.ts'
import { newSecret } from '#kit/ids.ts'
import { redrawDocument } from '#kit/redraw-document.ts'
import { transaction } from '#kit/transaction.ts'
import { deviceCookie, newDevice } from '#identity/cookies.ts'
import { passGate } from '#identity/gate.ts'
import { openSession } from '#identity/open-session.ts'
import { sessionLife } from '#identity/rules.ts'
import { hashPassword } from '#identity/passwords.ts'
import { readRegistration } from '#identity/read-details.ts'
import { register } from '#identity/register.ts'
import { verifyAccount } from '#identity/verify-account.ts'
import { kycContract } from '#kyc/contract.ts'
import { saveDocument } from '#kyc/save-document.ts'
import { findUser } from '#users/find.ts'
import { madeUpPapers } from './made-up-papers.ts'

export type House = { app: App; clock: Clock }
export type Reply = Record<string, unknown>

/** In each of them the numbers from 555-0100 to 555-0199 belong to nobody. */
const AREAS = [202, 212, 213]
const XSRF = newSecret()
/** Nobody in the demo has a second factor. */
const ALONE = { adminSecondFactor: 'optional', investorSecondFactor: 'optional' } as const
/** A request from somebody's one device: whoever withdraws from one that is new looks as if they were somebody else. */
const factsFrom = (device: string) => ({
  ...{ address: '127.0.0.1', userAgent: 'demo', bearer: undefined },
  cookies: { 'XSRF-TOKEN': XSRF, [deviceCookie(device).name]: device },
})

/** Somebody with an account. */
export class Person {
  readonly id: string
  readonly name: string
  readonly email: string
  private readonly house: House
  private readonly device: string
  private session: { bearer: string; cookie: string; goodUntil: number } | undefined

  constructor(house: House, user: { id: string; name: string; email: string }, device = newDevice()) {
    this.device = device
    this.house = house
    this.id = user.id
    this.name = user.name
    this.email = user.email
  }

  /** Makes a call; what is refused here is a fault of the demo. */
  async post(path: string, body: object = {}): Promise<Reply> {
    return this.send('POST', path, body)
  }

  async get(path: string): Promise<Reply> {
    return this.send('GET', path)
  }

  /** Takes on roles by the link of a mail. That ends the session that they ask in, so they come back in another. */
  async acceptRoles(token: string): Promise<void> {
    await this.post('/api/accept-roles', { token })
    this.session = undefined
  }

  /** Hands in made-up papers, which `place` tells from those of others. */
  async askForCheck(place: number): Promise<void> {
    const given = this.name.replaceAll(/[^a-z]/g, ' ').trim()
    const { word } = await this.post('/api/kyc-word')
    const { details, pictures } = await madeUpPapers(place, { given, family: 'Example' }, String(word))
    await this.post('/api/kyc-details', details)
    for (const side of ['front', 'face'] as const) await this.keepPicture(side, pictures[side])
    await this.post('/api/kyc')
  }

  /**
   * What the call does, past the gate and with its verb, but for one thing: a stranger's picture is drawn in a process of
   * its own, and to start one for each of these took two thirds of the time that the demo is made in.
   */
  private async keepPicture(side: DocumentSide, sent: Buffer): Promise<void> {
    const { app, clock } = this.house
    const { bearer, cookie } = await this.signedIn()
    const facts = factsFrom(this.device)
    const actor = await passGate({ db: app.db, clock, ...ALONE }, kycContract['POST /api/kyc-document/:side'], {
      ...facts,
      ...{ method: 'POST', bearer, xsrf: XSRF, cookies: { ...facts.cookies, plumb_session: cookie } },
    })
    const picture = await redrawDocument(sent)
    await transaction(app.db, (tx) => saveDocument(tx, clock, actor, { side, picture, sent }))
  }

  private async send(method: 'GET' | 'POST', url: string, payload?: object): Promise<Reply> {
    const { bearer, cookie } = await this.signedIn()
    const headers = {
      authorization: `Bearer ${bearer}`,
      cookie: `XSRF-TOKEN=${XSRF}; plumb_session=${cookie}; ${deviceCookie(this.device).name}=${this.device}`,
      'x-xsrf-token': XSRF,
    }
    const answer = await this.house.app.server.inject({
      method,
      url,
      headers: { host: 'localhost', ...headers },
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${this.name}: ${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json<Reply>()
  }

  private async signedIn(): Promise<{ bearer: string; cookie: string }> {
    const { app, clock } = this.house
    const now = clock.now().getTime()
    if (this.session !== undefined && now < this.session.goodUntil) return this.session
    const { bearer, cookie, idle } = await transaction(app.db, async (tx) => {
      const user = await findUser(tx, this.id)
      if (user === undefined) throw new Error(`${this.name} has gone`)
      const session = await openSession(tx, clock, user, factsFrom(this.device), { remember: true })
      return { ...session, ...sessionLife({ ...user, cookie_hash: '', remembered: true }) }
    })
    if (cookie === null) throw new Error(`${this.name} has a session of one half`)
    this.session = { bearer, cookie, goodUntil: now + idle }
    return this.session
  }
}

/** Registers people, all with one password, whose hash is made once. */
export async function reception(house: House, password: string) {
  const passwordHash = await hashPassword(password)
  const { app, clock } = house
  /**
   * `place` tells people apart: it is in the telephone number, one of those that are set aside for stories, and in the
   * address that they come from.
   */
  return async (name: string, place: number, referral: string | null): Promise<Person> => {
    const typed = {
      name,
      email: `${name}@demo.plumb.test`,
      password,
      password_confirmation: password,
      phone: `+1${AREAS[Math.floor(place / 100)]}55501${String(place % 100).padStart(2, '0')}`,
      country: 'US',
      terms: true,
    }
    const { registration } = await transaction(app.db, async (tx) => {
      const details = await readRegistration(tx, typed)
      return register(tx, clock, {
        ...details,
        passwordHash,
        referral,
        address: `198.18.${Math.floor(place / 256)}.${place % 256}`,
      })
    })
    const device = newDevice()
    const facts = factsFrom(device)
    const { user } = await transaction(app.db, (tx) => verifyAccount(tx, clock, registration, undefined, facts))
    return new Person(house, user, device)
  }
}

/** Waits for a message with this in it, and answers the part in brackets. */
export async function mailed(outbox: string, what: RegExp): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    for (const file of await readdir(outbox).catch(() => [])) {
      // still being written
      if (file.startsWith('.')) continue
      const [, found] = what.exec(await readFile(join(outbox, file), 'utf8')) ?? []
      if (found !== undefined) return found
    }
    await setTimeout(50)
  }
  throw new Error(`no message came with ${what}`)
}
