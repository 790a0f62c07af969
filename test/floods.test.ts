/** @module-tag thorough */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import type { Answer, Visitor } from './support/visitor.ts'

const PASSWORD = 'correct horse battery'
const FROM = (address: string) => ({ 'x-forwarded-for': address })

let house: TestApp
beforeAll(async () => {
  house = await startTestApp({ connections: TO_RACE })
})
afterAll(() => house.close())

/** One network of its own for each number, whoever sends from it. */
let networks = 0
const elsewhere = () => FROM(`203.0.${Math.floor((networks += 1) / 256)}.${networks % 256}`)
const statuses = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const sentTo = async (receiver: string) => {
  const rows = await house.app.db.selectFrom('message').select('id').where('receiver', '=', receiver).execute()
  return rows.length
}
async function allDelivered(): Promise<void> {
  const waiting = () => house.app.db.selectFrom('message').select('id').where('delivered_at', 'is', null).execute()
  await expect.poll(waiting).toEqual([])
}
async function allReported(): Promise<void> {
  await expect.poll(() => house.app.db.selectFrom('guessing_report').select('id').execute()).toEqual([])
}
let names = 0
const form = (changed: Record<string, unknown> = {}) => {
  const name = `flood-${(names += 1)}`
  const typed = { name, email: `${name}@mail.plumb.test`, password: PASSWORD, password_confirmation: PASSWORD }
  return { ...typed, phone: `+1202${6_000_000 + names}`, country: 'US', terms: true, ...changed }
}
const register = (changed: Record<string, unknown>, from = elsewhere(), at: Visitor = house.visitor()) =>
  at.post('/api/register', form(changed), from)
const atOnce = (count: number, one: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)))

describe('texts and mails', () => {
  test('forty registrations at once for one phone, at two processes and from forty networks, text it once', async () => {
    const other = await house.second()
    try {
      const phone = '+12025550111'
      const answers = await atOnce(40, (n) =>
        register({ phone }, elsewhere(), n % 2 ? other.visitor() : house.visitor()),
      )
      expect(statuses(answers)).toEqual({ 200: 1, 429: 39 })
      expect(await sentTo(phone)).toBe(1)
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.headers.get('retry-after')).toBe('60')
      expect(refused?.body.message).toMatch(/phone number.*Try again in 60 seconds\.$/)
    } finally {
      await other.stop()
    }
  })

  test('one mailbox is one, however it is spelled, and gets one message a minute and five an hour', async () => {
    const spellings = ['box@mail.plumb.test', 'BOX@mail.plumb.test', 'box+one@mail.plumb.test', 'Box+2@Mail.Plumb.Test']
    expect(statuses(await atOnce(4, (n) => register({ email: spellings[n] })))).toEqual({ 200: 1, 429: 3 })
    const dotted = ['so.me.one@gmail.com', 'someone+x@googlemail.com', 's.omeone@gmail.com']
    expect(statuses(await atOnce(3, (n) => register({ email: dotted[n] })))).toEqual({ 200: 1, 429: 2 })
    for (let n = 2; n <= 5; n += 1) {
      await house.clock.move(MINUTE)
      expect((await register({ email: spellings[n % 4] })).status).toBe(200)
    }
    await house.clock.move(MINUTE)
    const sixth = await register({ email: 'box@mail.plumb.test' })
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, String(55 * 60)])
    await house.clock.move(55 * MINUTE)
    expect((await register({ email: 'box@mail.plumb.test' })).status).toBe(200)
  })

  test('twenty-nine calls for new codes at once send one, after a minute, and the registration stays', async () => {
    const reader = house.visitor()
    await reader.register('resends')
    const resend = () => reader.post('/api/retry-verification', undefined, elsewhere())
    expect(statuses(await atOnce(29, resend))).toEqual({ 429: 29 })
    await house.clock.move(MINUTE)
    expect(statuses(await atOnce(29, resend))).toEqual({ 200: 1, 429: 28 })
    expect([await sentTo(reader.email), await sentTo(reader.phone)]).toEqual([2, 2])
    for (let n = 3; n <= 5; n += 1) {
      await house.clock.move(MINUTE)
      expect((await resend()).status).toBe(200)
    }
    await house.clock.move(MINUTE)
    expect((await resend()).status).toBe(429)
    await allDelivered()
    await reader.proveCodes()
  })

  test('ten registrations a minute and sixty an hour from one network are ordinary, more wait', async () => {
    const from = elsewhere()
    for (let minute = 0; minute < 6; minute += 1) {
      expect(statuses(await atOnce(10, () => register({}, from)))).toEqual({ 200: 10 })
      const eleventh = await register({}, from)
      expect([eleventh.status, eleventh.body.message]).toEqual([429, expect.stringContaining('network')])
      await house.clock.move(MINUTE)
    }
    const next = await register({}, from)
    expect([next.status, next.headers.get('retry-after')]).toEqual([429, String(54 * 60)])
    expect((await register({})).status).toBe(200)
  })

  test('whoever has 65,536 networks of IPv6 registers forty times a minute from them, and not from each', async () => {
    await house.clock.move(DAY)
    const site = (n: number) => FROM(`2001:db8:77:${n.toString(16)}::1`)
    expect(statuses(await atOnce(44, (n) => register({}, site(n))))).toEqual({ 200: 40, 429: 4 })
    expect((await register({}, FROM('2001:db8:78::1'))).status).toBe(200)
  })

  test('forty calls for a reset link mail one, alike for nobody, and the person gets one on their own device', async () => {
    const person = house.visitor()
    await person.join('forgetful')
    await house.clock.move(MINUTE)
    const forget = (email: string, at = house.visitor()) => at.post('/api/forgot-password', { email }, elsewhere())
    const before = await sentTo(person.email)
    const answers = await atOnce(40, () => forget(person.email))
    const nobodys = await atOnce(40, () => forget('nobody@mail.plumb.test'))
    for (const some of [answers, nobodys]) expect(statuses(some)).toEqual({ 200: 1, 429: 39 })
    const words = (some: Answer[]) => new Set(some.map(({ body }) => body.message))
    expect(words(answers)).toEqual(words(nobodys))
    await expect.poll(() => sentTo(person.email)).toBe(before + 1)
    expect((await forget(person.email, person)).status).toBe(200)
    await expect.poll(() => sentTo(person.email)).toBe(before + 2)
  })

  test('an administrator sends one user one link a minute', async () => {
    const person = house.visitor()
    await person.join('helped')
    const owner = await house.owner()
    const help = () => owner.post(`/api/send-reset-link/${person.id}`)
    expect(statuses(await atOnce(10, help))).toEqual({ 200: 1, 429: 9 })
    await house.clock.move(MINUTE)
    expect((await help()).status).toBe(200)
  })

  test('the day’s texts end with the owner’s budget; owners are told at 80 % of it, once', async () => {
    await house.clock.move(DAY)
    const owner = await house.owner()
    const budget = (value: string) =>
      owner.must('/api/update-setting/sms_daily_budget', { value, reason: 'As much as we pay for' })
    await budget('10')
    const told = async () => {
      const rows = await house.app.db
        .selectFrom('message')
        .select('content')
        .where('receiver', '=', OWNER.email)
        .where('subject', 'like', '%Text messages%')
        .execute()
      return rows.length
    }
    const notices = async () => {
      const rows = await house.app.db
        .selectFrom('notification')
        .select('bold_value')
        .where('title', '=', 'Text messages')
        .execute()
      return rows.map(({ bold_value }) => bold_value)
    }
    expect(statuses(await atOnce(7, () => register({})))).toEqual({ 200: 7 })
    expect([await told(), await notices()]).toEqual([0, []])
    expect(statuses(await atOnce(20, () => register({})))).toEqual({ 200: 3, 429: 17 })
    expect([await told(), await notices()]).toEqual([1, ['8 of 10']])
    const refused = await register({})
    const midnight = DAY - (house.clock.now().getTime() % DAY)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(Math.ceil(midnight / 1000))])
    expect(refused.body.message).toContain('text messages today')
    await budget('1000')
    expect((await register({})).status).toBe(200)
    await budget('10')
    await house.clock.move(midnight)
    expect((await register({})).status).toBe(200)
    await budget('1000')
  })
})

describe('guessing', () => {
  const wrongCodes = (n: number) => ({ email_code: String(n % 1_000_000).padStart(6, '0'), phone_code: '000000' })

  test('of ninety codes from six networks five are looked at, and all after the tenth are too many', async () => {
    const stranger = house.visitor()
    await stranger.register('guessed')
    const right = await stranger.codeFrom('.eml', stranger.email)
    const answers: Answer[] = []
    for (let n = 0; n < 90; n += 6) {
      const six = await atOnce(6, (k) =>
        stranger.post(
          '/api/verify-account',
          wrongCodes(n + k === Number(right) ? 999_999 : n + k),
          FROM(`192.0.2.${k + 1}`),
        ),
      )
      answers.push(...six)
    }
    // the tenth is looked at as the nine before it were, and says that it was the last
    expect(statuses(answers)).toEqual({ 422: 9, 429: 81 })
    expect(answers.filter(({ body }) => body.errors?.email_code !== undefined)).toHaveLength(5)
    expect(answers.findIndex(({ status }) => status === 429)).toBeGreaterThanOrEqual(6)
    expect(answers.at(-1)?.body.message).toContain('Create your account again')
    await house.clock.move(HOUR)
    expect((await stranger.post('/api/retry-verification')).status).toBe(429)
    // Starting anew is a new registration, with ten of its own.
    await stranger.register('guessed')
    await allDelivered()
    await stranger.proveCodes()
  })

  const wrong = (email: string, from = elsewhere()) =>
    house.visitor().post('/api/login', { email, password: 'not the password' }, from)
  const signIn = (email: string, from: Record<string, string>, at = house.visitor()) =>
    at.post('/api/login', { email, password: PASSWORD }, from)

  test('wrong sign-ins from many networks are few, and keep nobody out who has been there before', async () => {
    const person = house.visitor()
    await person.join('sought-after')
    const { email } = person
    const answers: Answer[] = []
    for (let n = 0; n < 50; n += 1) answers.push(await wrong(email))
    expect(statuses(answers)).toEqual({ 401: 30, 429: 20 })
    const refused = answers.at(-1)
    expect(refused?.headers.get('retry-after')).toBe('3600')
    expect(refused?.body.message).toContain('Forgot Password?')
    expect((await signIn(email, FROM(person.address))).status, 'on a network of theirs').toBe(200)
    expect((await signIn(email, elsewhere(), person)).status, 'on a device of theirs').toBe(200)
    expect((await signIn(email, elsewhere())).status, 'anywhere else').toBe(429)

    await house.clock.move(HOUR)
    for (let hour = 0; hour < 5; hour += 1) {
      for (let n = 0; n < 40; n += 1) answers.push(await wrong(email))
      await house.clock.move(HOUR)
    }
    expect(statuses(answers)[401]).toBe(100)
    expect((await signIn(email, FROM(person.address))).status).toBe(200)
  })

  test('a link from the mailbox lets its owner in from anywhere', async () => {
    const person = house.visitor()
    await person.join('on-a-journey')
    for (let n = 0; n < 31; n += 1) await wrong(person.email)
    const [abroad, from] = [house.visitor(), elsewhere()]
    await abroad.get('/sanctum/csrf-cookie')
    expect((await signIn(person.email, from, abroad)).status).toBe(429)
    expect((await abroad.post('/api/forgot-password', { email: person.email }, from)).status).toBe(200)
    const mail = await abroad.newestMessage('.eml', person.email, /reset-password\?token=/)
    const token = /token=([\w-]+)/.exec(mail)?.[1]
    const password = 'another line hangs straight'
    const body = { token, password, password_confirmation: password }
    expect((await abroad.post('/api/reset-password', body, from)).status).toBe(200)
    const again = (where: Record<string, string>, at = house.visitor()) =>
      at.post('/api/login', { email: person.email, password }, where)
    expect([(await again(from)).status, (await again(elsewhere(), abroad)).status]).toEqual([200, 200])
    expect((await again(elsewhere())).status).toBe(429)
  })

  test('whoever shares a network with somebody keeps their device out of nothing', async () => {
    const person = house.visitor()
    await person.join('in-an-office')
    const office = FROM(person.address)
    for (let n = 0; n < 10; n += 1) expect((await wrong(person.email, office)).status).toBe(401)
    expect((await signIn(person.email, office)).status).toBe(429)
    expect((await signIn(person.email, office, person)).status).toBe(200)
    for (let n = 0; n < 40; n += 1) await wrong(`colleague-${n}@mail.plumb.test`, office)
    expect((await signIn('colleague@mail.plumb.test', office)).status).toBe(429)
    expect((await signIn(person.email, office, person)).status).toBe(200)
  })

  test('the owner is told of wrong passwords from the tenth on, once a day', async () => {
    const person = house.visitor()
    await person.join('to-be-told')
    const told = async () => {
      const rows = await house.app.db
        .selectFrom('message')
        .select('subject')
        .where('receiver', '=', person.email)
        .where('subject', '=', 'Somebody is trying passwords for your Plumb account')
        .execute()
      const notices = await house.app.db
        .selectFrom('notification')
        .select('id')
        .where('user_id', '=', person.id)
        .where('title', '=', 'Wrong passwords')
        .execute()
      return [rows.length, notices.length]
    }
    for (let n = 0; n < 9; n += 1) await wrong(person.email)
    expect(await told()).toEqual([0, 0])
    await Promise.all(Array.from({ length: 6 }, () => wrong(person.email)))
    await expect.poll(told).toEqual([1, 1])
    for (let n = 0; n < 10; n += 1) await wrong(person.email)
    await allReported()
    expect(await told()).toEqual([1, 1])
    await house.clock.move(DAY)
    for (let n = 0; n < 11; n += 1) await wrong(person.email)
    await expect.poll(told).toEqual([2, 2])
  })
})
