/** @module-tag thorough */
/** Somebody who knows an investor's password, and nothing else, moves the account to a mailbox of their own; over HTTP. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { addApp, addPasskey, signInByPasskey } from './support/factors.ts'
import { ANOTHER, OF_ADDRESS, OF_CHANGE, OF_FACTOR, openHeldHouse, PASSWORD } from './support/held-house.ts'
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

/** A browser elsewhere in which the password was typed, which is all that the thief has. */
async function aThief(of: Visitor): Promise<Visitor> {
  const thief = held.house.visitor()
  expect((await thief.signIn(of.email, PASSWORD)).status).toBe(200)
  return thief
}

/** The thief adds a passkey, then has the mail go to them, and confirms an address of their own from there. */
async function takeOver(victim: Visitor, stolen: string): Promise<{ device: SoftAuthenticator; takeBack: string }> {
  const thief = await aThief(victim)
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(thief, device, { password: PASSWORD })
  await held.house.clock.move(MINUTE)
  await signInByPasskey(thief, device)
  await thief.must('/api/begin-email-change', { email: stolen, password: PASSWORD })
  await thief.must('/api/confirm-email-change', { code: await thief.codeFrom('.eml', stolen) })
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  const confirm = await held.linkIn(stolen, OF_ADDRESS)
  await held.house.visitor().must('/api/confirm-address', { token: confirm })
  return { device, takeBack: await held.linkIn(victim.email, OF_CHANGE) }
}

test('a factor that was added before the change is gone once the owner has taken the account back and chosen a password', async () => {
  const amy = await held.anInvestor('amy')
  const email = amy.email
  const { device, takeBack } = await takeOver(amy, 'amys-thief@mail.plumb.test')
  await held.house.clock.move(HOUR)
  await held.house.visitor().must('/api/undo-contact-change', { token: takeBack })
  await held.reset(email, ANOTHER)
  // what the owner meets, and the thief
  const back = await held.house.visitor().signIn(email, ANOTHER)
  const thief = await signInByPasskey(held.house.visitor(), device)
  expect({ owner: back.body.message ?? 'signed in', thief: thief.status }).toEqual({
    owner: expect.not.stringMatching('factor'),
    thief: 401,
  })
})

test('nothing is paid to an address that the thief has confirmed from their own mailbox', async () => {
  const bea = await held.anInvestor('bea')
  const email = bea.email
  const { device, takeBack } = await takeOver(bea, 'beas-thief@mail.plumb.test')
  await held.house.clock.move(HOUR)
  await held.house.visitor().must('/api/undo-contact-change', { token: takeBack })
  await held.reset(email, ANOTHER)
  await held.house.clock.move(25 * HOUR)
  await held.anew(reviewer)
  const thief = held.house.visitor()
  await signInByPasskey(thief, device)
  const asked = await thief.post('/api/withdraw', {
    ...{ amount: '90', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' },
  })
  const withdrawals = (await held.books.query('SELECT id FROM withdrawal WHERE user_id = $1', [bea.id])).rows
  const approved = withdrawals[0] && (await held.owner.post(`/api/approve-withdrawal/${withdrawals[0].id}`))
  expect({ asked: asked.status, approved: approved?.status }).not.toEqual({ asked: 200, approved: 200 })
})

test('an address that was confirmed while the mailbox was the thief’s has to be confirmed anew, and their links are void', async () => {
  const cal = await held.anInvestor('cal')
  const thief = await aThief(cal)
  const stolen = 'cals-thief@mail.plumb.test'
  await thief.must('/api/begin-email-change', { email: stolen, password: PASSWORD })
  await thief.must('/api/confirm-email-change', { code: await thief.codeFrom('.eml', stolen) })
  await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
  const confirm = await held.linkIn(stolen, OF_ADDRESS)
  const takeBack = await held.linkIn(cal.email, OF_CHANGE)
  await held.house.visitor().must('/api/undo-contact-change', { token: takeBack })
  // a day later, from the thief's mailbox, with neither session nor password
  await held.house.clock.move(48 * HOUR)
  const answer = await held.house.visitor().post('/api/confirm-address', { token: confirm })
  expect(answer.status).toBe(422)
})

describe('the first second factor of an account is mailed about with a link that takes the account back', () => {
  const takeBack = (token: string) => held.house.visitor().post('/api/undo-contact-change', { token })
  const state = async ({ id }: Visitor) =>
    (await held.books.query('SELECT email, phone, factors, reset_required FROM app_user WHERE id = $1', [id])).rows[0]
  /** How many text messages for the receiver alone: codes and links. */
  const secretTexts = async (phone: string) =>
    (await held.books.query(`SELECT FROM message WHERE channel = 'text' AND receiver = $1 AND secret`, [phone]))
      .rowCount

  /** A thief with the password has added a passkey. Answers what the owner is mailed, too. */
  async function shutOut(name: string) {
    const owner = await held.anInvestor(name)
    const { email, phone } = owner
    await held.house.clock.move(MINUTE)
    const thief = await aThief(owner)
    const device = new SoftAuthenticator('http://localhost')
    await addPasskey(thief, device, { password: PASSWORD })
    return { owner, email, phone, thief, device, link: await held.linkIn(email, OF_FACTOR) }
  }
  async function changeEmail(thief: Visitor, to: string): Promise<void> {
    await thief.must('/api/begin-email-change', { email: to, password: PASSWORD })
    await thief.must('/api/confirm-email-change', { code: await thief.codeFrom('.eml', to) })
  }
  async function changePhone(thief: Visitor, to: string): Promise<void> {
    await thief.must('/api/begin-phone-change', { phone: to, country: 'US', password: PASSWORD })
    await thief.must('/api/confirm-phone-change', { code: await thief.codeFrom('.txt', to) })
  }
  const factorTo = (email: string) =>
    held.owner.newestMessage('.eml', email, /second\s+factor\s+(of\s+your\s+Plumb\s+account\s+was\s+added|now)/)

  test('whatever the thief has changed meanwhile: the owner chooses a password and is in, and the thief is out', async () => {
    const { owner, email, phone, thief, device, link } = await shutOut('ann')
    await changePhone(thief, '+12022345601')
    await thief.must('/api/mail-word', { word: 'plumage' })
    await changeEmail(thief, 'anns-thief@mail.plumb.test')
    await thief.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Mine' })
    await held.house.clock.move(72 * HOUR - 2 * MINUTE)
    expect((await takeBack(link)).status).toBe(200)
    expect(await state(owner)).toEqual({ email, phone, factors: [], reset_required: true })
    expect((await thief.get('/api/user')).status).toBe(401)
    expect((await signInByPasskey(held.house.visitor(), device)).status).toBe(401)
    expect((await held.house.visitor().signIn(email, PASSWORD)).status).not.toBe(200)
    await held.reset(email, ANOTHER)
    const back = held.house.visitor()
    expect((await back.signIn(email, ANOTHER)).body).toMatchObject({ user: { id: owner.id } })
    const { addresses, paused } = (await back.get('/api/withdrawal-conditions')).body
    expect({ addresses, reason: paused.reason }).toEqual({ addresses: [], reason: 'recovery' })
    expect((await back.get('/api/mail-word')).body.word).toBeNull()
    expect((await back.get('/api/activity')).body.items).toContainEqual(
      expect.objectContaining({ action: 'take back factor', by: 'you' }),
    )
  })

  test('once, of a hundred at the same moment too, and for 72 hours', async () => {
    const [bob, cat] = [await shutOut('bob'), await shutOut('cat')]
    const answers = await Promise.all(Array.from({ length: 100 }, () => takeBack(bob.link)))
    const [done, refused] = [200, 422].map((status) => answers.filter((answer) => answer.status === status).length)
    expect([done, refused]).toEqual([1, 99])
    await held.house.clock.move(72 * HOUR)
    const late = await takeBack(cat.link)
    expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('72 hours have passed')])
    expect((await state(cat.owner)).factors).toEqual(['passkey'])
  })

  test('to the phone as well, and about no later factor, which is added by a proof of one that its owner has', async () => {
    const { email, phone, thief, link } = await shutOut('dee')
    const text = await held.owner.newestMessage('.txt', phone, /undo-change/)
    expect(/undo-change\?token=([\w-]{43})/.exec(text)?.[1]).toBe(link)
    await held.house.clock.move(MINUTE)
    await addApp(thief, held.house.clock.now(), { name: 'Second' })
    const mail = await held.owner.newestMessage('.eml', email, /authenticator\s+app\s+Second/)
    expect(mail).toMatch(/This\s+mail\s+has\s+no\s+link/)
  })

  test.each(['of the factor first', 'of the change first', 'at once'])(
    'and so does the link about a change of address after it: %s, the account is taken back',
    async (order) => {
      const { owner, email, phone, thief, link } = await shutOut(`fay-${order.replaceAll(' ', '-')}`)
      await held.house.clock.move(MINUTE)
      await changeEmail(thief, `thief-of-${email}`)
      const links = [link, await held.linkIn(email, OF_CHANGE)]
      if (order === 'of the change first') links.reverse()
      const answers =
        order === 'at once'
          ? await Promise.all(links.map(takeBack))
          : [await takeBack(links[0] ?? ''), await takeBack(links[1] ?? '')]
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
      expect(await state(owner)).toEqual({ email, phone, factors: [], reset_required: true })
    },
  )

  test('but not to an address that the thief has moved the mail to, whose link would take it from its owner again', async () => {
    const eve = await held.anInvestor('eve-moved')
    const { email } = eve
    const stolen = 'eves-mover@mail.plumb.test'
    const thief = await aThief(eve)
    await changeEmail(thief, stolen)
    const change = await held.linkIn(email, OF_CHANGE)
    await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
    expect(await factorTo(stolen)).toMatch(/This\s+mail\s+has\s+no\s+link/)
    // it went to the address that the account goes back to, beside the link about the change
    expect(await held.linkIn(email, OF_FACTOR)).not.toBe(change)
    expect((await takeBack(change)).status).toBe(200)
    expect(await state(eve)).toMatchObject({ email, factors: [] })
  })

  test('and where the thief has moved the number before, it goes to the number of before and sets it back', async () => {
    const gil = await held.anInvestor('gil')
    const { email, phone } = gil
    const thief = await aThief(gil)
    const stolen = '+12022345602'
    await changePhone(thief, stolen)
    const texted = await secretTexts(stolen)
    // the link about the number is over soon
    await held.house.clock.move(71 * HOUR)
    await thief.signIn(email, PASSWORD)
    await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
    const link = await held.linkIn(email, OF_FACTOR)
    expect(await secretTexts(stolen)).toBe(texted)
    expect(await held.owner.newestMessage('.txt', phone, /undo-change/)).toContain(link)
    await held.house.clock.move(70 * HOUR)
    expect((await takeBack(link)).status).toBe(200)
    expect(await state(gil)).toMatchObject({ email, phone, factors: [] })
  })

  test('also where the thief has removed that factor, and another first one has brought a link in the place of the first', async () => {
    const { owner, email, phone, thief, link } = await shutOut('hal')
    const [{ id }] = (await thief.get('/api/factors')).body.factors
    await thief.must(`/api/remove-factor/${id}`)
    await changePhone(thief, '+12022345603')
    await held.house.clock.move(MINUTE)
    await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
    const later = await held.linkIn(email, OF_FACTOR, link)
    expect((await takeBack(link)).status).toBe(422)
    expect((await takeBack(later)).status).toBe(200)
    expect(await state(owner)).toMatchObject({ email, phone, factors: [] })
  })

  test('three times a day, and after that none is added: its link would go to the mailbox alone', async () => {
    const { owner, phone, thief, link } = await shutOut('ivy')
    const removeIt = async () => {
      const [{ id }] = (await thief.get('/api/factors')).body.factors
      await thief.must(`/api/remove-factor/${id}`)
    }
    const addIt = () => addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
    const first = (await secretTexts(phone)) ?? 0
    for (let round = 0; round < 2; round += 1) {
      await removeIt()
      await addIt()
    }
    expect(await secretTexts(phone)).toBe(first + 2)
    await removeIt()
    await expect(addIt()).rejects.toThrow(/429[^]*Try again tomorrow/)
    expect(await state(owner)).toMatchObject({ factors: [] })
    // the newest link is good still
    const newest = await held.linkIn(owner.email, OF_FACTOR, link)
    expect((await takeBack(newest)).status).toBe(200)
  })

  test('not of an account that was closed, and without a link to choose a password where sign-in is blocked', async () => {
    const [jon, kim] = [await shutOut('jon'), await shutOut('kim')]
    await held.owner.must(`/api/deduct-user/${jon.owner.id}`, { amount: '100', account: 'earnings' })
    await jon.thief.must('/api/close-account', { password: PASSWORD })
    expect((await takeBack(jon.link)).status).toBe(422)
    await reviewer.must(`/api/block-user/${kim.owner.id}`, { reason: 'Reported as stolen' })
    expect((await takeBack(kim.link)).status).toBe(200)
    expect(await state(kim.owner)).toMatchObject({ factors: [] })
    const { rows } = await held.books.query(`SELECT FROM reset_link WHERE user_id = $1 AND used_at IS NULL`, [
      kim.owner.id,
    ])
    expect(rows).toEqual([])
  })

  test('of an administrator too, of which every owner is told', async () => {
    const lee = await held.anInvestor('lee')
    await giveRoles(held.owner, lee, ['support'])
    const thief = await aThief(lee)
    await addPasskey(thief, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
    await takeBack(await held.linkIn(lee.email, OF_FACTOR))
    expect(await state(lee)).toMatchObject({ factors: [], reset_required: true })
    await held.owner.newestMessage('.eml', held.owner.email, /account\s+taken\s+back/)
  })
})
