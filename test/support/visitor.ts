/** Somebody who uses Plumb over HTTP, as a browser would: cookies, bearer, csrf value, and the messages they get. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PATIENCE } from './patience.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- what a call answers is looked at field by field
export type Answer = { status: number; body: any; headers: Headers }

/** An answer that began, and broke off. */
export class CutAnswer extends Error {
  readonly status: number
  readonly headers: Headers

  constructor(request: string, { status, headers }: Response, cause: unknown) {
    super(`${request} answered ${status}, and its end did not come`, { cause })
    this.status = status
    this.headers = headers
  }
}

let visitors = 0
/** What has been read of outboxes, by file: a message is written whole, and once. */
const messages = new Map<string, string>()

export class Visitor {
  readonly url: string
  readonly outbox: string
  /** Where they come from: an address of their own, which counts where the app believes its proxy. */
  readonly address: string
  readonly cookies = new Map<string, string>()
  bearer: string | undefined
  id = ''
  name = ''
  email = ''
  phone = ''

  constructor(url: string, outbox: string, address = ownAddress((visitors += 1))) {
    this.url = url
    this.outbox = outbox
    this.address = address
  }

  /** The same person at another process of the app. */
  at(url: string): Visitor {
    const same = new Visitor(url, this.outbox, this.address)
    for (const [name, value] of this.cookies) same.cookies.set(name, value)
    Object.assign(same, { bearer: this.bearer, id: this.id, name: this.name, email: this.email, phone: this.phone })
    return same
  }

  async get(path: string): Promise<Answer> {
    return this.send('GET', path, undefined)
  }

  async post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body === undefined ? undefined : JSON.stringify(body), headers)
  }

  /** Posts and expects it to be done. */
  async must(path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.post(path, body)
    if (answer.status !== 200) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async send(
    method: string,
    path: string,
    body: string | FormData | undefined,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const xsrf = this.cookies.get('__Host-XSRF-TOKEN') ?? this.cookies.get('XSRF-TOKEN')
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': this.address,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(this.bearer === undefined ? {} : { authorization: `Bearer ${this.bearer}` }),
        ...(this.cookies.size === 0
          ? {}
          : { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(xsrf === undefined ? {} : { 'x-xsrf-token': decodeURIComponent(xsrf) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of response.headers.getSetCookie()) this.keepCookie(line)
    const text = await response.text().catch((cause: unknown) => {
      throw new CutAnswer(`${method} ${path}`, response, cause)
    })
    return { status: response.status, body: asJson(text), headers: response.headers }
  }

  private keepCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const gone = attributes.some((attribute) => /max-age=0|expires=thu, 01 jan 1970/i.test(attribute.trim()))
    if (gone) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1))
  }

  async signIn(email: string, password: string): Promise<Answer> {
    await this.get('/sanctum/csrf-cookie')
    const answer = await this.post('/api/login', { email, password })
    this.keepSession(answer)
    return answer
  }

  /** Registers, reads both codes from the messages and proves them: a verified user with a full session. */
  async join(name: string, options: { referral?: string; password?: string } = {}): Promise<void> {
    await this.register(name, options)
    await this.proveCodes()
  }

  async register(
    name: string,
    { referral, password = 'correct horse battery' }: { referral?: string; password?: string } = {},
  ): Promise<Answer> {
    this.email = `${name}@mail.plumb.test`
    this.phone = `+1202${2_000_000 + (Math.abs(hash(name)) % 8_000_000)}`
    await this.get('/sanctum/csrf-cookie')
    const answer = await this.post('/api/register', {
      name,
      email: this.email,
      password,
      password_confirmation: password,
      phone: this.phone,
      country: 'US',
      ...(referral === undefined ? {} : { referral }),
      terms: true,
    })
    if (answer.status !== 200) throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.keepSession(answer)
    return answer
  }

  async proveCodes(): Promise<void> {
    const answer = await this.post('/api/verify-account', {
      email_code: await this.codeFrom('.eml', this.email),
      phone_code: await this.codeFrom('.txt', this.phone),
    })
    if (answer.status !== 200)
      throw new Error(`verify-account answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.keepSession(answer)
  }

  keepSession(answer: Answer): void {
    if (answer.status !== 200 || answer.body.access_token === undefined) return
    this.bearer = answer.body.access_token
    this.id = answer.body.user.id
    this.name = answer.body.user.name
    this.email = answer.body.user.email
  }

  /** The newest six-digit code, on a line of its own, in the messages to an address or number. */
  async codeFrom(ending: '.eml' | '.txt', receiver: string): Promise<string> {
    const message = await this.newestMessage(ending, receiver, /^\d{6}\s*$/m)
    return /^(\d{6})\s*$/m.exec(message)?.[1] ?? ''
  }

  /** The newest message to somebody that has this in it; waits for the delivery. */
  async newestMessage(ending: '.eml' | '.txt', receiver: string, containing: RegExp): Promise<string> {
    const end = performance.now() + PATIENCE
    while (performance.now() < end) {
      const names = (await readdir(this.outbox).catch(() => [])).filter((name) => name.endsWith(ending)).sort()
      for (const name of names.reverse()) {
        const text = await messageIn(join(this.outbox, name))
        if (text.includes(receiver) && containing.test(text)) return text
      }
      await pause(25)
    }
    throw new Error(`no ${ending} message to ${receiver} within ${PATIENCE} ms`)
  }

  /** A key for a call that may be sent again. */
  static key(): Record<string, string> {
    return { 'idempotency-key': randomUUID() }
  }
}

async function messageIn(file: string): Promise<string> {
  const known = messages.get(file)
  if (known !== undefined) return known
  const text = await readFile(file, 'utf8')
  messages.set(file, text)
  return text
}

/** One of the benchmarking networks' (RFC 2544), which nobody has. */
function ownAddress(n: number): string {
  return `198.${18 + (Math.floor(n / 65_536) % 2)}.${Math.floor(n / 256) % 256}.${n % 256}`
}

function asJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function hash(text: string): number {
  let value = 0
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) | 0
  return value
}
