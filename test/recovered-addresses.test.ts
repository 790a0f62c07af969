/** What a thief has asked for to an address of theirs, once the owner has recovered the account: nothing is paid there; over HTTP. */
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { addPasskey } from './support/factors.ts'
import { ANOTHER, OF_ADDRESS, OF_FACTOR, openHeldHouse, PASSWORD } from './support/held-house.ts'
import { opened } from './support/opened.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(openHeldHouse)
beforeEach(() => held.anew())

/** A browser of somebody who knows the password. */
async function signedIn({ email }: Visitor): Promise<Visitor> {
  const browser = held.house.visitor()
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
  return browser
}
const save = (browser: Visitor) =>
  browser.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Ledger' })
const confirm = (token: string) => held.house.visitor().post('/api/confirm-address', { token })

/** Asks for all of the balance. Answers the withdrawal's id. */
async function ask(browser: Visitor, { id }: Visitor): Promise<string> {
  await browser.must('/api/withdraw', {
    ...{ amount: '100', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
  })
  const query = `SELECT id FROM withdrawal WHERE user_id = $1 AND status = 'pending'`
  return (await held.books.query(query, [id])).rows[0].id
}

/** The two ways in which an owner has their account again, each with the password that they choose. */
const RECOVERIES = {
  'chosen another password by a link': async ({ email }: Visitor) => {
    await held.house.clock.move(HOUR)
    await held.anew()
    await held.house.visitor().must('/api/forgot-password', { email })
    await held.reset(email, ANOTHER)
  },
  // nothing is approved for a day: what is refused afterwards is refused for another reason
  'taken the account back, also when the day is over': async (who: Visitor) => {
    await addPasskey(await signedIn(who), new SoftAuthenticator('http://localhost'), { password: PASSWORD })
    await held.house.visitor().must('/api/undo-contact-change', { token: await held.linkIn(who.email, OF_FACTOR) })
    await held.reset(who.email, ANOTHER)
    await held.house.clock.move(25 * HOUR)
    await held.anew()
  },
}
const REMOVED = {
  status: 409,
  body: {
    message: expect.stringMatching(/^The address of this withdrawal was removed when its account was recovered/),
  },
}

describe.each(Object.entries(RECOVERIES))('once the owner has %s', (how, recover) => {
  const name = (first: string) => `${first}-${how.split(' ', 1)[0]}`

  test('a withdrawal that was asked for when its address had settled is not approved', async () => {
    const ann = await held.anInvestor(name('ann'))
    await save(await signedIn(ann))
    await confirm(await held.linkIn(ann.email, OF_ADDRESS))
    await held.house.clock.move(25 * HOUR)
    await held.anew()
    const id = await ask(await signedIn(ann), ann)
    // it waits for nothing, and nobody is told that it does
    expect((await held.owner.get(`/api/admin/withdrawals/${id}`)).body.item.held).toBeNull()
    await recover(ann)
    expect(await held.owner.post(`/api/approve-withdrawal/${id}`)).toMatchObject(REMOVED)
  })
})
