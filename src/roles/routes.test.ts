import sharp from 'sharp'
import { openUploadPlaces } from '#kit/upload-places.ts'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#kit/database.ts'
import { newSecret } from '#kit/ids.ts'
import type { CallContext, RequestFacts, SetCookie } from '#kit/routes.ts'
import { readSettings } from '#kit/config.ts'
import type { Call } from '#kit/wire.ts'
import { openRegisteringHouse, PASSWORD, type RegisteringHouse, typed } from '../../test/support/registering-house.ts'
import { prepareCheckOf } from '../../test/support/identity.ts'
import { opened } from '../../test/support/opened.ts'
import { messagesTo, refusalOf, userNow } from '../../test/support/traces.ts'
import {
  answerResets,
  type Codes,
  countingHashes,
  forgetLimits,
  join,
  joinWithRoles,
  newestCodes,
  nothingBegun,
} from '../../test/support/registering.ts'
import { recordExport } from '#audit/record-export.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { identityContract } from '#identity/contract.ts'
import { passGate, passGateAgain } from '#identity/gate.ts'
import { openHashQueue } from '#identity/hash-queue.ts'
import type { Passwords } from '#identity/passwords.ts'
import { identityRoutes } from '#identity/routes.ts'
import { makeSetupLink } from '#identity/set-up-owner.ts'
import { kycContract } from '#kyc/contract.ts'
import { kycRoutes } from '#kyc/routes.ts'
import { openExports } from '#lists/export-list.ts'
import { ShownReserve } from '#reserve/shown.ts'
import { usersContract } from '#users/contract.ts'
import { usersRoutes } from '#users/routes.ts'
import { rolesOffered } from './accept-roles.ts'
import { rolesContract } from './contract.ts'
import { rolesRoutes } from './routes.ts'

/** All calls about people: who they are, how they sign in, what they may do. */
const contract = { ...usersContract, ...identityContract, ...kycContract, ...rolesContract }

type Key = keyof typeof contract
type Sent = { body?: unknown; id?: string; upload?: { field: string; bytes: Uint8Array }; xsrf?: string | null }
// What a route answers is looked at field by field.
type Reply = {
  message: string
  access_token: string
  user: { id: string; verified: boolean; profile: string }
} & Record<string, unknown>

/** A browser in front of the gate and the routes: it keeps its cookies, and sends the XSRF-TOKEN back. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly set: SetCookie[] = []
  bearer: string | undefined
  private readonly house: RegisteringHouse
  private readonly routes: Record<string, (context: CallContext<Call>) => Promise<unknown>>

  constructor(house: RegisteringHouse) {
    this.house = house
    const settings = readSettings({ APP_URL: 'https://plumb.test' })
    const exports = openExports({ ...house, record: recordExport, passAgain: passGateAgain })
    this.routes = {
      ...usersRoutes({ ...house, exports, inUploadPlace: openUploadPlaces() }),
      ...identityRoutes({
        ...{ ...house, settings, rolesOffered, endFactorHelp, reserve: new ShownReserve() },
        endWhatWasBegun: nothingBegun,
      }),
      ...kycRoutes({ ...house, settings, inUploadPlace: openUploadPlaces(), identityProviders: [] }),
      ...rolesRoutes({ ...house, settings }),
    }
  }

  async call(key: Key, { body, id, upload, xsrf }: Sent = {}): Promise<Reply> {
    const call: Call = contract[key]
    const request: RequestFacts = {
      address: '192.0.2.9',
      userAgent: 'a browser',
      cookies: Object.fromEntries(this.cookies),
      bearer: this.bearer,
    }
    const header = xsrf === undefined ? this.cookies.get('XSRF-TOKEN') : (xsrf ?? undefined)
    const actor = await passGate(this.house, call, { ...request, method: key.split(' ')[0] ?? '', xsrf: header })
    const context = {
      actor,
      params: { id },
      query: undefined,
      body,
      request,
      read: this.house.read,
      write: this.house.write,
      setCookie: (cookie: SetCookie) => this.keep(cookie),
      upload: async () => upload,
    } as unknown as CallContext<Call>
    const route = this.routes[key]
    if (route === undefined) throw new Error(`there is no route for ${key}`)
    return (await route(context)) as Reply
  }

  async signIn(email: string, password = PASSWORD): Promise<Reply> {
    await this.call('GET /sanctum/csrf-cookie')
    const reply = await this.call('POST /api/login', { body: { email, password } })
    this.bearer = reply.access_token
    return reply
  }

  private keep(cookie: SetCookie): void {
    this.set.push(cookie)
    if (cookie.value === null) this.cookies.delete(cookie.name)
    else this.cookies.set(cookie.name, cookie.value)
  }
}

describe('a browser', () => {
  const house = opened(openRegisteringHouse)

  async function registered(name: string) {
    const browser = new Browser(house)
    await browser.call('GET /sanctum/csrf-cookie')
    const form = typed(name)
    const reply = await browser.call('POST /api/register', { body: form })
    browser.bearer = reply.access_token
    return { browser, reply, codes: await newestCodes(house, form) }
  }
  const sentTo = async (receiver: string) => (await messagesTo(house, receiver)).at(-1)?.content ?? ''

  test('is given a readable XSRF-TOKEN, and keeps a good one that it has', async () => {
    const browser = new Browser(house)
    expect(await browser.call('GET /sanctum/csrf-cookie')).toBeNull()
    const first = browser.cookies.get('XSRF-TOKEN')
    await browser.call('GET /sanctum/csrf-cookie')
    expect(browser.cookies.get('XSRF-TOKEN')).toBe(first)
    browser.cookies.set('XSRF-TOKEN', 'chosen-by-somebody')
    await browser.call('GET /sanctum/csrf-cookie')
    expect(browser.cookies.get('XSRF-TOKEN')).toMatch(/^[\w-]{43}$/)
    expect(browser.set.map(({ httpOnly, maxAgeSeconds }) => [httpOnly, maxAgeSeconds])).toEqual(
      [1, 2, 3].map(() => [false, 2_592_000]),
    )
  })

  test('registers, proves its codes and is signed in with both halves', async () => {
    const { browser, reply, codes } = await registered('Amy')
    expect(Object.keys(reply)).toEqual(['message', 'access_token', 'user', 'plans', 'wallets'])
    expect(reply.user).toMatchObject({ name: 'Amy', verified: false, role: 'normal', kyc: 'none' })
    expect(browser.cookies.has('plumb_session')).toBe(false)
    expect((await refusalOf(browser.call('GET /api/user'))).code).toBe('not allowed')

    const verified = await browser.call('POST /api/verify-account', { body: codes })
    browser.bearer = verified.access_token
    expect(verified.user).toMatchObject({ id: reply.user.id, verified: true })
    expect(browser.set.find(({ name }) => name === 'plumb_session')).toMatchObject({
      httpOnly: true,
      maxAgeSeconds: 86_400,
    })
    expect(await browser.call('GET /api/user')).toEqual({ user: verified.user })
  })

  test('cannot guess codes past five tries over the route, and gets new ones', async () => {
    const { browser, codes } = await registered('guesser')
    const wrong: Codes = { ...codes, phone_code: codes.phone_code === '000000' ? '000001' : '000000' }
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => refusalOf(browser.call('POST /api/verify-account', { body: wrong }))),
    )
    expect(guesses.filter(({ errors }) => errors?.['phone_code'] !== undefined)).toHaveLength(5)
    // From the last try on, a screen is told that nothing but new codes helps.
    expect(guesses.filter(({ errors }) => errors?.['codes'] !== undefined)).toHaveLength(4)
    expect((await refusalOf(browser.call('POST /api/verify-account', { body: codes }))).message).toContain('too often')
    expect((await refusalOf(browser.call('POST /api/verify-account', { body: codes }))).code).toBe('too many')
    await forgetLimits(house)
    await browser.call('POST /api/retry-verification', { body: {} })
    const fresh = await newestCodes(house, typed('guesser'))
    expect((await browser.call('POST /api/verify-account', { body: fresh })).user.verified).toBe(true)
  })

  test('that signs in unverified is remembered by a cookie alone, which goes when the codes are proved', async () => {
    const { codes } = await registered('later')
    const browser = new Browser(house)
    expect(await browser.signIn('later@plumb.test')).toEqual({ message: 'unverified' })
    expect([...browser.cookies.keys()]).toEqual(['XSRF-TOKEN', 'plumb_registration'])
    expect(browser.set.at(-1)).toMatchObject({ httpOnly: true })
    const { access_token } = await browser.call('POST /api/verify-account', { body: codes })
    expect([...browser.cookies.keys()]).toEqual(['XSRF-TOKEN', 'plumb_session', 'plumb_device'])
    browser.bearer = access_token
    expect((await browser.call('GET /api/user')).user.verified).toBe(true)
  })

  test('signs in and out; what it held is worth nothing afterwards', async () => {
    const { user } = await join(house, 'comes-and-goes')
    const browser = new Browser(house)
    expect(await browser.signIn(user.email)).toMatchObject({ message: 'ok', user: { name: 'comes-and-goes' } })
    const kept = new Map(browser.cookies)
    expect((await refusalOf(browser.call('POST /api/logout', { xsrf: null }))).code).toBe('not allowed')
    await browser.call('POST /api/logout')
    expect([...browser.cookies.keys()]).toEqual(['XSRF-TOKEN', 'plumb_device'])
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect((await refusalOf(browser.call('GET /api/user'))).code).toBe('not signed in')
  })

  test('replaces a forgotten password by the link, whose new one must be good', async () => {
    const { user } = await join(house, 'forgetful')
    const browser = new Browser(house)
    const known = await browser.call('POST /api/forgot-password', { body: { email: user.email } })
    const unknown = await browser.call('POST /api/forgot-password', { body: { email: 'nobody@plumb.test' } })
    expect(known).toEqual(unknown)
    await answerResets(house)
    const token = /token=(\S+)/.exec(await sentTo(user.email))?.[1] ?? ''
    const reset = (password: string, of = token) =>
      browser.call('POST /api/reset-password', { body: { token: of, password, password_confirmation: password } })
    for (const weak of ['password123', 'forgetful-2026', 'qwertyuiop12']) {
      expect((await refusalOf(reset(weak))).errors, weak).toHaveProperty('password')
    }
    expect((await refusalOf(reset('another line hangs straight', `${token}x`))).errors).toBeUndefined()
    const works = async (of: string) =>
      (await browser.call('POST /api/check-link', { body: { kind: 'reset', token: of } }))['valid']
    expect([await works(token), await works(`${token}x`), await works('')]).toEqual([true, false, false])
    await reset('another line hangs straight')
    expect(await works(token)).toBe(false)
    expect(await browser.signIn(user.email, 'another line hangs straight')).toMatchObject({ message: 'ok' })
  })

  test('sends a picture and is shown it', async () => {
    const { user } = await join(house, 'pictured')
    const browser = new Browser(house)
    await browser.signIn(user.email)
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const wrong = [undefined, { field: 'file', bytes }, { field: 'image', bytes: Buffer.from('<svg/>') }]
    for (const upload of wrong) {
      const sent = upload === undefined ? {} : { upload }
      expect((await refusalOf(browser.call('POST /api/profile-update', sent))).errors).toHaveProperty('image')
    }
    const reply = await browser.call('POST /api/profile-update', { upload: { field: 'image', bytes } })
    const shown: unknown = await browser.call('GET /api/picture/:id', {
      id: reply.user.profile.split('/').at(-1) ?? '',
    })
    expect((await sharp(shown as Buffer).metadata()).format).toBe('webp')
  })

  test('sets up the first owner, who then gives roles and decides on identity checks', async () => {
    const owner = new Browser(house)
    const link = await house.write((tx) => makeSetupLink(tx, house.clock, 'https://plumb.test'))
    const token = new URL(link ?? '').searchParams.get('token')
    const form = {
      token,
      name: 'the-owner',
      email: 'the-owner@plumb.test',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    }
    expect((await refusalOf(owner.call('POST /api/setup-owner', { body: { ...form, token: 'no' } }))).code).toBe(
      'bad input',
    )
    const works = async (of: string | null) =>
      (await owner.call('POST /api/check-link', { body: { kind: 'setup', token: of } }))['valid']
    expect([await works(token), await works('no')]).toEqual([true, false])
    await owner.call('POST /api/setup-owner', { body: form })
    expect(await works(token)).toBe(false)
    expect((await refusalOf(owner.call('POST /api/setup-owner', { body: form }))).code).toBe('bad input')
    await owner.signIn('the-owner@plumb.test')

    const { user } = await join(house, 'colleague')
    const colleague = new Browser(house)
    await colleague.signIn(user.email)
    expect((await refusalOf(colleague.call('GET /api/admin-kyc'))).code).toBe('not allowed')
    await owner.call('POST /api/invite-administrator', {
      body: { email: user.email, roles: ['reviewer'], reason: 'A colleague' },
    })
    const invitation = (await messagesTo(house, user.email)).at(-1)?.content ?? ''
    const body = { token: /token=([\w-]+)/.exec(invitation)?.[1] }
    colleague.bearer = (await colleague.call('POST /api/accept-roles', { body })).access_token

    const { user: asking, investor: person } = await join(house, 'asking')
    const investor = new Browser(house)
    await investor.signIn(asking.email)
    await prepareCheckOf(house, person)
    await investor.call('POST /api/kyc', { body: {} })
    expect(await investor.call('GET /api/kyc')).toMatchObject({ state: 'submitted', needed_for: 'invest' })
    expect(await colleague.call('GET /api/admin-kyc')).toMatchObject({ checks: [{ user: { name: 'asking' } }] })
    await colleague.call('POST /api/decline-kyc/:id', { id: asking.id, body: { reason: 'The name differs.' } })
    expect(await investor.call('GET /api/kyc')).toMatchObject({ state: 'rejected', reason: 'The name differs.' })
    await prepareCheckOf(house, person)
    await investor.call('POST /api/kyc', { body: {} })
    await colleague.call('POST /api/approve-kyc/:id', { id: asking.id, body: {} })
    expect((await userNow(house, asking.id)).kyc).toBe('approved')
  })

  test('of an administrator helps a user who is locked out, and never sees the link', async () => {
    const reviewer = await joinWithRoles(house, 'helps', ['reviewer'])
    const { user } = await join(house, 'locked-out')
    const browser = new Browser(house)
    await browser.signIn('helps@plumb.test')
    expect(reviewer.roles).toEqual(['reviewer'])
    const replies = [
      await browser.call('POST /api/send-reset-link/:id', { id: user.id }),
      await browser.call('POST /api/sign-out-everywhere/:id', { id: user.id }),
      await browser.call('POST /api/require-reset/:id', { id: user.id }),
    ]
    for (const reply of replies) expect(Object.keys(reply)).toEqual(['message'])
    expect(JSON.stringify(replies)).not.toContain('token')
    expect((await userNow(house, user.id)).reset_required).toBe(true)
  })

  /** Hashes that run before the first of them counts: as many as turns run at a time, on any machine. */
  const A_FEW = 4
  const outcomesOf = async (calls: Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(calls)
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  test('that registers a hundred times at once is hashed for a few times', async () => {
    const { counted, house: counting } = countingHashes(house)
    const phone = '+12025550188'
    const calls = Array.from({ length: 100 }, (_, n) =>
      new Browser(counting).call('POST /api/register', { body: typed(`at-once-${n}`, { phone }) }),
    )
    expect(await outcomesOf(calls)).toBe(1)
    expect(counted.hashes).toBeLessThanOrEqual(A_FEW)
  })

  test('that uses a link a hundred times at once is hashed for a few times', async () => {
    const { user } = await join(house, 'resets-at-once')
    await new Browser(house).call('POST /api/forgot-password', { body: { email: user.email } })
    await answerResets(house)
    const [, token] = /reset-password\?token=(\S+)/.exec(await sentTo(user.email)) ?? []
    const { counted, house: counting } = countingHashes(house)
    const password = 'another line hangs straight'
    const body = { token, password, password_confirmation: password }
    const calls = Array.from({ length: 100 }, () => new Browser(counting).call('POST /api/reset-password', { body }))
    expect(await outcomesOf(calls)).toBe(1)
    expect(counted.hashes).toBeLessThanOrEqual(A_FEW)
  })

  test.each([
    ['POST /api/login', { email: 'somebody@plumb.test', password: PASSWORD }],
    ['POST /api/register', typed('turned-away')],
    ['POST /api/reset-password', { token: newSecret(), password: PASSWORD, password_confirmation: PASSWORD }],
    ['POST /api/setup-owner', { ...typed('turned-away'), token: newSecret() }],
  ] as const)('asks nothing of the database for %s before its turn', async (key, body) => {
    const nowhere = { connectionString: 'postgres://127.0.0.1:1/nowhere' }
    const { db } = openDatabase(nowhere, { log: () => {}, patience: { read: 0, transaction: 0 } })
    const queue = openHashQueue({ atOnce: 1, most: 0, standingOf: () => 1 })
    const runs = Promise.withResolvers<void>()
    const first = queue('192.0.2.9', () => runs.promise)
    const passwords: Passwords = { inTurn: (address) => queue(address, () => Promise.reject(new Error('had a turn'))) }
    const never = () => Promise.reject(new Error('asked the database'))
    const browser = new Browser({ ...house, db, passwords, read: never, write: never })
    const { code, message } = await refusalOf(browser.call(key, { body }))
    expect([code, message]).toEqual(['too many', 'We are very busy at the moment. Try again in 10 seconds.'])
    runs.resolve()
    await first
    await db.destroy()
  })
})
