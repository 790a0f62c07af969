/** @module-tag thorough */
/** What a thief has asked for in an account: it is paid to nobody once its owner has taken the account back; over HTTP. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addApp, addPasskey, signInByPasskey } from './support/factors.ts'
import { OF_CHANGE, RESET } from './support/held-house.ts'
import { giveRoles } from './support/roles.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const PASSWORD = 'correct horse battery'
const ANOTHER = 'four staples in a row'
/** One transaction pays one payout at an address. */
const txidOf = (id: string) => id.replaceAll('-', '').padStart(64, '0')
const PAUSED = /Withdrawals are paused until \d+ \w+ \d{4}, \d\d:\d\d UTC\./

let house: TestApp
let owner: Visitor
let books: pg.Client

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  const [{ id: wallet_id }] = (await owner.get('/api/histories')).body.wallets
  const funds = { amount: '10000', direction: 'in', account: 'capital', reason: 'To begin with' }
  await owner.must('/api/record-funds', { wallet_id, ...funds })
  books = new pg.Client({ connectionString: house.databaseUrl })
  await books.connect()
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await books.end()
  await house.close()
})

async function anInvestor(name: string, amount = '100'): Promise<Visitor> {
  const investor = house.visitor()
  await investor.join(name)
  await owner.must(`/api/topup-user/${investor.id}`, { amount, account: 'earnings' })
  return investor
}

/** Asks for a payout, and answers the id. */
async function ask(who: Visitor, amount = '10'): Promise<string> {
  const to = { wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  await who.must('/api/withdraw', { amount, source: 'investment', ...to })
  return (await who.get('/api/histories')).body.withdrawals[0].id
}

/** What a mail says, whichever way its lines are broken. */
const plain = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll(/\s+/g, ' ')
const mailTo = async (email: string, containing: RegExp) => plain(await owner.newestMessage('.eml', email, containing))

/** Whoever sits in the session has the mail go to them. Answers the link that the old address gets. */
async function changeEmail(who: Visitor, email: string): Promise<string> {
  await who.must('/api/begin-email-change', { email, password: PASSWORD })
  await who.must('/api/confirm-email-change', { code: await who.codeFrom('.eml', email) })
  return OF_CHANGE.exec(await owner.newestMessage('.eml', who.email, OF_CHANGE))?.[1] ?? ''
}

const takeBack = (token: string) => house.visitor().must('/api/undo-contact-change', { token })

/** The owner chooses another password by the link that they are mailed, and signs in with it. */
async function comeBack(who: Visitor): Promise<Visitor> {
  const mail = await owner.newestMessage('.eml', who.email, RESET)
  const token = RESET.exec(mail)?.[1] ?? ''
  await house.visitor().must('/api/reset-password', { token, password: ANOTHER, password_confirmation: ANOTHER })
  const back = house.visitor()
  expect((await back.signIn(who.email, ANOTHER)).status).toBe(200)
  return back
}

async function edit(id: string, status: string, amount = '10') {
  const { created_at: date } = (await owner.get(`/api/admin/withdrawals/${id}`)).body.item
  const txid = status === 'completed' ? { txid: txidOf(id) } : {}
  return { path: `/api/update-withdrawal/${id}`, body: { amount, date, status, ...txid } }
}
const STOPPED = {
  status: 409,
  body: { message: expect.stringMatching(/stopped for 24 hours, because they have taken their account back/) },
}

test('nothing that waits is approved or paid for a day, its owner cancels it, and a reset makes that no shorter', async () => {
  const amy = await anInvestor('amy')
  const [waits, left, approved, early] = [await ask(amy), await ask(amy), await ask(amy), await ask(amy)]
  await owner.must(`/api/approve-withdrawal/${approved}`)
  const link = await changeEmail(amy, 'thief@mail.plumb.test')
  const listed = async () => String((await owner.get('/api/admin/withdrawals/payout-list')).body)
  expect(await listed()).toContain(approved)
  // as long as nobody has said that it was a thief, what was asked for before goes on
  await owner.must(`/api/approve-withdrawal/${early}`)
  await takeBack(link)

  const refused = async () => {
    expect(await owner.post(`/api/approve-withdrawal/${waits}`)).toMatchObject(STOPPED)
    for (const [id, status] of [
      [waits, 'approved'],
      [waits, 'completed'],
      [approved, 'completed'],
    ] as const) {
      const { path, body } = await edit(id, status)
      expect(await owner.post(path, body), `${id} ${status}`).toMatchObject(STOPPED)
      expect(await owner.post(path.replace('update', 'admin/preview'), body)).toMatchObject(STOPPED)
    }
    expect(await listed()).not.toContain(approved)
    const line = { id: approved, network: 'bitcoin', address: THEIR_BITCOIN, amount: '10.00', txid: txidOf(approved) }
    const [checked] = (await owner.must('/api/admin/check-payouts', { lines: [line] })).lines
    expect(checked).toMatchObject({ verdict: 'refused', words: expect.stringContaining('taken their account back') })
    for (const [id, status] of [
      [waits, 'approved'],
      [approved, 'completed'],
    ]) {
      const change = books.query(`UPDATE withdrawal SET status = $2 WHERE id = $1`, [id, status])
      await expect(change).rejects.toMatchObject({ code: 'PLB21' })
    }
  }
  await refused()
  expect((await owner.get(`/api/admin/withdrawals/${waits}`)).body.item.stopped_until).toBe(
    new Date(house.clock.now().getTime() + 24 * HOUR).toISOString(),
  )
  expect(await mailTo(amy.email, /You took back your/)).toMatch(PAUSED)
  // a new password pauses for another reason, which says nothing of who asked for what
  await house.clock.move(MINUTE)
  const back = await comeBack(amy)
  expect((await back.get('/api/withdrawal-conditions')).body.paused).toEqual({
    ...{ until: new Date(house.clock.now().getTime() + 24 * HOUR).toISOString(), reason: 'recovery' },
  })
  await refused()
  await expect(
    books.query(`UPDATE app_user SET withdrawals_paused_for = 'password reset' WHERE id = $1`, [amy.id]),
  ).rejects.toMatchObject({ code: 'PLB11' })

  await back.must(`/api/cancel-withdrawal/${waits}`)
  await owner.must(`/api/decline-withdrawal/${left}`, { reason: 'It was not her' })
  await house.clock.move(24 * HOUR)
  const { path, body } = await edit(approved, 'completed')
  await owner.must(path, body)
  expect((await back.get('/api/balance')).body.account_balance).toBe('80.00')
})

test('a payout that a second administrator is asked for is not agreed to', async () => {
  const cal = await anInvestor('cal', '5000')
  const id = await ask(cal, '5000')
  await owner.must(`/api/approve-withdrawal/${id}`)
  const second = house.visitor()
  await second.join('second')
  await giveRoles(owner, second, ['owner'])
  const { path, body } = await edit(id, 'completed', '5000')
  const waits = await owner.post(path, body)
  expect(waits.status).toBe(202)
  await takeBack(await changeEmail(cal, 'another-thief@mail.plumb.test'))
  const agree = () => second.post(`/api/agree-approval/${waits.body.approval_id}`)
  expect(await agree()).toMatchObject(STOPPED)
  await house.clock.move(24 * HOUR)
  expect((await agree()).status).toBe(200)
})

test('a recovery that begins at the very moment of another pause stops payouts all the same', async () => {
  const dan = await anInvestor('dan')
  const id = await ask(dan)
  const link = await changeEmail(dan, 'quick-thief@mail.plumb.test')
  const paused = () =>
    books.query('SELECT withdrawals_paused_for AS why FROM app_user WHERE id = $1', [dan.id]).then(({ rows }) => rows)
  expect(await paused()).toEqual([{ why: 'e-mail changed' }])
  await takeBack(link)
  expect(await paused()).toEqual([{ why: 'recovery' }])
  expect(await owner.post(`/api/approve-withdrawal/${id}`)).toMatchObject(STOPPED)
})

test('a factor that the thief has added goes with the change, and one that its owner had stays', async () => {
  const eve = await anInvestor('eve')
  await eve.must('/api/begin-email-change', { email: 'eves-thief@mail.plumb.test', password: PASSWORD })
  await addApp(eve, house.clock.now(), { name: 'Not hers', password: PASSWORD })
  await eve.must('/api/confirm-email-change', { code: await eve.codeFrom('.eml', 'eves-thief@mail.plumb.test') })
  await takeBack(OF_CHANGE.exec(await owner.newestMessage('.eml', eve.email, OF_CHANGE))?.[1] ?? '')
  expect((await (await comeBack(eve)).get('/api/factors')).body.factors).toEqual([])

  const fay = await anInvestor('fay')
  const hers = new SoftAuthenticator('http://localhost')
  await addPasskey(fay, hers, { name: 'Hers', password: PASSWORD })
  // what is as new as this goes as well: it may have come before the change
  await house.clock.move(73 * HOUR)
  await signInByPasskey(fay, hers)
  const link = await changeEmail(fay, 'fays-thief@mail.plumb.test')
  await addApp(fay, house.clock.now(), { name: 'Not hers' })
  await takeBack(link)
  const reset = await owner.newestMessage('.eml', fay.email, RESET)
  const token = RESET.exec(reset)?.[1] ?? ''
  await house.visitor().must('/api/reset-password', { token, password: ANOTHER, password_confirmation: ANOTHER })
  expect((await house.visitor().signIn(fay.email, ANOTHER)).body).toEqual({ message: 'factor', factors: ['passkey'] })
})

test('every mail about what pauses withdrawals says until when, and one about what does not says nothing of it', async () => {
  const gus = await anInvestor('gus')
  const [old, next] = [gus.email, 'gus-new@mail.plumb.test']
  await changeEmail(gus, next)
  expect(await mailTo(old, /email address was changed/)).toMatch(PAUSED)
  expect(await mailTo(next, /This is now the email address/)).toMatch(PAUSED)
  await house.clock.move(MINUTE)
  await addPasskey(gus, new SoftAuthenticator('http://localhost'), { name: 'Phone', password: PASSWORD })
  expect(await mailTo(next, /passkey Phone was added/)).toMatch(PAUSED)
  await gus.must('/api/make-recovery-codes')
  expect(await mailTo(next, /has new recovery codes/)).not.toContain('Withdrawals are paused')
})
