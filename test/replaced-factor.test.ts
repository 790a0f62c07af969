/** @module-tag thorough */
/** Somebody who puts a second factor of their own in the place of another's, who has mailbox and documents; over HTTP. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { addApp, addPasskey, codeOf, signInByPasskey } from './support/factors.ts'
import { ANOTHER, OF_FACTOR, openHeldHouse, PASSWORD, RESET } from './support/held-house.ts'
import { askForCheck } from './support/identity.ts'
import { opened } from './support/opened.ts'
import { giveRoles } from './support/roles.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(openHeldHouse)
let reviewer: Visitor
beforeAll(async () => {
  reviewer = held.house.visitor()
  await reviewer.join('the-reviewer')
  await giveRoles(held.owner, reviewer, ['reviewer'])
})
beforeEach(() => held.anew(reviewer))

const OF_WAIT = /An\s+administrator\s+has\s+looked[\s\S]*?token=(?:3D)?([\w-]{43})(?![\w-])/
const THIRD = 'nobody has heard of this one'
type Person = { who: Visitor; secret: string }

/** Somebody with an approved identity check, and an authenticator app of four days ago. */
async function somebody(name: string): Promise<Person> {
  const who = await held.anInvestor(name)
  await askForCheck(who)
  await held.owner.must(`/api/approve-kyc/${who.id}`, {})
  const { secret } = await addApp(who, held.house.clock.now(), { password: PASSWORD })
  await held.house.clock.move(100 * HOUR)
  await held.anew(reviewer)
  return { who, secret }
}
async function signInByApp({ who, secret }: Person): Promise<Visitor> {
  const browser = held.house.visitor()
  expect((await browser.signIn(who.email, PASSWORD)).body.message).toBe('factor')
  browser.keepSession(await browser.post('/api/login-factor', { code: codeOf(secret, held.house.clock.now()) }))
  return browser
}
async function removeApp(page: Visitor): Promise<void> {
  const { factors } = (await page.get('/api/factors')).body
  const app = factors.find(({ kind }: { kind: string }) => kind === 'authenticator')
  await page.must(`/api/remove-factor/${app.id}`)
}

/** The owner asks for help with the password of now, and an administrator begins the wait. Answers the text message about it. */
async function waits({ who }: Person, password = ANOTHER): Promise<string> {
  const browser = held.house.visitor()
  expect((await browser.signIn(who.email, password)).body.message).toBe('factor')
  await browser.must('/api/ask-factor-help', { note: '' })
  const help = await going(who)
  const { rows } = await held.books.query('SELECT id FROM identity_check WHERE user_id = $1', [who.id])
  for (const side of ['front', 'face']) await reviewer.get(`/api/admin/check-document/${rows[0].id}/${side}`)
  await reviewer.must(`/api/start-factor-wait/${help.id}`, { reason: 'The face on the call is that of the pictures.' })
  const told = `SELECT count(*)::integer FROM factor_help JOIN message ON message.id = ANY(told)
    WHERE factor_help.id = $1 AND delivered_at IS NOT NULL`
  await expect.poll(async () => (await held.books.query(told, [help.id])).rows[0].count).toBe(2)
  return held.owner.newestMessage('.txt', who.phone, /All\s+second\s+factors/)
}
const going = async (who: Visitor) => (await reviewer.get(`/api/admin/factor-help?user=${who.id}`)).body.items[0]

/** The owner chooses another password by mail and is helped by an administrator; the thief proves their passkey meanwhile. */
async function isHelped(person: Person, device: SoftAuthenticator): Promise<void> {
  const { who } = person
  await held.anew(reviewer)
  await held.house.visitor().must('/api/forgot-password', { email: who.email })
  await held.reset(who.email, ANOTHER)
  await waits(person)
  await held.house.clock.move(30 * HOUR)
  const thief = held.house.visitor()
  expect((await signInByPasskey(thief, device)).status).toBe(200)
  expect(await going(who)).toBe(undefined)

  // asked for again it stands
  await held.anew(reviewer)
  await waits(person)
  expect(await going(who)).toMatchObject({ state: 'waiting', ended_before: expect.any(String) })
  await held.house.clock.move(30 * HOUR)
  const again = held.house.visitor()
  expect((await signInByPasskey(again, device)).status).toBe(200)
  await addPasskey(again, new SoftAuthenticator('http://localhost'), { name: 'Another' })
  await held.house.clock.move(50 * HOUR)
  await held.house.runJobs()
}
const comesIn = async ({ who }: Person) => (await held.house.visitor().signIn(who.email, ANOTHER)).body.message

test('five minutes at an open page after a sign-in, without password or phone, keep nobody out who is helped', async () => {
  const amy = await somebody('amy')
  const page = await signInByApp(amy)
  await held.house.clock.move(4 * MINUTE)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(page, device, { name: 'Thief' })
  await removeApp(page)
  await isHelped(amy, device)
  expect(await comesIn(amy)).not.toBe('factor')
})

test('nor do the phone with the app and the password, and who was helped is mailed a link about the next first factor', async () => {
  const bea = await somebody('bea')
  const thief = await signInByApp(bea)
  await removeApp(thief)
  const device = new SoftAuthenticator('http://localhost')
  // its link goes to the phone alone, which is the thief's
  await addPasskey(thief, device, { name: 'Thief', password: PASSWORD })
  await isHelped(bea, device)
  expect(await comesIn(bea)).not.toBe('factor')
  // the thief has come by the new password as well, and is the first to add a factor
  await held.anew(reviewer)
  const before = await held.linkIn(bea.who.email, OF_FACTOR)
  const again = held.house.visitor()
  await again.signIn(bea.who.email, ANOTHER)
  await addPasskey(again, new SoftAuthenticator('http://localhost'), { password: ANOTHER })
  const link = await held.linkIn(bea.who.email, OF_FACTOR, before)
  expect((await held.house.visitor().post('/api/undo-contact-change', { token: link })).status).toBe(200)
})

test('also where the thief leaves the app in its place, and proves it', async () => {
  const dan = await somebody('dan')
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(await signInByApp(dan), device, { name: 'Thief' })
  await isHelped(dan, device)
  expect(await comesIn(dan)).not.toBe('factor')
})

test('the link of the text message, which a stolen phone shows, stops one wait and is not in the next', async () => {
  const eva = await somebody('eva')
  await held.house.visitor().must('/api/forgot-password', { email: eva.who.email })
  await held.reset(eva.who.email, ANOTHER)
  const token = /stop-factor-help\?token=([\w-]{43})/.exec(await waits(eva))?.[1]
  expect((await held.house.visitor().post('/api/stop-factor-help', { token })).status).toBe(200)
  const browser = held.house.visitor()
  await browser.signIn(eva.who.email, ANOTHER)
  expect((await browser.post('/api/ask-factor-help', { note: '' })).status).toBe(409)

  await held.anew(reviewer)
  const before = await held.linkIn(eva.who.email, RESET)
  await held.house.visitor().must('/api/forgot-password', { email: eva.who.email })
  const next = { token: await held.linkIn(eva.who.email, RESET, before), password: THIRD, password_confirmation: THIRD }
  await held.house.visitor().must('/api/reset-password', next)
  expect(await waits(eva, THIRD)).not.toContain('token=')
  const inMail = await held.linkIn(eva.who.email, OF_WAIT)
  await held.house.clock.move(HOUR)
  expect((await held.house.visitor().post('/api/stop-factor-help', { token: inMail })).status).toBe(200)
})

test('a factor shows once that nothing is lost, and again after 30 days', async () => {
  const cal = await somebody('cal')
  const asksAndProves = async () => {
    const thief = held.house.visitor()
    await thief.signIn(cal.who.email, PASSWORD)
    await thief.must('/api/ask-factor-help', { note: '' })
    await held.house.clock.move(MINUTE)
    await signInByApp(cal)
    return going(cal.who)
  }
  expect(await asksAndProves()).toBe(undefined)
  const stands = await asksAndProves()
  expect(stands.state).toBe('open')
  await reviewer.must(`/api/refuse-factor-help/${stands.id}`, { reason: 'Nobody answers.' })
  await held.house.clock.move(31 * 24 * HOUR)
  await held.anew(reviewer)
  expect(await asksAndProves()).toBe(undefined)
})

test('another factor in the place of an administrator’s is told to every owner, as another password is', async () => {
  const { owner, books, house } = held
  const { secret } = await addApp(reviewer, house.clock.now(), { password: PASSWORD })
  await house.clock.move(100 * HOUR)
  await held.anew()
  const page = await signInByApp({ who: reviewer, secret })
  const told = async () =>
    (
      await books.query(`SELECT status_text FROM notification WHERE user_id = $1 AND bold_value = $2`, [
        owner.id,
        'the-reviewer',
      ])
    ).rows.length
  const before = await told()
  await addPasskey(page, new SoftAuthenticator('http://localhost'), { name: 'Thief' })
  await removeApp(page)
  expect(await told()).toBe(before + 2)
  await owner.newestMessage('.eml', owner.email, /second\s+factor\s+removed/)
  // they stand in for a factor
  await page.must('/api/make-recovery-codes')
  expect(await told()).toBe(before + 3)
  await owner.newestMessage('.eml', owner.email, /recovery\s+codes\s+replaced/)
})
