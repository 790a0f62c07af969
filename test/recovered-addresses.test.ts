/** @module-tag thorough */
/** What a thief has asked for to an address of theirs, once the owner has recovered the account, and while they still can: nothing is paid there; over HTTP. */
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { addPasskey, signInByPasskey } from './support/factors.ts'
import { ANOTHER, OF_ADDRESS, OF_CHANGE, OF_FACTOR, openHeldHouse, PASSWORD } from './support/held-house.ts'
import { opened } from './support/opened.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(async () => {
  const there = await openHeldHouse()
  const [wallet] = (await there.owner.get('/api/admin/wallets')).body.items
  await there.owner.must('/api/record-funds', {
    ...{ wallet_id: wallet.id, amount: '10000', direction: 'in', account: 'capital', reason: 'To pay with' },
  })
  return there
})
beforeEach(() => held.anew())

/** A browser of somebody who knows the password. */
async function signedIn({ email }: Visitor): Promise<Visitor> {
  const browser = held.house.visitor()
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
  return browser
}
const save = (browser: Visitor) =>
  browser.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Ledger' })
async function mailAgain(browser: Visitor): Promise<void> {
  const [entry] = (await browser.get('/api/withdrawal-conditions')).body.addresses
  await browser.must(`/api/mail-address-link/${entry.id}`)
}
const confirm = (token: string) => held.house.visitor().post('/api/confirm-address', { token })
async function later(milliseconds: number): Promise<void> {
  await held.house.clock.move(milliseconds)
  await held.anew()
}
/** Their address, saved in this browser and confirmed from the mailbox. */
async function saveAndConfirm(browser: Visitor, { email }: { email: string }): Promise<void> {
  await save(browser)
  expect((await confirm(await held.linkIn(email, OF_ADDRESS))).status).toBe(200)
}
/** Their address, saved days ago and confirmed by a mail of now. Answers the browser, in which the thief may sit. */
async function confirmDaysLater(who: Visitor): Promise<Visitor> {
  await save(await signedIn(who))
  const first = await held.linkIn(who.email, OF_ADDRESS)
  await later(8 * DAY)
  const browser = await signedIn(who)
  await mailAgain(browser)
  const link = await held.linkIn(who.email, OF_ADDRESS, first)
  expect((await confirm(link)).status).toBe(200)
  return browser
}

/** Asks for all of the balance. Answers the withdrawal's id. */
async function ask(browser: Visitor, { id }: Visitor): Promise<string> {
  await browser.must('/api/withdraw', {
    ...{ amount: '100', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
  })
  const query = `SELECT id FROM withdrawal WHERE user_id = $1 AND status = 'pending'`
  return (await held.books.query(query, [id])).rows[0].id
}

/** To an address that was confirmed and has settled, all of the balance was asked for and approved. Answers the withdrawal's id. */
async function approved(who: Visitor): Promise<string> {
  const id = await ask(await signedIn(who), who)
  await confirm(await held.linkIn(who.email, OF_ADDRESS))
  await later(25 * HOUR)
  await held.owner.must(`/api/approve-withdrawal/${id}`)
  return id
}
const found = async (id: string) => (await held.owner.get(`/api/admin/withdrawals/${id}`)).body.item
async function edit(id: string, status: 'pending' | 'approved' | 'completed' | 'declined') {
  const { created_at: date, version } = await found(id)
  const txid = status === 'completed' ? { txid: id.replaceAll('-', '').repeat(2) } : {}
  return held.owner.post(`/api/update-withdrawal/${id}`, { amount: '100', date, status, version, ...txid })
}
async function removeFromBook(browser: Visitor): Promise<void> {
  const [entry] = (await browser.get('/api/withdrawal-conditions')).body.addresses
  await browser.must(`/api/remove-address/${entry.id}`)
}
const listed = async (id: string) =>
  String((await held.owner.get('/api/admin/withdrawals/payout-list')).body).includes(id)
/** How many payouts wait for somebody, as the menu counts them, and what the wallets have to pay. */
const toBePaid = async () => {
  const { payouts } = (await held.owner.get('/api/admin/waiting')).body
  const { wallets } = (await held.owner.get('/api/admin/funds')).body
  return [payouts.count, payouts.all, Number(wallets[0].to_pay)]
}
const background = async (id: string) => (await held.owner.get(`/api/admin/withdrawal-background/${id}`)).body

/** The two ways in which an owner has their account again, each with the password that they choose. */
const RECOVERIES = {
  'chosen another password by a link': async ({ email }: Visitor) => {
    await later(HOUR)
    await held.house.visitor().must('/api/forgot-password', { email })
    await held.reset(email, ANOTHER)
  },
  // nothing is approved for a day: what is refused afterwards is refused for another reason
  'taken the account back, also when the day is over': async (who: Visitor) => {
    await addPasskey(await signedIn(who), new SoftAuthenticator('http://localhost'), { password: PASSWORD })
    await held.house.visitor().must('/api/undo-contact-change', { token: await held.linkIn(who.email, OF_FACTOR) })
    await held.reset(who.email, ANOTHER)
    await later(25 * HOUR)
  },
}
const REMOVED = {
  status: 409,
  body: {
    message: expect.stringMatching(/^The address of this withdrawal was removed to protect its account/),
  },
}

describe.each(Object.entries(RECOVERIES))('once the owner has %s', (how, recover) => {
  const name = (first: string) => `${first}-${how.split(' ', 1)[0]}`

  test('a withdrawal that was asked for when its address had settled is not approved', async () => {
    const ann = await held.anInvestor(name('ann'))
    await saveAndConfirm(await signedIn(ann), ann)
    await later(25 * HOUR)
    const id = await ask(await signedIn(ann), ann)
    // it waits for nothing, and nobody is told that it does
    expect((await held.owner.get(`/api/admin/withdrawals/${id}`)).body.item.held).toBeNull()
    await recover(ann)
    expect(await held.owner.post(`/api/approve-withdrawal/${id}`)).toMatchObject(REMOVED)
  })

  test('nor is one to an address that was saved days before, and confirmed from the mailbox in the thief’s hour', async () => {
    const ben = await held.anInvestor(name('ben'))
    const thief = await confirmDaysLater(ben)
    const id = await ask(thief, ben)
    await recover(ben)
    expect(await held.owner.post(`/api/approve-withdrawal/${id}`)).toMatchObject(REMOVED)
  })

  test('an approved one is in no payout list, is not marked as paid, and says why; set back, its owner cancels it', async () => {
    const eve = await held.anInvestor(name('eve'))
    const id = await approved(eve)
    expect([await listed(id), (await background(id)).address_distrusted_at]).toEqual([true, null])
    const [count, all, sum] = await toBePaid()
    expect((await found(id)).address_distrusted).toBe(false)
    await recover(eve)
    expect([await listed(id), (await background(id)).address_distrusted_at]).toEqual([false, expect.any(String)])
    // nor in what is counted and summed as to be paid; the desk says why
    expect(await toBePaid()).toEqual([count - 1, all - 1, sum - 100])
    expect((await found(id)).address_distrusted).toBe(true)
    const refused = await edit(id, 'completed')
    expect(refused).toMatchObject(REMOVED)
    expect(refused.body.message).toMatch(/Don’t pay it: set it back to pending or reject it\.$/)
    // nor by whoever comes by the owner's own connection
    const statement = `UPDATE withdrawal SET status = 'completed' WHERE id = $1`
    await expect(held.books.query(statement, [id])).rejects.toMatchObject({ code: 'PLB21' })
    expect((await edit(id, 'pending')).status).toBe(200)
    await eve.signIn(eve.email, ANOTHER)
    await eve.must(`/api/cancel-withdrawal/${id}`)
    expect((await eve.get('/api/balance')).body.account_balance).toBe('100.00')
  })

  test('one that is marked as paid is not set back to approved, from where nobody could mark it again', async () => {
    const hal = await held.anInvestor(name('hal'))
    const id = await approved(hal)
    expect((await edit(id, 'completed')).status).toBe(200)
    await recover(hal)
    const refused = await edit(id, 'approved')
    expect(refused).toMatchObject(REMOVED)
    expect(refused.body.message).toMatch(/leave it as it is\. If nothing was sent, reject it\.$/)
    expect((await found(id)).status).toBe('completed')
  })

  test('also where the thief has taken their address out of the book before', async () => {
    const fay = await held.anInvestor(name('fay'))
    const id = await approved(fay)
    await removeFromBook(await signedIn(fay))
    await recover(fay)
    expect(await edit(id, 'completed')).toMatchObject(REMOVED)
  })

  test('the link of an address that nobody had confirmed by then confirms it no more', async () => {
    const cal = await held.anInvestor(name('cal'))
    await ask(await signedIn(cal), cal)
    const kept = await held.linkIn(cal.email, OF_ADDRESS)
    await later(4 * DAY)
    await recover(cal)
    expect((await confirm(kept)).status).toBe(422)
  })
})

describe.each([
  ['require-reset', {}],
  ['block-user', { reason: 'Stolen' }],
] as const)('once support has stopped a stolen sign-in by %s', (verb, body) => {
  test('an approved withdrawal to an address of the 72 hours before is not paid, however late its owner chooses a password', async () => {
    const ned = await held.anInvestor(`ned-${verb}`)
    const id = await approved(ned)
    await held.owner.must(`/api/${verb}/${ned.id}`, body)
    expect(await edit(id, 'completed')).toMatchObject(REMOVED)
    await held.house.clock.move(80 * HOUR)
    await held.anew()
    if (verb === 'block-user') await held.owner.must(`/api/unblock-user/${ned.id}`, { reason: 'It is theirs again' })
    await held.house.visitor().must('/api/forgot-password', { email: ned.email })
    await held.reset(ned.email, ANOTHER)
    await held.anew()
    expect(await edit(id, 'completed')).toMatchObject(REMOVED)
  })

  test('an address that had been confirmed for longer stays', async () => {
    const oda = await held.anInvestor(`oda-${verb}`)
    await save(await signedIn(oda))
    await confirm(await held.linkIn(oda.email, OF_ADDRESS))
    await held.house.clock.move(73 * HOUR)
    await held.anew()
    const id = await ask(await signedIn(oda), oda)
    await held.owner.must(`/api/${verb}/${oda.id}`, body)
    await held.owner.must(`/api/approve-withdrawal/${id}`)
  })
})

test('an address is held from its confirmation on, however long ago it was saved', async () => {
  const dan = await held.anInvestor('dan')
  const thief = await confirmDaysLater(dan)
  const until = new Date(held.house.clock.now().getTime() + 24 * HOUR).toISOString()
  const mail = await held.owner.newestMessage('.eml', dan.email, /and\s+for\s+24\s+hours\s+after\s+that/)
  expect(mail).not.toMatch(/Nothing\s+is\s+paid\s+to\s+it\s+before/)
  const id = await ask(thief, dan)
  const { item } = (await held.owner.get(`/api/admin/withdrawals/${id}`)).body
  expect(item.held).toMatchObject({ confirmed: true, until })
  const approve = () => held.owner.post(`/api/approve-withdrawal/${id}`)
  expect((await approve()).body.message).toMatch(/^This address is new, and its hold isn’t over\./)
  await later(24 * HOUR)
  expect((await approve()).status).toBe(200)
})

test('an approved withdrawal is paid although its investor has removed the address from the book since', async () => {
  const gus = await held.anInvestor('gus')
  const id = await approved(gus)
  await removeFromBook(await signedIn(gus))
  expect([await listed(id), (await background(id)).address_distrusted_at]).toEqual([true, null])
  expect((await edit(id, 'completed')).status).toBe(200)
})

/** What the mailbox or the phone can take back for 72 hours. Each answers how the thief signs in then, and the link's token. */
const DISPUTES = {
  'a change of the email address': async (thief: Visitor, { email }: { email: string }) => {
    const theirs = `thief-of-${email}`
    await thief.must('/api/begin-email-change', { email: theirs, password: PASSWORD })
    await thief.must('/api/confirm-email-change', { code: await thief.codeFrom('.eml', theirs) })
    const again = (browser: Visitor) => browser.signIn(theirs, PASSWORD)
    return { again, mailbox: theirs, takeBack: await held.linkIn(email, OF_CHANGE) }
  },
  'a first second factor': async (thief: Visitor, { email }: { email: string }) => {
    const device = new SoftAuthenticator('http://localhost')
    await addPasskey(thief, device, { password: PASSWORD })
    const again = (browser: Visitor) => signInByPasskey(browser, device)
    return { again, mailbox: email, takeBack: await held.linkIn(email, OF_FACTOR) }
  },
}
const HELD = {
  status: 409,
  body: { message: expect.stringMatching(/^This address is new, and its hold isn’t over\./) },
}

describe.each(Object.entries(DISPUTES))(
  'while %s can be taken back, nothing is approved to an address',
  (of, begin) => {
    const name = (first: string) => `${first}-${of.split(' ').at(-1)}`
    const takeBack = (token: string) => held.house.visitor().must('/api/undo-contact-change', { token })
    const approve = (id: string) => held.owner.post(`/api/approve-withdrawal/${id}`)

    /** An address that was kept a week before anything was asked of addresses. */
    async function keptBefore({ id }: Visitor): Promise<void> {
      await held.books.query(
        `INSERT INTO payout_address (id, user_id, network, address, created_at, usable_at)
         VALUES (gen_random_uuid(), $1, 'bitcoin', $2, database_now(), database_now())`,
        [id, THEIR_BITCOIN],
      )
      await later(8 * DAY)
    }

    /** A thief, signed in anew, asks for all of it; nothing is approved, and the owner takes the account back. */
    async function heldUntilTakenBack(who: Visitor, dispute: Awaited<ReturnType<typeof begin>>): Promise<void> {
      const thief = held.house.visitor()
      expect((await dispute.again(thief)).status).toBe(200)
      const id = await ask(thief, who)
      expect(await approve(id)).toMatchObject(HELD)
      await takeBack(dispute.takeBack)
      await later(25 * HOUR)
      expect(await approve(id)).toMatchObject(REMOVED)
    }

    test('that was added and confirmed after it, and the taking back removes it', async () => {
      const hew = await held.anInvestor(name('hew'))
      const thief = await signedIn(hew)
      const dispute = await begin(thief, { ...hew })
      await saveAndConfirm(thief, { email: dispute.mailbox })
      // the pause and the hours of the address are over
      await later(25 * HOUR)
      await heldUntilTakenBack(hew, dispute)
    })

    test('that was confirmed a minute before it, and the taking back removes it', async () => {
      const ida = await held.anInvestor(name('ida'))
      const thief = await signedIn(ida)
      await saveAndConfirm(thief, ida)
      await held.house.clock.move(MINUTE)
      const dispute = await begin(thief, { ...ida })
      await later(71 * HOUR)
      await heldUntilTakenBack(ida, dispute)
    })

    test('that had settled before it, also what was asked for by then; once it cannot be taken back, it is', async () => {
      const jil = await held.anInvestor(name('jil'))
      await saveAndConfirm(await signedIn(jil), jil)
      await later(25 * HOUR)
      const thief = await signedIn(jil)
      const id = await ask(thief, jil)
      await begin(thief, { ...jil })
      const until = new Date(held.house.clock.now().getTime() + 72 * HOUR).toISOString()
      expect((await found(id)).held).toMatchObject({ until })
      await later(71 * HOUR)
      expect(await approve(id)).toMatchObject(HELD)
      expect(await edit(id, 'completed')).toMatchObject(HELD)
      await later(HOUR)
      expect((await approve(id)).status).toBe(200)
    })

    test('that was kept before anything was asked of addresses, once it is confirmed meanwhile', async () => {
      const mia = await held.anInvestor(name('mia'))
      await keptBefore(mia)
      const thief = await signedIn(mia)
      const dispute = await begin(thief, { ...mia })
      const until = held.house.clock.now().getTime() + 72 * HOUR
      await mailAgain(thief)
      expect((await confirm(await held.linkIn(dispute.mailbox, OF_ADDRESS))).status).toBe(200)
      const [entry] = (await thief.get('/api/withdrawal-conditions')).body.addresses
      expect(entry).toMatchObject({ confirmed: true, usable_at: new Date(until).toISOString() })
    })

    test('nor to one of before whose link was mailed meanwhile: the taking back removes it', async () => {
      const noa = await held.anInvestor(name('noa'))
      await keptBefore(noa)
      const thief = await signedIn(noa)
      const dispute = await begin(thief, { ...noa })
      await mailAgain(thief)
      const link = await held.linkIn(dispute.mailbox, OF_ADDRESS)
      await takeBack(dispute.takeBack)
      expect((await confirm(link)).status).toBe(422)
    })

    test('but for one that was confirmed more than 72 hours before, which taking it back would leave', async () => {
      const kay = await held.anInvestor(name('kay'))
      await saveAndConfirm(await signedIn(kay), kay)
      await later(73 * HOUR)
      const browser = await signedIn(kay)
      const id = await ask(browser, kay)
      await begin(browser, { ...kay })
      expect((await approve(id)).status).toBe(200)
    })
  },
)

test.each(['pending', 'declined'] as const)(
  'of an approved withdrawal that was set to %s, and whose address its investor has removed, nobody is told that an account was recovered',
  async (status) => {
    const lou = await held.anInvestor(`lou-${status}`)
    const id = await approved(lou)
    await removeFromBook(await signedIn(lou))
    expect((await edit(id, status)).status).toBe(200)
    const message = expect.stringMatching(/^The address of this withdrawal is no longer in its investor’s address book/)
    for (const nearer of ['approved', 'completed'] as const) {
      expect(await edit(id, nearer)).toMatchObject({ status: 409, body: { message } })
    }
    await lou.signIn(lou.email, PASSWORD)
    if (status === 'pending') await lou.must(`/api/cancel-withdrawal/${id}`)
    expect((await lou.get('/api/balance')).body.account_balance).toBe('100.00')
  },
)
