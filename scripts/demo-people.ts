/** Those who act in the demo: they make the same calls as a browser, in this process, each with a session of their own. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { App } from '#app/start.ts'
import type { Clock } from '#kit/clock.ts'
import { newSecret } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { deviceCookie, newDevice } from '#identity/cookies.ts'
import { openSession } from '#identity/open-session.ts'
import { sessionLife } from '#identity/rules.ts'
import { hashPassword } from '#identity/passwords.ts'
import { readRegistration } from '#identity/read-details.ts'
import { register } from '#identity/register.ts'
import { verifyAccount } from '#identity/verify-account.ts'
import { findUser } from '#users/find.ts'
import { madeUpPapers } from './made-up-papers.ts'

export type House = { app: App; clock: Clock }
export type Reply = Record<string, unknown>

/** In each of them the numbers from 555-0100 to 555-0199 belong to nobody. */
const AREAS = [202, 212, 213]
const XSRF = newSecret()
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
  private session: { headers: Record<string, string>; goodUntil: number } | undefined

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
    const { details, pictures } = await madeUpPapers(place, { given, family: 'Example' })
    await this.post('/api/kyc-details', details)
    await this.post('/api/kyc-word')
    await Promise.all(Object.entries(pictures).map(([side, picture]) => this.sendPicture(side, picture)))
    await this.post('/api/kyc')
  }

  private async sendPicture(side: string, picture: Buffer): Promise<void> {
    const [head, tail] = [
      '--part\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n',
      '\r\n--part--\r\n',
    ]
    const payload = Buffer.concat([Buffer.from(head), picture, Buffer.from(tail)])
    await this.send('POST', `/api/kyc-document/${side}`, payload, {
      'content-type': 'multipart/form-data; boundary=part',
    })
  }

  private async send(
    method: 'GET' | 'POST',
    url: string,
    payload?: object | Buffer,
    more: Record<string, string> = {},
  ): Promise<Reply> {
    const headers = { ...(await this.signedIn()), ...more }
    const answer = await this.house.app.server.inject({
      method,
      url,
      headers: { host: 'localhost', ...headers },
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${this.name}: ${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json<Reply>()
  }

  private async signedIn(): Promise<Record<string, string>> {
    const { app, clock } = this.house
    const now = clock.now().getTime()
    if (this.session === undefined || now >= this.session.goodUntil) {
      const { bearer, cookie, idle } = await transaction(app.db, async (tx) => {
        const user = await findUser(tx, this.id)
        if (user === undefined) throw new Error(`${this.name} has gone`)
        const session = await openSession(tx, clock, user, factsFrom(this.device), { remember: true })
        return { ...session, ...sessionLife({ ...user, cookie_hash: '', remembered: true }) }
      })
      this.session = {
        goodUntil: now + idle,
        headers: {
          authorization: `Bearer ${bearer}`,
          cookie: `XSRF-TOKEN=${XSRF}; plumb_session=${cookie}; ${deviceCookie(this.device).name}=${this.device}`,
          'x-xsrf-token': XSRF,
        },
      }
    }
    return this.session.headers
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
