/** @module-tag thorough */
/** Somebody who reads an investor's mailbox for an hour, and has nothing else afterwards; over HTTP. */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { SOMEBODYS_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { OWNER } from './support/app.ts'
import { addApp, addPasskey, signInByPasskey } from './support/factors.ts'
import { ANOTHER, OF_ADDRESS, OF_CHANGE, OF_FACTOR, openHeldHouse, PASSWORD, RESET } from './support/held-house.ts'
import { opened } from './support/opened.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const OF_THIEF = 'what the thief has chosen'

const held = opened(openHeldHouse)
beforeEach(() => held.anew())

/** The code of the newest message that has this in it. */
async function codeIn(ending: '.eml' | '.txt', receiver: string, containing: RegExp): Promise<string> {
  return /^(\d{6})\s*$/m.exec(await held.owner.newestMessage(ending, receiver, containing))?.[1] ?? ''
}
async function changeEmail(who: Visitor, email: string, password: string): Promise<void> {
  await held.house.clock.move(2 * MINUTE)
  await who.must('/api/begin-email-change', { email, password })
  await who.must('/api/confirm-email-change', { code: await codeIn('.eml', email, /To make this/) })
}
async function changePhone(who: Visitor, phone: string, password: string): Promise<void> {
  await who.must('/api/begin-phone-change', { phone, country: 'US', password })
  await who.must('/api/confirm-phone-change', { code: await codeIn('.txt', phone, /phone code|To make this/) })
}
/** With the mailbox alone: a reset link. */
async function breakIn(email: string): Promise<Visitor> {
  await held.house.visitor().must('/api/forgot-password', { email })
  await held.reset(email, OF_THIEF)
  const thief = held.house.visitor()
  expect((await thief.signIn(email, OF_THIEF)).status).toBe(200)
  return thief
}

/** The owner chooses another password by a newer link than the thief's. */
async function chooseAnother(email: string): Promise<void> {
  const before = await held.linkIn(email, RESET)
  await held.house.visitor().must('/api/forgot-password', { email })
  const token = await held.linkIn(email, RESET, before)
  await held.house.visitor().must('/api/reset-password', { token, password: ANOTHER, password_confirmation: ANOTHER })
}

test('there and back: a link that the thief has kept does not undo what the owner did afterwards', async () => {
  const amy = await held.anInvestor('amy')
  const { email } = amy
  const stolen = 'amys-thief@mail.plumb.test'
  const thief = await breakIn(email)
  const further = 'amys-other-thief@mail.plumb.test'
  await changeEmail(thief, stolen, OF_THIEF)
  await changeEmail(thief, further, OF_THIEF)
  // of the second change the thief's own mailbox has a link, of the change back there is none
  const kept = await held.linkIn(stolen, OF_CHANGE)
  await changeEmail(thief, email, OF_THIEF)
  expect(await held.owner.newestMessage('.eml', further, /was\s+changed/)).not.toMatch(/undo-change/)
  await held.house.clock.move(HOUR)
  // from here on the mailbox is amy's alone: another password, and a second factor
  await held.books.query('DELETE FROM rate_limit')
  await chooseAnother(email)
  const back = held.house.visitor()
  expect((await back.signIn(email, ANOTHER)).status).toBe(200)
  await addApp(back, held.house.clock.now(), { password: ANOTHER })
  await held.house.clock.move(48 * HOUR)

  const undone = await held.house.visitor().post('/api/undo-contact-change', { token: kept })
  const { rows } = await held.books.query('SELECT email, factors FROM app_user WHERE id = $1', [amy.id])
  expect({ undone: undone.status, ...rows[0] }).toEqual({ undone: 422, email, factors: ['authenticator'] })
})

/** An hour later the owner chooses a password by a link, signs in and adds an app. */
async function comesBackWithAnApp(email: string): Promise<void> {
  await held.house.clock.move(HOUR)
  await held.anew()
  await chooseAnother(email)
  const back = held.house.visitor()
  await back.signIn(email, ANOTHER)
  await addApp(back, held.house.clock.now(), { password: ANOTHER })
}

test('nor does the link that came to the owner’s own mailbox while the thief read it', async () => {
  const ava = await held.anInvestor('ava')
  const { email } = ava
  const thief = await breakIn(email)
  await changeEmail(thief, 'avas-thief@mail.plumb.test', OF_THIEF)
  const kept = await held.linkIn(email, OF_CHANGE)
  await changeEmail(thief, email, OF_THIEF)
  await comesBackWithAnApp(email)
  await held.house.clock.move(48 * HOUR)

  expect((await takeBack(kept)).status).toBe(422)
  expect(await factorsOf(ava)).toEqual(['authenticator'])
})

test('the link about a number sets that back, and leaves the factor that the owner added with another password by a link', async () => {
  const ada = await held.anInvestor('ada')
  const { email, phone } = ada
  const thief = await breakIn(email)
  await changePhone(thief, '+12022345690', OF_THIEF)
  const kept = await held.linkIn(email, OF_CHANGE)
  await comesBackWithAnApp(email)
  const ownLink = await held.linkIn(email, OF_FACTOR)
  await held.house.clock.move(48 * HOUR)

  expect((await takeBack(kept)).status).toBe(200)
  const found = 'SELECT phone, factors FROM app_user WHERE id = $1'
  expect((await held.books.query(found, [ada.id])).rows[0]).toEqual({ phone, factors: ['authenticator'] })
  // nobody but its owner has the link about that factor, which is good as before
  expect((await takeBack(ownLink)).status).toBe(200)
})

test('but takes away what a thief adds who reads the mailbox still and chooses a password again', async () => {
  const abe = await held.anInvestor('abe')
  const { email, phone } = abe
  const thief = await breakIn(email)
  await changePhone(thief, '+12022345691', OF_THIEF)
  const text = await held.owner.newestMessage('.txt', phone, /undo-change/)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(thief, device, { password: OF_THIEF })
  await held.house.clock.move(HOUR)
  await held.anew()
  await chooseAnother(email)
  const again = held.house.visitor()
  await signInByPasskey(again, device)
  await addApp(again, held.house.clock.now(), { name: 'Second' })

  expect((await takeBack(/undo-change\?token=([\w-]{43})/.exec(text)?.[1] ?? '')).status).toBe(200)
  const found = 'SELECT phone, factors FROM app_user WHERE id = $1'
  expect((await held.books.query(found, [abe.id])).rows[0]).toEqual({ phone, factors: [] })
})

test('an address whose link the thief has kept is not confirmed once the owner has chosen another password in the app', async () => {
  const joy = await held.anInvestor('joy')
  const thief = held.house.visitor()
  await thief.signIn(joy.email, PASSWORD)
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  const kept = await held.linkIn(joy.email, OF_ADDRESS)
  await held.house.clock.move(HOUR)
  await joy.signIn(joy.email, PASSWORD)
  const answer = await joy.must('/api/change-password', {
    ...{ current_password: PASSWORD, password: ANOTHER, password_confirmation: ANOTHER },
  })
  expect(answer.message).toContain('addresses that had not been confirmed were removed')
  expect((await held.house.visitor().post('/api/confirm-address', { token: kept })).status).toBe(422)
})

test('the word that mails begin with is not the thief’s any more once the owner has chosen another password by a link', async () => {
  const kay = await held.anInvestor('kay')
  const thief = await breakIn(kay.email)
  await thief.must('/api/mail-word', { word: 'plumage' })
  await held.house.clock.move(HOUR)
  await held.anew()
  await chooseAnother(kay.email)
  await kay.signIn(kay.email, ANOTHER)
  expect((await kay.get('/api/mail-word')).body.word).toBeNull()
})

test('the link that takes a change back works although the thief has registered the old address meanwhile', async () => {
  const bea = await held.anInvestor('bea')
  const { email } = bea
  const stolen = 'beas-thief@mail.plumb.test'
  const thief = await breakIn(email)
  await changeEmail(thief, stolen, OF_THIEF)
  const takeBack = await held.linkIn(email, OF_CHANGE)
  // the mailbox is still open, and its address is free by now
  const second = held.house.visitor()
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
  await held.owner.newestMessage('.eml', email, /which\s+already has an\s+account/)
  const proved = await second.post('/api/verify-account', {
    email_code: '123456',
    phone_code: await codeIn('.txt', '+12022345678', /phone code/),
  })
  expect(proved.status).toBe(422)
  await held.house.clock.move(HOUR)
  const undone = await held.house.visitor().post('/api/undo-contact-change', { token: takeBack })
  expect([undone.status, undone.body.message]).toEqual([200, expect.stringContaining('taken back')])
})

test('a change of address that was begun with the old password is over once another was chosen', async () => {
  const cal = await held.anInvestor('cal')
  const { email } = cal
  const thief = held.house.visitor()
  await thief.signIn(email, PASSWORD)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(thief, device, { password: PASSWORD })
  const stolen = 'cals-thief@mail.plumb.test'
  await thief.must('/api/begin-email-change', { email: stolen, password: PASSWORD })
  const code = await thief.codeFrom('.eml', stolen)
  await held.house.visitor().must('/api/forgot-password', { email })
  await held.reset(email, ANOTHER)
  await held.house.clock.move(5 * MINUTE)
  const again = held.house.visitor()
  await signInByPasskey(again, device)
  const confirmed = await again.post('/api/confirm-email-change', { code })
  const { rows } = await held.books.query('SELECT email FROM app_user WHERE id = $1', [cal.id])
  expect({ refused: confirmed.status !== 200, email: rows[0].email }).toEqual({ refused: true, email })
})

test('an address that was put in the place of the owner’s under its name, and confirmed from the open mailbox, is asked about again', async () => {
  const eve = await held.anInvestor('eve')
  const { email } = eve
  const save = async (who: Visitor, address: string) => {
    await who.must('/api/save-address', { network: 'bitcoin', address, address_name: 'My ledger' })
    await held.house.visitor().must('/api/confirm-address', { token: await held.linkIn(email, OF_ADDRESS) })
  }
  await save(eve, THEIR_BITCOIN)
  await held.house.clock.move(80 * HOUR)
  // an hour of the mailbox
  const thief = await breakIn(email)
  const [hers] = (await thief.get('/api/withdrawal-conditions')).body.addresses
  await thief.must(`/api/remove-address/${hers.id}`)
  await thief.must('/api/save-address', { network: 'bitcoin', address: SOMEBODYS_BITCOIN, address_name: 'My ledger' })
  let token = ''
  for (let tries = 0; tries < 100 && token === ''; tries += 1) {
    const mail = await held.owner.newestMessage('.eml', email, /mail-link\?token=/)
    if (mail.includes(SOMEBODYS_BITCOIN)) token = await held.linkIn(email, OF_ADDRESS)
    else await pause(50)
  }
  await held.house.visitor().must('/api/confirm-address', { token })
  // the mailbox is hers again, and she chooses another password
  await held.house.clock.move(HOUR)
  const before = await held.linkIn(email, RESET)
  await held.house.visitor().must('/api/forgot-password', { email })
  const link = await held.linkIn(email, RESET, before)
  await held.house
    .visitor()
    .must('/api/reset-password', { token: link, password: ANOTHER, password_confirmation: ANOTHER })
  await held.house.clock.move(30 * HOUR)
  const back = held.house.visitor()
  await back.signIn(email, ANOTHER)
  const ledger = (await back.get('/api/withdrawal-conditions')).body.addresses.find(
    ({ name }: { name: string }) => name === 'My ledger',
  )
  const to = { wallet_address: ledger?.address ?? THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  await held.owner.signIn(held.owner.email, OWNER.password)
  await back.must('/api/withdraw', { amount: '10', source: 'investment', ...to })
  const [asked] = (await back.get('/api/histories')).body.withdrawals
  expect({ address: asked.wallet_address, held: asked.held }).not.toEqual({ address: SOMEBODYS_BITCOIN, held: null })
})

test('the word that mails begin with is not the thief’s once the account was taken back', async () => {
  const fay = await held.anInvestor('fay')
  const { email } = fay
  const thief = await breakIn(email)
  await thief.must('/api/mail-word', { word: 'plumage' })
  await changeEmail(thief, 'fays-thief@mail.plumb.test', OF_THIEF)
  await held.house.visitor().must('/api/undo-contact-change', { token: await held.linkIn(email, OF_CHANGE) })
  const { rows } = await held.books.query('SELECT mail_word FROM app_user WHERE id = $1', [fay.id])
  expect(rows[0].mail_word).toBeNull()
})

test('whoever has the mailbox does not have the phone: a change of the e-mail address is told there as a reset is', async () => {
  const gus = await held.anInvestor('gus')
  const thief = held.house.visitor()
  await thief.signIn(gus.email, PASSWORD)
  const texts = async () =>
    (await held.books.query(`SELECT id FROM message WHERE channel = 'text' AND receiver = $1`, [gus.phone])).rows.length
  const before = await texts()
  await changeEmail(thief, 'gus-thief@mail.plumb.test', PASSWORD)
  expect(await texts()).toBeGreaterThan(before)
})

/** The link of the newest text message about a first factor, but for those that came before. */
async function textedLink(phone: string, ...before: string[]): Promise<string> {
  const other = new RegExp(`undo-change\\?token=(?!${before.join('|') || 'none'})([\\w-]{43})`)
  return other.exec(await held.owner.newestMessage('.txt', phone, other))?.[1] ?? ''
}
async function factorsOf({ id }: Visitor): Promise<unknown> {
  return (await held.books.query('SELECT factors FROM app_user WHERE id = $1', [id])).rows[0]?.factors
}
const takeBack = (token: string) => held.house.visitor().post('/api/undo-contact-change', { token })

test('whoever replaces their only factor gets the link by text message alone: the mailbox passes no factor', async () => {
  const dee = await held.anInvestor('dee')
  const { email, phone } = dee
  const device = new SoftAuthenticator('http://localhost')
  const { id } = await addPasskey(dee, device, { password: PASSWORD })
  const first = await held.linkIn(email, OF_FACTOR)
  await held.house.clock.move(80 * HOUR)
  await held.anew()
  await signInByPasskey(dee, device)
  await dee.must(`/api/remove-factor/${id}`)
  await held.house.clock.move(10 * MINUTE)
  await addApp(dee, held.house.clock.now(), { password: PASSWORD })
  await held.owner.newestMessage('.eml', email, /authenticator\s+app[^]*This\s+mail\s+has\s+no\s+link/)
  expect(await held.linkIn(email, OF_FACTOR)).toBe(first)
  expect((await takeBack(first)).status).toBe(422)
  expect(await factorsOf(dee)).toEqual(['authenticator'])
  const texted = await textedLink(phone, first)
  // a second time as well
  const [{ id: app }] = (await dee.get('/api/factors')).body.factors
  await dee.must(`/api/remove-factor/${app}`)
  await addPasskey(dee, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
  await held.owner.newestMessage('.eml', email, /passkey[^]*This\s+mail\s+has\s+no\s+link/)
  expect(await held.linkIn(email, OF_FACTOR)).toBe(first)
  // and her phone is a way back, should it have been somebody else with her password
  expect((await takeBack(await textedLink(phone, first, texted))).status).toBe(200)
  expect(await factorsOf(dee)).toEqual([])
})

test('nor does the link about a change of number or of address, which sets these back and leaves the factor', async () => {
  const jil = await held.anInvestor('jil')
  const { email, phone } = jil
  const old = new SoftAuthenticator('http://localhost')
  const { id } = await addPasskey(jil, old, { password: PASSWORD })
  await held.house.clock.move(80 * HOUR)
  await held.anew()
  await signInByPasskey(jil, old)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(jil, device, { name: 'New phone' })
  await jil.must(`/api/remove-factor/${id}`)
  await changePhone(jil, '+12022345699', PASSWORD)
  expect((await takeBack(await held.linkIn(email, OF_CHANGE))).status).toBe(200)
  const { rows } = await held.books.query('SELECT phone, factors FROM app_user WHERE id = $1', [jil.id])
  expect(rows[0]).toEqual({ phone, factors: ['passkey'] })
  await held.reset(email, OF_THIEF)
  expect((await held.house.visitor().signIn(email, OF_THIEF)).body).toMatchObject({ message: 'factor' })
  expect((await signInByPasskey(held.house.visitor(), device)).status).toBe(200)
})

test('a link about a first factor that the thief has kept does not remove the one that the owner added afterwards', async () => {
  const gail = await held.anInvestor('gail')
  const { email, phone } = gail
  const thief = await breakIn(email)
  await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: OF_THIEF })
  const kept = await held.linkIn(email, OF_FACTOR)
  const [{ id }] = (await thief.get('/api/factors')).body.factors
  await thief.must(`/api/remove-factor/${id}`)
  await held.house.clock.move(HOUR)
  await held.books.query('DELETE FROM rate_limit')
  await chooseAnother(email)
  const back = held.house.visitor()
  await back.signIn(email, ANOTHER)
  await addApp(back, held.house.clock.now(), { password: ANOTHER })
  const own = await held.linkIn(email, OF_FACTOR, kept)
  await held.house.clock.move(48 * HOUR)
  expect((await takeBack(kept)).status).toBe(422)
  expect(await factorsOf(gail)).toEqual(['authenticator'])
  expect(await textedLink(phone)).toBe(own)
  expect((await takeBack(own)).status).toBe(200)
})

test('whoever has only their phone left can take back a factor that came after a change of address', async () => {
  const flo = await held.anInvestor('flo')
  const { email, phone } = flo
  const thief = await breakIn(email)
  const stolen = 'flos-thief@mail.plumb.test'
  await changeEmail(thief, stolen, OF_THIEF)
  await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: OF_THIEF })
  await held.owner.newestMessage('.eml', stolen, /passkey[^]*This\s+mail\s+has\s+no\s+link/)
  expect((await takeBack(await textedLink(phone))).status).toBe(200)
  const { rows } = await held.books.query('SELECT email, factors FROM app_user WHERE id = $1', [flo.id])
  expect(rows[0]).toEqual({ email, factors: [] })
})

test('a link about a change that came last also sets back what the link about a factor before it would', async () => {
  const may = await held.anInvestor('may')
  const { email, phone } = may
  const thief = await breakIn(email)
  await changePhone(thief, '+12022345688', OF_THIEF)
  await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: OF_THIEF })
  await changeEmail(thief, 'mays-thief@mail.plumb.test', OF_THIEF)
  // the link about the number says so itself: it is older
  const links = /address[^]*undo\s+the\s+change\s+here:\s+\S+undo-change\?token=(?:3D)?([\w-]{43})(?![\w-])/
  expect((await takeBack(await held.linkIn(email, links))).status).toBe(200)
  const { rows } = await held.books.query('SELECT email, phone, factors FROM app_user WHERE id = $1', [may.id])
  expect(rows[0]).toEqual({ email, phone, factors: [] })
})

test('a link that reaches further back than 72 hours is good beside the newer one', async () => {
  const nan = await held.anInvestor('nan')
  const { email, phone } = nan
  const thief = await breakIn(email)
  await changePhone(thief, '+12022345689', OF_THIEF)
  await held.house.clock.move(71 * HOUR)
  await held.anew()
  await thief.signIn(email, OF_THIEF)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(thief, device, { password: OF_THIEF })
  const link = await held.linkIn(email, OF_FACTOR)
  const [{ id }] = (await thief.get('/api/factors')).body.factors
  await held.house.clock.move(2 * HOUR)
  await held.anew()
  await signInByPasskey(thief, device)
  await thief.must(`/api/remove-factor/${id}`)
  await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: OF_THIEF })
  await held.linkIn(email, OF_FACTOR, link)
  expect((await takeBack(link)).status).toBe(200)
  const { rows } = await held.books.query('SELECT phone, factors FROM app_user WHERE id = $1', [nan.id])
  expect(rows[0]).toEqual({ phone, factors: [] })
})

test('addresses that the thief saved in the 72 hours before the factor are gone, however late the link is used', async () => {
  const ida = await held.anInvestor('ida')
  const { email, phone } = ida
  const thief = await breakIn(email)
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  await held.house.visitor().must('/api/confirm-address', { token: await held.linkIn(email, OF_ADDRESS) })
  await held.house.clock.move(10 * HOUR)
  await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: OF_THIEF })
  await held.house.clock.move(70 * HOUR)
  expect((await takeBack(await textedLink(phone))).status).toBe(200)
  const { rows } = await held.books.query('SELECT FROM payout_address WHERE user_id = $1 AND removed_at IS NULL', [
    ida.id,
  ])
  expect(rows).toEqual([])
})

test('and also where the link that is used is about a change of address long after it', async () => {
  const lea = await held.anInvestor('lea')
  const { email } = lea
  const thief = await breakIn(email)
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'My ledger' })
  await held.house.visitor().must('/api/confirm-address', { token: await held.linkIn(email, OF_ADDRESS) })
  await held.house.clock.move(10 * HOUR)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(thief, device, { password: OF_THIEF })
  await held.house.clock.move(70 * HOUR)
  await held.anew()
  await signInByPasskey(thief, device)
  await changeEmail(thief, 'leas-thief@mail.plumb.test', OF_THIEF)
  expect((await takeBack(await held.linkIn(email, OF_CHANGE))).status).toBe(200)
  const left = 'SELECT FROM payout_address WHERE user_id = $1 AND removed_at IS NULL'
  expect((await held.books.query(left, [lea.id])).rows).toEqual([])
})

test('a day’s budget of text messages that is spent does not keep the link from whoever gets it by text alone', async () => {
  const mia = await held.anInvestor('mia')
  const device = new SoftAuthenticator('http://localhost')
  const { id } = await addPasskey(mia, device, { password: PASSWORD })
  const first = await textedLink(mia.phone)
  await held.house.clock.move(80 * HOUR)
  await held.anew()
  await signInByPasskey(mia, device)
  await mia.must(`/api/remove-factor/${id}`)
  await held.books.query("UPDATE setting SET value = '0' WHERE name = 'sms_daily_budget'")
  const thief = held.house.visitor()
  await thief.signIn(mia.email, PASSWORD)
  await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
  await held.books.query("UPDATE setting SET value = NULL WHERE name = 'sms_daily_budget'")
  expect((await takeBack(await textedLink(mia.phone, first))).status).toBe(200)
  expect(await factorsOf(mia)).toEqual([])
})
