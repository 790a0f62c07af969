/** Second factors over HTTP: adding, signing in, confirming, losing them; and what a thief tries. */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import { addApp, addPasskey, codeOf, signInByPasskey, stepUpByPasskey } from './support/factors.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Answer, Visitor } from './support/visitor.ts'
import { THOROUGH } from './support/thorough.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://localhost'
const RECOVERY_CODE = 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA'
const WITHDRAWAL = { source: 'investment', amount: '20', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
const CANARIES = ['canary-password-91', 'canary passkey name']

let house: TestApp
let database: pg.Client
let people = 0

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' }, connections: TO_RACE })
  database = new pg.Client({ connectionString: house.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await house.close()
})
// each test has limits and steps of time of its own
beforeEach(async () => {
  await database.query('DELETE FROM rate_limit')
  await house.clock.move(2 * MINUTE)
})

async function somebody(password = PASSWORD): Promise<Visitor> {
  const visitor = house.visitor()
  await visitor.join(`person${(people += 1)}`, { password })
  return visitor
}

/** The same person in another browser. */
async function elsewhere(who: Visitor, password = PASSWORD): Promise<{ visitor: Visitor; answer: Answer }> {
  const visitor = house.visitor()
  return { visitor, answer: await visitor.signIn(who.email, password) }
}

const statusOf = async (asked: Promise<Answer>) => (await asked).status
const now = () => house.clock.now()
const device = (options?: { counts: boolean }) => new SoftAuthenticator(ORIGIN, options)
const acts = async (who: Visitor) =>
  (
    await database.query<{ action: string }>('SELECT action FROM audit_entry WHERE subject_id = $1 ORDER BY id', [
      who.id,
    ])
  ).rows.map(({ action }) => action)

describe('adding a factor', () => {
  test('the first takes the password, whatever session asks; each is told by mail, and ends all other sessions', async () => {
    const amy = await somebody()
    const { visitor: other } = await elsewhere(amy)
    for (const call of ['/api/begin-passkey', '/api/begin-authenticator']) {
      const [none, wrong] = [await amy.post(call, {}), await amy.post(call, { password: 'not the password' })]
      expect([none.status, wrong.status]).toEqual([422, 422])
      expect(wrong.body.errors.password).toEqual(['This password is incorrect.'])
    }
    const phone = device()
    const factor = await addPasskey(amy, phone, { name: 'Blue phone', password: PASSWORD })
    expect(factor).toMatchObject({ kind: 'passkey', name: 'Blue phone', last_used_at: null, synced: false })
    expect(await statusOf(other.get('/api/balance'))).toBe(401)
    expect(await statusOf(amy.get('/api/balance'))).toBe(200)
    await amy.newestMessage('.eml', amy.email, /passkey Blue phone was added/)
    expect(await acts(amy)).toContain('add factor')
    // having proved it a moment ago, they go on without another proof
    const { factor: app } = await addApp(amy, now(), { name: 'Old phone' })
    expect((await amy.get('/api/factors')).body).toMatchObject({
      factors: [factor, app],
      recovery_codes: 0,
      required: false,
    })
  })

  test('a later one takes a fresh proof, and the password is none', async () => {
    const amy = await somebody()
    await addApp(amy, now(), { password: PASSWORD })
    await house.clock.move(5 * MINUTE)
    const { status, body } = await amy.post('/api/begin-passkey', { password: PASSWORD })
    expect([status, body.step_up]).toEqual([403, ['authenticator']])
  })

  test('wrong passwords count as those of a sign-in do', async () => {
    const amy = await somebody()
    const wrong = () => statusOf(amy.post('/api/begin-passkey', { password: 'not the password' }))
    const answers: number[] = []
    for (let n = 0; n < 11; n += 1) answers.push(await wrong())
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  test('a passkey is taken for this site alone, by a person that the device has verified, and for this challenge', async () => {
    const [amy, eve] = [await somebody(), await somebody()]
    const begin = async (who: Visitor) => (await who.must('/api/begin-passkey', { password: PASSWORD })).options
    const add = (who: Visitor, passkey: unknown) => who.post('/api/add-passkey', { name: 'Key', passkey })
    for (const lie of [
      { origin: 'http://localhost:3000' },
      { origin: 'https://localhost' },
      { origin: 'https://plumb.test' },
      { rpId: 'plumb.test' },
      { verified: false },
      { type: 'webauthn.get' },
    ]) {
      const { status, body } = await add(amy, device().create(await begin(amy), lie))
      expect([status, body.errors?.passkey], JSON.stringify(lie)).toEqual([422, [expect.any(String)]])
    }
    // somebody else's challenge, an old one, none, and one that was answered
    const [evesOptions, old] = [await begin(eve), await begin(amy)]
    await begin(amy)
    for (const options of [evesOptions, old]) expect(await statusOf(add(amy, device().create(options)))).toBe(422)
    const late = await begin(amy)
    await house.clock.move(5 * MINUTE)
    expect(await statusOf(add(amy, device().create(late)))).toBe(422)
    const passkey = device().create(await begin(amy))
    expect(await statusOf(add(amy, passkey))).toBe(200)
    expect(await statusOf(add(amy, passkey))).toBe(422)
    expect((await amy.get('/api/factors')).body.factors).toHaveLength(1)
  })

  test('rubbish is 422 and never 500, in every field of a passkey and of a code', async () => {
    const amy = await somebody()
    const { options } = await amy.must('/api/begin-passkey', { password: PASSWORD })
    const good = device().create(options)
    for (const response of [
      { ...good.response, attestationObject: '' },
      { ...good.response, attestationObject: 'AAAA' },
      { ...good.response, attestationObject: 'gICA' },
      { ...good.response, clientDataJSON: '' },
      { ...good.response, clientDataJSON: 'bm90IGpzb24' },
      { ...good.response, clientDataJSON: Buffer.from('null').toString('base64url') },
      { ...good.response, more: 1 },
    ]) {
      expect(await statusOf(amy.post('/api/add-passkey', { name: 'Key', passkey: { ...good, response } }))).toBe(422)
    }
    expect(await statusOf(amy.post('/api/add-passkey', { name: ' ', passkey: good }))).toBe(422)
    await amy.must('/api/begin-authenticator', { password: PASSWORD })
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '000000\u0000']) {
      expect(await statusOf(amy.post('/api/add-authenticator', { name: 'App', code })), code).toBe(422)
      expect(await statusOf(amy.post('/api/step-up', { code })), code).toBe(422)
    }
    expect(await statusOf(amy.post('/api/step-up', {}))).toBe(422)
    expect(
      await statusOf(amy.post('/api/step-up', { code: '123456', recovery_code: 'abcde-fghjk-mnpqr-stvwx-yz012' })),
    ).toBe(422)
  })

  test('ten are the most, and a name with markup is a name', async () => {
    const amy = await somebody()
    const name = '<img src=x onerror=alert(1)>'
    const first = await addApp(amy, now(), { name, password: PASSWORD })
    expect(first.factor.name).toBe(name)
    for (let n = 1; n < 10; n += 1) await addPasskey(amy, device(), { name: `Key ${n}` })
    expect(await statusOf(amy.post('/api/begin-passkey', {}))).toBe(409)
    expect(await statusOf(amy.post('/api/begin-authenticator', {}))).toBe(409)
  })

  test('somebody else’s factor is not there', async () => {
    const [amy, eve] = [await somebody(), await somebody()]
    const { factor } = await addApp(amy, now(), { password: PASSWORD })
    await addApp(eve, now(), { password: PASSWORD })
    expect(await statusOf(eve.post(`/api/rename-factor/${factor.id}`, { name: 'Mine' }))).toBe(404)
    expect(await statusOf(eve.post(`/api/remove-factor/${factor.id}`))).toBe(404)
    await amy.must(`/api/rename-factor/${factor.id}`, { name: 'Work phone' })
    expect((await amy.get('/api/factors')).body.factors).toMatchObject([{ name: 'Work phone' }])
  })

  test('with the last one go the recovery codes, and the password alone signs in again', async () => {
    const amy = await somebody()
    const { factor } = await addApp(amy, now(), { password: PASSWORD })
    await amy.must('/api/make-recovery-codes')
    await amy.must(`/api/remove-factor/${factor.id}`)
    await amy.newestMessage('.eml', amy.email, /authenticator app Phone was removed/)
    expect((await elsewhere(amy)).answer.body.message).toBe('ok')
    expect((await amy.get('/api/factors')).body).toMatchObject({ factors: [], recovery_codes: 0 })
    expect(await statusOf(amy.post('/api/make-recovery-codes'))).toBe(409)
  })
})

describe('signing in', () => {
  test('a password alone opens nothing where there is a second factor; each kind completes it', async () => {
    const amy = await somebody()
    const phone = device()
    await addPasskey(amy, phone, { password: PASSWORD })
    const { secret } = await addApp(amy, now())
    const { codes } = await amy.must('/api/make-recovery-codes')
    await house.clock.move(MINUTE)
    const complete = async (proof: (visitor: Visitor) => unknown) => {
      const { visitor, answer } = await elsewhere(amy)
      expect(answer.body).toEqual({ message: 'factor', factors: ['passkey', 'authenticator', 'recovery code'] })
      expect(await statusOf(visitor.get('/api/balance'))).toBe(401)
      const completed = await visitor.post('/api/login-factor', await proof(visitor))
      expect([completed.status, completed.body.message]).toEqual([200, 'ok'])
      visitor.keepSession(completed)
      expect(visitor.cookies.has('plumb_attempt')).toBe(false)
      // it counts as a fresh proof
      expect(
        await statusOf(visitor.post('/api/rename-factor/00000000-0000-7000-8000-000000000000', { name: 'x' })),
      ).toBe(404)
      return visitor
    }
    await complete(() => ({ code: codeOf(secret, now()) }))
    await complete(() => ({ recovery_code: codes[0].toUpperCase().replaceAll('-', ' ') }))
    await complete(async (visitor) => {
      const { options } = await visitor.must('/api/begin-passkey-login')
      return { passkey: phone.get(options) }
    })
    await amy.newestMessage(
      '.eml',
      amy.email,
      /recovery code of your Plumb account was used and no longer works\. You have 9\s+codes\s+left/,
    )
  })

  test('an attempt is good for five minutes, once, and not after a new password', async () => {
    const amy = await somebody()
    const { secret } = await addApp(amy, now(), { password: PASSWORD })
    await house.clock.move(MINUTE)
    const late = (await elsewhere(amy)).visitor
    await house.clock.move(5 * MINUTE)
    expect(await statusOf(late.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(401)
    const { visitor } = await elsewhere(amy)
    const attempt = visitor.cookies.get('plumb_attempt') ?? ''
    expect(await statusOf(visitor.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(200)
    await house.clock.move(MINUTE)
    visitor.cookies.set('plumb_attempt', attempt)
    expect(await statusOf(visitor.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(401)
    expect(await statusOf(house.visitor().post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(401)
    const before = (await elsewhere(amy)).visitor
    await house.clock.move(SECOND)
    await database.query('UPDATE app_user SET password_set_at = $2 WHERE id = $1', [amy.id, now()])
    expect(await statusOf(before.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(401)
  })

  test('of two accounts in two windows of one browser neither is completed in the window of the other', async () => {
    const [amy, eve] = [await somebody(), await somebody()]
    const { secret } = await addApp(amy, now(), { password: PASSWORD })
    const { secret: hers } = await addApp(eve, now(), { password: PASSWORD })
    await house.clock.move(MINUTE)
    const { visitor } = await elsewhere(amy)
    expect((await visitor.signIn(eve.email, PASSWORD)).body.message).toBe('factor')
    // in the window in which the first address was typed
    for (const proof of [{ code: codeOf(secret, now()) }, { code: codeOf(hers, now()) }]) {
      const { status, body } = await visitor.post('/api/login-factor', { ...proof, email: amy.email })
      expect([status, body.message]).toEqual([401, expect.stringMatching(/^Another sign-in was begun in this browser/)])
    }
    expect(await statusOf(visitor.post('/api/ask-factor-help', { note: '', email: amy.email }))).toBe(401)
    // and in the other, where it was no wrong try
    const typed = ` ${eve.email.toUpperCase()} `
    const completed = await visitor.post('/api/login-factor', { code: codeOf(hers, now()), email: typed })
    expect([completed.status, completed.body.user?.id]).toEqual([200, eve.id])
  })

  test('a new password by a reset link does not pass it by', async () => {
    const amy = await somebody()
    const { secret } = await addApp(amy, now(), { password: PASSWORD })
    await amy.must('/api/forgot-password', { email: amy.email })
    const mail = await amy.newestMessage('.eml', amy.email, /reset-password\?token=/)
    const [, token] = /token=([\w-]+)/.exec(mail) ?? []
    const password = 'another line hangs straight'
    const reset = await house
      .visitor()
      .post('/api/reset-password', { token, password, password_confirmation: password })
    expect([reset.status, reset.body.access_token]).toEqual([200, undefined])
    const { visitor, answer } = await elsewhere(amy, password)
    expect([answer.body.message, answer.body.access_token]).toEqual(['factor', undefined])
    await house.clock.move(MINUTE)
    expect(await statusOf(visitor.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(200)
  })

  test('what the answer is before the password was right says nothing of factors', async () => {
    const amy = await somebody()
    await addApp(amy, now(), { password: PASSWORD })
    const wrong = (await elsewhere(amy, 'not the password')).answer
    const nobody = await house.visitor().signIn('nobody@mail.plumb.test', 'not the password')
    expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body])
    expect(wrong.headers.getSetCookie()).toEqual([])
    const [one, other] = [house.visitor(), house.visitor()]
    const [a, b] = [await one.must('/api/begin-passkey-login'), await other.must('/api/begin-passkey-login')]
    expect({ ...a.options, challenge: '' }).toEqual({ ...b.options, challenge: '' })
    expect(a.options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  })

  test('a passkey signs in without a password, and everything that is wrong with one is refused in the same words', async () => {
    const [amy, eve] = [await somebody(), await somebody()]
    const [phone, evesPhone] = [device(), device()]
    await addPasskey(amy, phone, { password: PASSWORD })
    await addPasskey(eve, evesPhone, { password: PASSWORD })
    const signedIn = await signInByPasskey(house.visitor(), phone)
    expect([signedIn.status, signedIn.body.user?.email]).toEqual([200, amy.email])

    const visitor = house.visitor()
    const begin = async () => (await visitor.must('/api/begin-passkey-login')).options
    const post = (passkey: unknown) => visitor.post('/api/passkey-login', { passkey })
    const refused: Answer[] = []
    for (const lie of [
      { origin: 'https://plumb.test' },
      { origin: 'http://localhost:3000' },
      { rpId: 'plumb.test' },
      { verified: false },
      { type: 'webauthn.create' },
      { userHandle: evesPhone.keys[0]?.userHandle ?? '' },
      { counter: 1 },
    ]) {
      refused.push(await post(phone.get(await begin(), lie)))
    }
    const strangers = device()
    strangers.create({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' } })
    refused.push(await post(strangers.get(await begin())))
    const { userHandle: _, ...unsaid } = phone.get(await begin()).response
    refused.push(await post({ ...phone.get(await begin()), response: unsaid }))
    // another browser's challenge, and a signature that was taken before
    const others = (await house.visitor().must('/api/begin-passkey-login')).options
    await begin()
    refused.push(await post(phone.get(others)))
    const answer = phone.get(await begin())
    const cookie = visitor.cookies.get('plumb_passkey') ?? ''
    expect((await post(answer)).status).toBe(200)
    visitor.cookies.set('plumb_passkey', cookie)
    refused.push(await post(answer))
    expect(refused).toHaveLength(11)
    for (const { status, body } of refused) expect([status, body]).toEqual([401, refused[0]?.body])
  })

  test('a passkey that is synced does not count, and is taken again and again', async () => {
    const amy = await somebody()
    const phone = device({ counts: false })
    expect((await addPasskey(amy, phone, { password: PASSWORD })).synced).toBe(true)
    for (let n = 0; n < 3; n += 1) expect(await statusOf(signInByPasskey(house.visitor(), phone))).toBe(200)
  })

  test('somebody else’s passkey completes no sign-in', async () => {
    const [amy, eve] = [await somebody(), await somebody()]
    await addPasskey(amy, device(), { password: PASSWORD })
    const evesPhone = device()
    await addPasskey(eve, evesPhone, { password: PASSWORD })
    const { visitor } = await elsewhere(amy)
    const { options } = await visitor.must('/api/begin-passkey-login')
    expect(await statusOf(visitor.post('/api/login-factor', { passkey: evesPhone.get(options) }))).toBe(422)
  })

  test('whoever is blocked signs in by no factor', async () => {
    const amy = await somebody()
    const phone = device()
    await addPasskey(amy, phone, { password: PASSWORD })
    const { visitor } = await elsewhere(amy)
    const owner = await house.owner()
    await owner.must(`/api/block-user/${amy.id}`, { reason: 'Somebody else has it' })
    expect(await statusOf(signInByPasskey(house.visitor(), phone))).toBe(403)
    const { options } = await visitor.must('/api/begin-passkey-login')
    expect(await statusOf(visitor.post('/api/login-factor', { passkey: phone.get(options) }))).toBe(403)
  })
})

describe('guessing and replaying', () => {
  test('one code works once, also where it comes twenty times at once', async () => {
    const amy = await somebody()
    const { secret } = await addApp(amy, now(), { password: PASSWORD })
    // the code that added it is used up
    expect(await statusOf(amy.post('/api/step-up', { code: codeOf(secret, now()) }))).toBe(422)
    await house.clock.move(MINUTE)
    const code = codeOf(secret, now())
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(amy.post('/api/step-up', { code }))))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.filter((status) => ![200, 422, 429].includes(status))).toEqual([])
  })

  test('one recovery code works once, a hundred times at once, in as many sign-ins', async () => {
    const amy = await somebody()
    await addApp(amy, now(), { password: PASSWORD })
    const { codes } = await amy.must('/api/make-recovery-codes')
    expect(new Set(codes).size).toBe(10)
    const browsers: Visitor[] = []
    for (let n = 0; n < 5; n += 1) browsers.push((await elsewhere(amy)).visitor)
    const body = { recovery_code: codes[0] }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => statusOf((browsers[n % 5] as Visitor).post('/api/login-factor', body))),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.filter((status) => ![200, 401, 422, 429].includes(status))).toEqual([])
    expect((await amy.get('/api/factors')).body.recovery_codes).toBe(9)
    // new ones take the place of the old
    await amy.must('/api/make-recovery-codes')
    await database.query('DELETE FROM rate_limit')
    const { visitor } = await elsewhere(amy)
    expect(await statusOf(visitor.post('/api/login-factor', { recovery_code: codes[1] }))).toBe(422)
  })

  test('five wrong codes in a quarter of an hour are all there are, right ones count nothing, and the owner is told', async () => {
    const amy = await somebody()
    const { secret } = await addApp(amy, now(), { password: PASSWORD })
    for (let n = 0; n < 7; n += 1) {
      await house.clock.move(MINUTE)
      await amy.must('/api/step-up', { code: codeOf(secret, now()) })
    }
    const { visitor } = await elsewhere(amy)
    const wrong = () => statusOf(visitor.post('/api/login-factor', { code: '000000' }))
    const answers: number[] = []
    for (let n = 0; n < 7; n += 1) answers.push(await wrong())
    expect(answers).toEqual([422, 422, 422, 422, 422, 429, 429])
    await house.clock.move(MINUTE)
    expect(await statusOf(visitor.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(429)
    await amy.newestMessage('.eml', amy.email, /Somebody may know your Plumb password|wrong codes were entered/)
    // whoever is signed in has a count of their own
    await amy.must('/api/step-up', { code: codeOf(secret, now()) })
  })
})

describe('a wrong code', () => {
  test('stands in Activity and in the audit log: after a right password as somebody’s, in a session as one’s own', async () => {
    const amy = await somebody()
    const { secret } = await addApp(amy, now(), { password: PASSWORD })
    const { visitor } = await elsewhere(amy)
    expect(await statusOf(visitor.post('/api/login-factor', { code: '000000' }))).toBe(422)
    expect(await statusOf(visitor.post('/api/login-factor', { recovery_code: RECOVERY_CODE }))).toBe(422)
    expect(await statusOf(amy.post('/api/step-up', { code: '000000' }))).toBe(422)
    const told = (await amy.get('/api/activity')).body.items as Record<string, unknown>[]
    expect(told.slice(0, 3)).toMatchObject([
      { action: 'wrong code', by: 'you', times: null },
      { action: 'wrong code after password', by: 'somebody', network: expect.stringMatching(/^198\.1[89]\./) },
      { action: 'wrong code after password', by: 'somebody', network: expect.stringMatching(/^198\.1[89]\./) },
    ])
    const lines = await database.query<{ actor_id: string | null; job: string | null; what: string }>(
      `SELECT actor_id, job, after->>'what' AS what FROM audit_entry
       WHERE subject_id = $1 AND action LIKE 'wrong code%' ORDER BY at, id`,
      [amy.id],
    )
    expect(lines.rows).toEqual([
      { actor_id: null, job: 'wrong codes', what: 'authenticator' },
      { actor_id: null, job: 'wrong codes', what: 'recovery code' },
      { actor_id: amy.id, job: null, what: 'authenticator' },
    ])
    // a right one, and what can be no code, leave none
    await house.clock.move(MINUTE)
    await amy.must('/api/step-up', { code: codeOf(secret, now()) })
    expect(await statusOf(amy.post('/api/step-up', { code: '12' }))).toBe(422)
    expect((await acts(amy)).filter((action) => action.startsWith('wrong code'))).toHaveLength(3)
  })

  test('leaves a line three times an hour, and then only the tenth: a flood fills no log', async () => {
    const amy = await somebody()
    await addApp(amy, now(), { password: PASSWORD })
    for (let n = 0; n < 4; n += 1) {
      const { visitor } = await elsewhere(amy)
      // all at once
      await Promise.all(Array.from({ length: 5 }, () => visitor.post('/api/login-factor', { code: '000000' })))
    }
    const told = (await amy.get('/api/activity')).body.items as { action: string; times: number | null }[]
    const wrong = told.filter(({ action }) => action === 'wrong code after password')
    expect(wrong.map(({ times }) => times)).toEqual([10, null, null, null])
  })
})

describe('guessing from everywhere', () => {
  test('ends after ten wrong codes an hour from where nobody has signed in before, and the owner’s own device stays open', async () => {
    const amy = await somebody()
    const { secret } = await addApp(amy, now(), { password: PASSWORD })
    const strangers: Visitor[] = []
    for (let n = 0; n < 3; n += 1) strangers.push((await elsewhere(amy)).visitor)
    const answers: number[] = []
    for (const stranger of strangers) {
      for (let n = 0; n < 5; n += 1)
        answers.push(await statusOf(stranger.post('/api/login-factor', { code: '000000' })))
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), ...Array.from({ length: 5 }, () => 429)])
    await house.clock.move(MINUTE)
    const late = await elsewhere(amy)
    expect(await statusOf(late.visitor.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(429)
    const home = amy.at(amy.url)
    await home.signIn(amy.email, PASSWORD)
    expect(await statusOf(home.post('/api/login-factor', { code: codeOf(secret, now()) }))).toBe(200)
  })
})

describe('sent again under its key', () => {
  test('what adds a factor is answered as it was, and done once; what answers a secret is done again', async () => {
    const amy = await somebody()
    const key = { 'idempotency-key': 'the-same-request' }
    const { secret } = await amy.must('/api/begin-authenticator', { password: PASSWORD })
    const body = { name: 'Phone', code: codeOf(secret, now()) }
    const [first, again] = [
      await amy.post('/api/add-authenticator', body, key),
      await amy.post('/api/add-authenticator', body, key),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-key')).toBe('the-same-request')
    expect(await statusOf(amy.post('/api/add-authenticator', { ...body, name: 'Other' }, key))).toBe(422)
    const phone = device()
    const passkey = phone.create((await amy.must('/api/begin-passkey', {})).options)
    const added = () => amy.post('/api/add-passkey', { name: 'Key', passkey }, key)
    expect((await added()).body).toEqual((await added()).body)
    expect((await amy.get('/api/factors')).body.factors).toHaveLength(2)
    const codes = () => amy.post('/api/make-recovery-codes', undefined, key)
    expect((await codes()).body.codes).not.toEqual((await codes()).body.codes)
  })
})

describe('a fresh proof', () => {
  test('is asked of whoever has a factor before money goes out, for this session and five minutes', async () => {
    const amy = await somebody()
    const phone = device()
    expect((await amy.post('/api/withdraw', WITHDRAWAL)).body.step_up).toBeUndefined()
    await addPasskey(amy, phone, { password: PASSWORD })
    const another = house.visitor()
    await signInByPasskey(another, phone)
    await house.clock.move(5 * MINUTE)
    const key = { 'idempotency-key': 'the-same-request' }
    const asked = await amy.post('/api/withdraw', WITHDRAWAL, key)
    expect([asked.status, asked.body.step_up]).toEqual([403, ['passkey']])
    const { step_up, options } = await amy.must('/api/begin-step-up')
    expect([step_up, options.allowCredentials]).toEqual([
      ['passkey'],
      [{ id: phone.keys[0]?.id, type: 'public-key', transports: ['internal'] }],
    ])
    // another session's challenge is none of this one's
    const theirs = (await another.must('/api/begin-step-up')).options
    expect(await statusOf(amy.post('/api/step-up', { passkey: phone.get(theirs) }))).toBe(422)
    const signed = phone.get(options)
    const until = (await amy.must('/api/step-up', { passkey: signed })).stepped_up_until
    expect(until).toBe(new Date(now().getTime() + 5 * MINUTE).toISOString())
    expect((await amy.get('/api/factors')).body.stepped_up_until).toBe(until)
    expect(await statusOf(amy.post('/api/step-up', { passkey: signed }))).toBe(422)
    // the same request, under the same key: withdrawals are paused since a factor was added
    expect(await statusOf(amy.post('/api/withdraw', WITHDRAWAL, key))).toBe(409)
    expect((await another.post('/api/withdraw', WITHDRAWAL)).body.step_up).toEqual(['passkey'])
    await house.clock.move(5 * MINUTE)
    expect((await amy.post('/api/withdraw', WITHDRAWAL)).body.step_up).toEqual(['passkey'])
  })

  test('holds, and is asked for, at every process of the house', async () => {
    const amy = await somebody()
    const phone = device()
    await addPasskey(amy, phone, { password: PASSWORD })
    await house.clock.move(5 * MINUTE)
    const second = await house.second()
    try {
      const there = () => amy.at(second.visitor().url)
      expect((await there().post('/api/withdraw', WITHDRAWAL)).body.step_up).toEqual(['passkey'])
      expect((await stepUpByPasskey(amy, phone)).status).toBe(200)
      expect(await statusOf(there().post('/api/withdraw', WITHDRAWAL))).toBe(409)
    } finally {
      await second.stop()
    }
  })

  test('gives the session another half: whoever had both halves before has nothing of it, and a minute later nothing', async () => {
    const amy = await somebody()
    const phone = device()
    await addPasskey(amy, phone, { password: PASSWORD })
    await house.clock.move(5 * MINUTE)
    // a page with other requests under way, or somebody who has copied both halves
    const before = amy.at(amy.url)
    expect((await stepUpByPasskey(amy, phone)).status).toBe(200)
    expect(amy.cookies.get('plumb_session')).not.toBe(before.cookies.get('plumb_session'))
    expect(await statusOf(before.get('/api/balance'))).toBe(200)
    expect((await before.post('/api/withdraw', WITHDRAWAL)).body.step_up).toEqual(['passkey'])
    expect(await statusOf(amy.post('/api/withdraw', WITHDRAWAL))).toBe(409)
    // nor is the old half the session's alone
    const half = amy.at(amy.url)
    half.cookies.delete('plumb_session')
    expect(await statusOf(half.get('/api/balance'))).toBe(401)
    await house.clock.move(MINUTE)
    expect(await statusOf(before.get('/api/balance'))).toBe(401)
    expect(await statusOf(amy.get('/api/balance'))).toBe(200)
  })

  test('by the first factor is not had by whoever has copied the session: they add none of their own', async () => {
    const owner = await somebody()
    const thief = owner.at(owner.url)
    await addPasskey(owner, device(), { password: PASSWORD })
    expect((await thief.post('/api/begin-passkey', {})).body.step_up).toEqual(['passkey'])
    expect((await thief.post('/api/make-recovery-codes', {})).body.step_up).toEqual(['passkey'])
    expect(await statusOf(owner.post('/api/make-recovery-codes', {}))).toBe(200)
    await house.clock.move(MINUTE)
    expect(await statusOf(thief.get('/api/balance'))).toBe(401)
    expect(await statusOf(owner.get('/api/balance'))).toBe(200)
  })

  test('is not had by a session of one half', async () => {
    const amy = await somebody()
    await addPasskey(amy, device(), { password: PASSWORD })
    const half = house.visitor()
    await half.post('/api/login', { email: amy.email, password: PASSWORD })
    const { codes } = await amy.must('/api/make-recovery-codes')
    half.keepSession(await half.post('/api/login-factor', { recovery_code: codes[0] }))
    expect(await statusOf(half.get('/api/balance'))).toBe(200)
    for (const call of ['/api/begin-step-up', '/api/withdraw', '/api/begin-passkey', '/api/make-recovery-codes']) {
      const { status, body } = await half.post(call, {})
      expect([status, body.step_up], call).toEqual([403, undefined])
    }
  })
})

describe('an administrator', () => {
  test('keeps one second factor at least', async () => {
    const owner = await house.owner()
    const { factor } = await addApp(owner, now(), { password: OWNER.password })
    await owner.must('/api/make-recovery-codes')
    // recovery codes are none
    expect(await statusOf(owner.post(`/api/remove-factor/${factor.id}`))).toBe(409)
    const key = await addPasskey(owner, device())
    expect(await statusOf(owner.post(`/api/remove-factor/${factor.id}`))).toBe(200)
    expect(await statusOf(owner.post(`/api/remove-factor/${key.id}`))).toBe(409)
  })

  test('who has lost all of them is helped on the machine, and every owner is told', THOROUGH, async () => {
    const owner = (email: string) =>
      spawnSync(process.execPath, ['scripts/owner.ts', 'reset-factors', email], {
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, DATABASE_URL: house.databaseUrl, DATA_DIR: dirname(house.outbox) },
      })
    const amy = await somebody()
    for (const [email, words] of [
      ['nobody@plumb.test', 'There is no user with the email address nobody@plumb.test.'],
      [amy.email, `${amy.email} is no owner.`],
    ] as const) {
      const { status, stderr } = owner(email)
      expect([status, stderr.toString()]).toEqual([1, expect.stringContaining(words)])
    }
    const { status, stdout, stderr } = owner(OWNER.email)
    expect([status, stderr.toString()]).toEqual([0, ''])
    expect(stdout.toString()).toContain('The second factors of first-owner are removed')
    const back = house.visitor()
    expect((await back.signIn(OWNER.email, OWNER.password)).body.message).toBe('ok')
    await back.newestMessage('.eml', OWNER.email, /Second factors: removed, for an owner who has lost them/)
    await back.newestMessage('.eml', OWNER.email, /All second factors and recovery codes/)
    expect(await acts(back)).toContain('reset factors')
    expect(owner(OWNER.email).stderr.toString()).toContain(`${OWNER.email} has no second factor.`)
  })
})

test('where the house requires it, an administrator without a factor does nothing but add one', async () => {
  const strict = await startTestApp({ env: { ADMIN_SECOND_FACTOR: 'required', KYC: 'off' } })
  try {
    const owner = await strict.owner()
    const required = { factor_required: true }
    for (const path of ['/api/admin-histories', '/api/admin/users', '/api/admin/audit', '/api/balance']) {
      const { status, body } = await owner.get(path)
      expect([status, body], path).toEqual([403, expect.objectContaining(required)])
    }
    expect((await owner.post('/api/create-wallet', {})).body).toMatchObject(required)
    expect((await owner.post('/api/withdraw', WITHDRAWAL)).body).toMatchObject(required)
    expect(await statusOf(owner.get('/api/user'))).toBe(200)
    expect((await owner.get('/api/factors')).body.required).toBe(true)
    const { secret } = await addApp(owner, strict.clock.now(), { password: OWNER.password })
    expect(await statusOf(owner.get('/api/admin-histories'))).toBe(200)
    await strict.clock.move(5 * MINUTE)
    expect((await owner.post('/api/create-wallet', {})).body.step_up).toEqual(['authenticator'])
    await owner.must('/api/step-up', { code: codeOf(secret, strict.clock.now()) })
    expect(await statusOf(owner.post('/api/create-wallet', {}))).toBe(422)
    // investors are free to have none
    const amy = strict.visitor()
    await amy.join('amy')
    expect(await statusOf(amy.post('/api/withdraw', WITHDRAWAL))).not.toBe(403)
  } finally {
    await strict.close()
  }
})

test('where the house requires it of everybody, an investor without a factor does nothing but add one, and keeps the last', async () => {
  const strict = await startTestApp({ env: { INVESTOR_SECOND_FACTOR: 'required', KYC: 'off' } })
  try {
    const amy = strict.visitor()
    await amy.join('amy')
    const needed = async (asked: Promise<Answer>) => {
      const { status, body } = await asked
      return [status, body.factor_required]
    }
    for (const path of [
      '/api/balance',
      '/api/histories',
      '/api/export',
      '/api/kyc',
      '/api/statement?from=2026-01-01&to=2026-12-31',
    ]) {
      expect(await needed(amy.get(path)), path).toEqual([403, true])
    }
    for (const path of ['/api/withdraw', '/api/save-investment', '/api/kyc', '/api/make-recovery-codes']) {
      expect(await needed(amy.post(path, {})), path).toEqual([403, true])
    }
    for (const path of ['/api/user', '/api/notifications', '/api/sessions', '/api/activity']) {
      expect(await statusOf(amy.get(path)), path).toBe(200)
    }
    expect((await amy.get('/api/factors')).body).toMatchObject({ factors: [], required: true })
    const { factor } = await addApp(amy, strict.clock.now(), { password: PASSWORD })
    expect(await statusOf(amy.get('/api/balance'))).toBe(200)
    const kept = await amy.post(`/api/remove-factor/${factor.id}`)
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining('Everybody here keeps one')])
    // their password alone opens nothing from now on
    const thief = strict.visitor()
    expect((await thief.signIn(amy.email, PASSWORD)).body.message).toBe('factor')
    // and an administrator is asked for it as well, whatever is said of them
    expect(await needed((await strict.owner()).get('/api/admin/users'))).toEqual([403, true])
  } finally {
    await strict.close()
  }
})

test('a copy of the database holds no password, no secret of an app, no recovery code and no way into a session', async () => {
  const [password, name] = CANARIES as [string, string]
  const amy = await somebody(password)
  const phone = device()
  await addPasskey(amy, phone, { name, password })
  const { secret } = await addApp(amy, now())
  const { codes } = await amy.must('/api/make-recovery-codes')
  const { visitor } = await elsewhere(amy, password)
  await visitor.must('/api/begin-passkey-login')
  await visitor.post('/api/login-factor', { recovery_code: codes[9] })
  await amy.post('/api/step-up', { code: '000000' }, { 'idempotency-key': 'kept' })
  const { rows: tables } = await database.query<{ name: string }>(
    "SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  let copy = ''
  for (const table of tables) {
    const all = await database.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${table.name} AS t`)
    copy += all.rows.map(({ row }) => row).join('\n')
  }
  // the copy is whole: what is no secret stands in it
  expect(copy).toContain(name)
  expect(copy).toContain(phone.keys[0]?.id)
  const cookies = ['plumb_attempt', 'plumb_passkey', 'plumb_session'].map((of) => visitor.cookies.get(of))
  const secrets = [password, secret, ...codes, ...codes.map((code: string) => code.replaceAll('-', '')), ...cookies]
  const known = secrets.filter((one): one is string => typeof one === 'string')
  expect(known.length).toBeGreaterThan(22)
  for (const one of known) expect(copy).not.toContain(one)
})
