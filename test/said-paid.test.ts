/** @module-tag thorough */
/** Of a withdrawal somebody says that it was paid, which waits for a second administrator: its investor never has the money besides; over HTTP. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR } from '#kit/clock.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { addPasskey } from './support/factors.ts'
import { ANOTHER, OF_ADDRESS, OF_FACTOR, openHeldHouse, PASSWORD, RESET } from './support/held-house.ts'
import { opened } from './support/opened.ts'
import { giveRoles } from './support/roles.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(openHeldHouse)
let reviewer: Visitor

beforeAll(async () => {
  const [wallet] = (await held.owner.get('/api/admin/wallets')).body.items
  await held.owner.must('/api/record-funds', {
    ...{ wallet_id: wallet.id, amount: '100000', direction: 'in', account: 'capital', reason: 'To pay with' },
  })
  reviewer = held.house.visitor()
  await reviewer.join('the-reviewer')
  await giveRoles(held.owner, reviewer, ['reviewer'])
})
beforeEach(() => held.anew(reviewer))

/** Somebody with 2,100.00, who has saved and confirmed an address. */
async function anInvestor(name: string): Promise<Visitor> {
  const investor = await held.anInvestor(name)
  const asked = await held.owner.post(`/api/topup-user/${investor.id}`, { amount: '2000', account: 'earnings' })
  await reviewer.must(`/api/agree-approval/${asked.body.approval_id}`)
  await investor.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  const token = await held.linkIn(investor.email, OF_ADDRESS)
  await held.house.visitor().must('/api/confirm-address', { token })
  return investor
}

/** 2,000.00 are asked for, and the reviewer says that they were paid: above the limit that waits for the owner. */
async function saidPaid(investor: Visitor): Promise<{ id: string; waits: string }> {
  await investor.signIn(investor.email, PASSWORD)
  await investor.must('/api/withdraw', {
    ...{ amount: '2000', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
  })
  const [{ id, created_at: date, version }] = (await investor.get('/api/histories')).body.withdrawals
  const paid = { amount: '2000', date, status: 'completed', version, txid: id.replaceAll('-', '').repeat(2) }
  const answer = await reviewer.post(`/api/update-withdrawal/${id}`, paid)
  expect(answer.status).toBe(202)
  return { id, waits: answer.body.approval_id }
}

/** What comes of cancelling it, and what its investor has then. */
async function cancelled(investor: Visitor, id: string) {
  const { status } = await investor.post(`/api/cancel-withdrawal/${id}`)
  return { status, balance: (await investor.get('/api/balance')).body.account_balance }
}

test('a reset by link, after which nobody can agree to it, does not give the money back besides when the request has expired', async () => {
  const ann = await anInvestor('ann')
  await held.house.clock.move(25 * HOUR)
  await held.anew(reviewer)
  const { id, waits } = await saidPaid(ann)
  await held.house.visitor().must('/api/forgot-password', { email: ann.email })
  await held.reset(ann.email, ANOTHER)
  await held.anew(reviewer)
  expect((await held.owner.post(`/api/agree-approval/${waits}`)).status).toBe(409)
  await held.house.clock.move(7 * DAY)
  await held.house.runJobs()
  await held.anew(reviewer)
  await ann.signIn(ann.email, ANOTHER)
  expect(await cancelled(ann, id)).toEqual({ status: 409, balance: '100.00' })
  // an administrator decides
  expect((await held.owner.post(`/api/decline-withdrawal/${id}`, { reason: 'It was never sent' })).status).toBe(422)
  await held.owner.must(`/api/decline-withdrawal/${id}`, { reason: 'It was never sent', looked_up: waits })
  expect((await ann.get('/api/balance')).body.account_balance).toBe('2100.00')
})

test('nor does an account that is taken back day after day until then, and the payout can be recorded afterwards', async () => {
  const bob = await anInvestor('bob')
  await held.house.clock.move(80 * HOUR)
  await held.anew(reviewer)
  const { id, waits } = await saidPaid(bob)
  let [password, link, reset] = [PASSWORD, '', '']
  for (let round = 0; round < 7; round += 1) {
    await held.anew(reviewer)
    const browser = held.house.visitor()
    expect((await browser.signIn(bob.email, password)).status).toBe(200)
    await addPasskey(browser, new SoftAuthenticator('http://localhost'), { password })
    link = await held.linkIn(bob.email, OF_FACTOR, link)
    await held.house.visitor().must('/api/undo-contact-change', { token: link })
    password = `${ANOTHER} ${round}`
    reset = await held.linkIn(bob.email, RESET, reset)
    await held.house.visitor().must('/api/reset-password', { token: reset, password, password_confirmation: password })
    expect((await held.owner.post(`/api/agree-approval/${waits}`)).status).toBe(409)
    await held.house.clock.move(DAY)
  }
  await held.house.runJobs()
  await held.anew(reviewer)
  const browser = held.house.visitor()
  await browser.signIn(bob.email, password)
  expect(await cancelled(browser, id)).toEqual({ status: 409, balance: '100.00' })
  const { created_at: date, version } = (await held.owner.get(`/api/admin/withdrawals/${id}`)).body.item
  const again = { amount: '2000', date, status: 'completed', version, txid: id.replaceAll('-', '').repeat(2) }
  expect((await reviewer.post(`/api/update-withdrawal/${id}`, again)).status).toBe(422)
  const asked = await reviewer.post(`/api/update-withdrawal/${id}`, { ...again, looked_up: waits })
  await held.owner.must(`/api/agree-approval/${asked.body.approval_id}`)
  expect((await held.owner.get(`/api/admin/withdrawals/${id}`)).body.item.status).toBe('completed')
})
