/** Somebody who reads an investor's mailbox for an hour, and has nothing else afterwards; over HTTP. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { addApp, addPasskey, signInByPasskey } from './support/factors.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const PASSWORD = 'correct horse battery'
const OF_THIEF = 'what the thief has chosen'
const ANOTHER = 'four staples in a row'

let house: TestApp
let owner: Visitor
let books: pg.Client

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off', NEW_ADDRESS_HOLD_HOURS: '24' } })
  owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  books = new pg.Client({ connectionString: house.databaseUrl })
  await books.connect()
})
afterAll(async () => {
  await books.end()
  await house.close()
})
beforeEach(async () => {
  await books.query('DELETE FROM rate_limit')
  await house.clock.move(2 * MINUTE)
  await owner.signIn(owner.email, OWNER.password)
})

async function anInvestor(name: string): Promise<Visitor> {
  const investor = house.visitor()
  await investor.join(name)
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '100', account: 'earnings' })
  return investor
}
const linkIn = async (email: string, containing: RegExp) => {
  const mail = await owner.newestMessage('.eml', email, containing)
  return containing.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? ''
}
/** The code of the newest message that has this in it. */
async function codeIn(ending: '.eml' | '.txt', receiver: string, containing: RegExp): Promise<string> {
  return /^(\d{6})\s*$/m.exec(await owner.newestMessage(ending, receiver, containing))?.[1] ?? ''
}
const RESET = /reset-password\?token=([\w-]{43})/
const UNDO = /undo-change\?token=([\w-]{43})/
async function reset(email: string, password: string): Promise<void> {
  const token = await linkIn(email, RESET)
  await house.visitor().must('/api/reset-password', { token, password, password_confirmation: password })
}
async function changeEmail(who: Visitor, email: string, password: string): Promise<void> {
  await house.clock.move(2 * MINUTE)
  await who.must('/api/begin-email-change', { email, password })
  await who.must('/api/confirm-email-change', { code: await codeIn('.eml', email, /To make this/) })
}
/** With the mailbox alone: a reset link. */
async function breakIn(email: string): Promise<Visitor> {
  await house.visitor().must('/api/forgot-password', { email })
  await reset(email, OF_THIEF)
  const thief = house.visitor()
  expect((await thief.signIn(email, OF_THIEF)).status).toBe(200)
  return thief
}

test('there and back: a link that the thief has kept does not undo what the owner did afterwards', async () => {
  const amy = await anInvestor('amy')
  const { email } = amy
  const stolen = 'amys-thief@mail.plumb.test'
  const thief = await breakIn(email)
  const further = 'amys-other-thief@mail.plumb.test'
  await changeEmail(thief, stolen, OF_THIEF)
  await changeEmail(thief, further, OF_THIEF)
  // of the second change the thief's own mailbox has a link, of the change back there is none
  const kept = await linkIn(stolen, UNDO)
  await changeEmail(thief, email, OF_THIEF)
  expect(await owner.newestMessage('.eml', further, /was\s+changed/)).not.toMatch(/undo-change/)
  await house.clock.move(HOUR)
  // from here on the mailbox is amy's alone: another password, and a second factor
  await books.query('DELETE FROM rate_limit')
  const before = await linkIn(email, RESET)
  await house.visitor().must('/api/forgot-password', { email })
  let token = before
  for (let tries = 0; tries < 200 && token === before; tries += 1) {
    await pause(50)
    token = await linkIn(email, RESET)
  }
  await house.visitor().must('/api/reset-password', { token, password: ANOTHER, password_confirmation: ANOTHER })
  const back = house.visitor()
  expect((await back.signIn(email, ANOTHER)).status).toBe(200)
  await addApp(back, house.clock.now(), { password: ANOTHER })
  await house.clock.move(48 * HOUR)

  const undone = await house.visitor().post('/api/undo-contact-change', { token: kept })
  const { rows } = await books.query('SELECT email, factors FROM app_user WHERE id = $1', [amy.id])
  expect({ undone: undone.status, ...rows[0] }).toEqual({ undone: 422, email, factors: ['authenticator'] })
})

test('the link that takes a change back works although the thief has registered the old address meanwhile', async () => {
  const bea = await anInvestor('bea')
  const { email } = bea
  const stolen = 'beas-thief@mail.plumb.test'
  const thief = await breakIn(email)
  await changeEmail(thief, stolen, OF_THIEF)
  const takeBack = await linkIn(email, UNDO)
  // the mailbox is still open, and its address is free by now
  const second = house.visitor()
  await second.get('/sanctum/csrf-cookie')
  const details = { name: 'bea-again', email, password: OF_THIEF, password_confirmation: OF_THIEF }
  const registered = await second.must('/api/register', {
    ...details,
    phone: '+12022345678',
    country: 'US',
    terms: true,
  })
  second.bearer = registered.access_token
  // as for every address that has an account: nobody learns it here, and no code is right
  await owner.newestMessage('.eml', email, /which\s+already has an\s+account/)
  const proved = await second.post('/api/verify-account', {
    email_code: '123456',
    phone_code: await codeIn('.txt', '+12022345678', /phone code/),
  })
  expect(proved.status).toBe(422)
  await house.clock.move(HOUR)
  const undone = await house.visitor().post('/api/undo-contact-change', { token: takeBack })
  expect([undone.status, undone.body.message]).toEqual([200, expect.stringContaining('undone')])
})

test('a change of address that was begun with the old password is over once another was chosen', async () => {
  const cal = await anInvestor('cal')
  const { email } = cal
  const thief = house.visitor()
  await thief.signIn(email, PASSWORD)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(thief, device, { password: PASSWORD })
  const stolen = 'cals-thief@mail.plumb.test'
  await thief.must('/api/begin-email-change', { email: stolen, password: PASSWORD })
  const code = await thief.codeFrom('.eml', stolen)
  await house.visitor().must('/api/forgot-password', { email })
  await reset(email, ANOTHER)
  await house.clock.move(5 * MINUTE)
  const again = house.visitor()
  await signInByPasskey(again, device)
  const confirmed = await again.post('/api/confirm-email-change', { code })
  const { rows } = await books.query('SELECT email FROM app_user WHERE id = $1', [cal.id])
  expect({ refused: confirmed.status !== 200, email: rows[0].email }).toEqual({ refused: true, email })
})

test('an address that was put in the place of the owner’s under its name, and confirmed from the open mailbox, is asked about again', async () => {
  const eve = await anInvestor('eve')
  const { email } = eve
  const save = async (who: Visitor, address: string) => {
    await who.must('/api/save-address', { network: 'bitcoin', address, address_name: 'My ledger' })
    await house.visitor().must('/api/confirm-address', { token: await linkIn(email, /mail-link\?token=([\w-]+)/) })
  }
  await save(eve, THEIR_BITCOIN)
  await house.clock.move(80 * HOUR)
  // an hour of the mailbox
  const thief = await breakIn(email)
  const [hers] = (await thief.get('/api/withdrawal-conditions')).body.addresses
  await thief.must(`/api/remove-address/${hers.id}`)
  await thief.must('/api/save-address', { network: 'bitcoin', address: SOMEBODYS_BITCOIN, address_name: 'My ledger' })
  let token = ''
  for (let tries = 0; tries < 100 && token === ''; tries += 1) {
    const mail = await owner.newestMessage('.eml', email, /mail-link\?token=/)
    if (mail.includes(SOMEBODYS_BITCOIN)) token = await linkIn(email, /mail-link\?token=([\w-]+)/)
    else await pause(50)
  }
  await house.visitor().must('/api/confirm-address', { token })
  // the mailbox is hers again, and she chooses another password
  await house.clock.move(HOUR)
  const before = await linkIn(email, RESET)
  await house.visitor().must('/api/forgot-password', { email })
  let link = before
  for (let tries = 0; tries < 200 && link === before; tries += 1) {
    await pause(50)
    link = await linkIn(email, RESET)
  }
  await house.visitor().must('/api/reset-password', { token: link, password: ANOTHER, password_confirmation: ANOTHER })
  await house.clock.move(30 * HOUR)
  const back = house.visitor()
  await back.signIn(email, ANOTHER)
  const ledger = (await back.get('/api/withdrawal-conditions')).body.addresses.find(
    ({ name }: { name: string }) => name === 'My ledger',
  )
  const to = { wallet_address: ledger?.address ?? THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  await owner.signIn(owner.email, OWNER.password)
  await back.must('/api/withdraw', { amount: '10', source: 'investment', ...to })
  const [asked] = (await back.get('/api/histories')).body.withdrawals
  expect({ address: asked.wallet_address, held: asked.held }).not.toEqual({ address: SOMEBODYS_BITCOIN, held: null })
})

test('the word that mails begin with is not the thief’s once the account was taken back', async () => {
  const fay = await anInvestor('fay')
  const { email } = fay
  const thief = await breakIn(email)
  await thief.must('/api/mail-word', { word: 'plumage' })
  await changeEmail(thief, 'fays-thief@mail.plumb.test', OF_THIEF)
  await house.visitor().must('/api/undo-contact-change', { token: await linkIn(email, UNDO) })
  const { rows } = await books.query('SELECT mail_word FROM app_user WHERE id = $1', [fay.id])
  expect(rows[0].mail_word).toBeNull()
})

test('whoever has the mailbox does not have the phone: a change of the e-mail address is told there as a reset is', async () => {
  const gus = await anInvestor('gus')
  const thief = house.visitor()
  await thief.signIn(gus.email, PASSWORD)
  const texts = async () =>
    (await books.query(`SELECT id FROM message WHERE channel = 'text' AND receiver = $1`, [gus.phone])).rows.length
  const before = await texts()
  await changeEmail(thief, 'gus-thief@mail.plumb.test', PASSWORD)
  expect(await texts()).toBeGreaterThan(before)
})
