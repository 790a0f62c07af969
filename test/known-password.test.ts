/** Somebody who knows an investor's password, and nothing else, moves the account to a mailbox of their own; over HTTP. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { addPasskey, signInByPasskey } from './support/factors.ts'
import { giveRoles } from './support/roles.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const PASSWORD = 'correct horse battery'
const ANOTHER = 'four staples in a row'

let house: TestApp
let owner: Visitor
let reviewer: Visitor
let books: pg.Client

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off', NEW_ADDRESS_HOLD_HOURS: '24' } })
  owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  reviewer = house.visitor()
  await reviewer.join('the-reviewer')
  await giveRoles(owner, reviewer, ['reviewer'])
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
  await administrators()
})
const administrators = async () => {
  for (const who of [owner, reviewer]) await who.signIn(who.email, OWNER.password)
}

async function anInvestor(name: string): Promise<Visitor> {
  const investor = house.visitor()
  await investor.join(name)
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '100', account: 'earnings' })
  return investor
}

/** A browser elsewhere in which the password was typed, which is all that the thief has. */
async function aThief(of: Visitor): Promise<Visitor> {
  const thief = house.visitor()
  expect((await thief.signIn(of.email, PASSWORD)).status).toBe(200)
  return thief
}

const linkIn = async (email: string, containing: RegExp) => {
  const mail = await owner.newestMessage('.eml', email, containing)
  return containing.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? ''
}
const reset = async (email: string) => {
  const token = await linkIn(email, /reset-password\?token=([\w-]{43})/)
  await house.visitor().must('/api/reset-password', { token, password: ANOTHER, password_confirmation: ANOTHER })
}

/** The thief adds a passkey, then has the mail go to them, and confirms an address of their own from there. */
async function takeOver(victim: Visitor, stolen: string): Promise<{ device: SoftAuthenticator; takeBack: string }> {
  const thief = await aThief(victim)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(thief, device, { password: PASSWORD })
  await house.clock.move(MINUTE)
  await signInByPasskey(thief, device)
  await thief.must('/api/begin-email-change', { email: stolen, password: PASSWORD })
  await thief.must('/api/confirm-email-change', { code: await thief.codeFrom('.eml', stolen) })
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  const confirm = await linkIn(stolen, /mail-link\?token=([\w-]+)/)
  await house.visitor().must('/api/confirm-address', { token: confirm })
  return { device, takeBack: await linkIn(victim.email, /undo-change\?token=([\w-]{43})/) }
}

test('a factor that was added before the change is gone once the owner has taken the account back and chosen a password', async () => {
  const amy = await anInvestor('amy')
  const email = amy.email
  const { device, takeBack } = await takeOver(amy, 'amys-thief@mail.plumb.test')
  await house.clock.move(HOUR)
  await house.visitor().must('/api/undo-contact-change', { token: takeBack })
  await reset(email)
  // what the owner meets, and the thief
  const back = await house.visitor().signIn(email, ANOTHER)
  const thief = await signInByPasskey(house.visitor(), device)
  expect({ owner: back.body.message ?? 'signed in', thief: thief.status }).toEqual({
    owner: expect.not.stringMatching('factor'),
    thief: 401,
  })
})

test('nothing is paid to an address that the thief has confirmed from their own mailbox', async () => {
  const bea = await anInvestor('bea')
  const email = bea.email
  const { device, takeBack } = await takeOver(bea, 'beas-thief@mail.plumb.test')
  await house.clock.move(HOUR)
  await house.visitor().must('/api/undo-contact-change', { token: takeBack })
  await reset(email)
  await house.clock.move(25 * HOUR)
  await administrators()
  const thief = house.visitor()
  await signInByPasskey(thief, device)
  const asked = await thief.post('/api/withdraw', {
    ...{ amount: '90', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' },
  })
  const withdrawals = (await books.query('SELECT id FROM withdrawal WHERE user_id = $1', [bea.id])).rows
  const approved = withdrawals[0] && (await owner.post(`/api/approve-withdrawal/${withdrawals[0].id}`))
  expect({ asked: asked.status, approved: approved?.status }).not.toEqual({ asked: 200, approved: 200 })
})

test('an address that was confirmed while the mailbox was the thief’s has to be confirmed anew, and their links are void', async () => {
  const cal = await anInvestor('cal')
  const thief = await aThief(cal)
  const stolen = 'cals-thief@mail.plumb.test'
  await thief.must('/api/begin-email-change', { email: stolen, password: PASSWORD })
  await thief.must('/api/confirm-email-change', { code: await thief.codeFrom('.eml', stolen) })
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  const confirm = await linkIn(stolen, /mail-link\?token=([\w-]+)/)
  const takeBack = await linkIn(cal.email, /undo-change\?token=([\w-]{43})/)
  await house.visitor().must('/api/undo-contact-change', { token: takeBack })
  // a day later, from the thief's mailbox, with neither session nor password
  await house.clock.move(48 * HOUR)
  const answer = await house.visitor().post('/api/confirm-address', { token: confirm })
  expect(answer.status).toBe(422)
})

test('while a change of address can be taken back, nothing is paid to an address that was added after it', async () => {
  const eve = await anInvestor('eve')
  const stolen = 'eves-thief@mail.plumb.test'
  const thief = await aThief(eve)
  await thief.must('/api/begin-email-change', { email: stolen, password: PASSWORD })
  await thief.must('/api/confirm-email-change', { code: await thief.codeFrom('.eml', stolen) })
  const takeBack = await linkIn(eve.email, /undo-change\?token=([\w-]{43})/)
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  await house.visitor().must('/api/confirm-address', { token: await linkIn(stolen, /mail-link\?token=([\w-]+)/) })
  // the pause and the hold of the address run side by side, and the link is good for two days more
  await house.clock.move(24 * HOUR + MINUTE)
  await administrators()
  await thief.signIn(stolen, PASSWORD)
  await thief.post('/api/withdraw', {
    ...{ amount: '90', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' },
  })
  const { rows } = await books.query('SELECT id FROM withdrawal WHERE user_id = $1', [eve.id])
  const approved = rows[0] && (await owner.post(`/api/approve-withdrawal/${rows[0].id}`))
  const undone = await house.visitor().post('/api/undo-contact-change', { token: takeBack })
  expect({ approved: approved?.status, undone: undone.status }).not.toEqual({ approved: 200, undone: 200 })
})
