/** @module-tag thorough */
/**
 * Whom an administrator has made, or was made by, within the last three days is nobody's second person for them while there
 * is somebody else: an owner's account is enough to make one.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN } from './support/addresses.ts'
import { OWNER } from './support/app.ts'
import { openHeldHouse } from './support/held-house.ts'
import { opened } from './support/opened.ts'
import { giveRoles, invitationFor, mustBoth } from './support/roles.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(openHeldHouse)
let reviewer: Visitor
let puppet: Visitor
let thief: Visitor
let madeUp: Visitor
let people = 0

/** One owner and one reviewer, who has been one for long; and a thief in the owner's account, who makes another. */
beforeAll(async () => {
  await held.owner.must('/api/create-plan', {
    ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '14, 30', ref_bonus: '5' },
    ...{ description: '', daily_roi: '0.4' },
  })
  reviewer = held.house.visitor()
  await reviewer.join('the-reviewer')
  madeUp = held.house.visitor()
  await madeUp.join('made-up', { referral: 'the-reviewer' })
  await giveRoles(held.owner, reviewer, ['reviewer'])
})
beforeEach(async () => {
  // what was asked for before has expired
  await held.house.clock.move(8 * DAY)
  await expire()
  await held.anew(reviewer)
  thief = held.house.visitor()
  await signInAgain()
  puppet = await held.anInvestor(`puppet${(people += 1)}`)
  await giveRoles(thief, puppet, ['reviewer'])
})

afterEach(() => setRoles(puppet, []))

const wallet = async () => (await held.owner.get('/api/admin/wallets')).body.items[0]
/** Deposits are to go elsewhere: the id of the request. */
async function divert(by: Visitor): Promise<string> {
  const { id, wallet_name: name, version } = await wallet()
  const asked = await by.post(`/api/update-wallet/${id}`, { name, address: SOMEBODYS_BITCOIN, version })
  expect(asked.status).toBe(202)
  return asked.body.approval_id
}
const agree = (id: string, by: Visitor) => by.post(`/api/agree-approval/${id}`)
const seen = async (id: string, by: Visitor) => {
  const { items } = (await by.get('/api/admin/approvals')).body
  return items.find((item: { id: string }) => item.id === id)
}
const expire = () => held.house.app.jobs.find(({ name }) => name === 'approval expiry')?.run()
const signInAgain = () => thief.signIn(held.owner.email, OWNER.password)
const setRoles = (who: Visitor, roles: string[]) => thief.must(`/api/set-roles/${who.id}`, { roles })

describe('a second person whom a thief has made', () => {
  test('does not agree to where deposits go, is not asked to, and reads who does; whoever was there before does', async () => {
    const { wallet_address: address } = await wallet()
    const id = await divert(thief)
    const whyNot = `You got your role from ${OWNER.name} less than three days ago. the-reviewer has to decide.`
    expect(await agree(id, puppet)).toMatchObject({ status: 403, body: { message: whyNot } })
    expect(await seen(id, puppet)).toMatchObject({ may_decide: false, why_not: whyNot })
    expect((await puppet.get('/api/admin/waiting')).body.approvals).toMatchObject({ count: 0, all: 1 })
    expect((await wallet()).wallet_address).toBe(address)
    expect(await seen(id, reviewer)).toMatchObject({ may_decide: true, why_not: null })
    expect((await reviewer.get('/api/admin/waiting')).body.approvals).toMatchObject({ count: 1, all: 1 })
  })

  test('does not ask for what the thief agrees to, either', async () => {
    const id = await divert(puppet)
    expect(await agree(id, thief)).toMatchObject({
      status: 403,
      body: { message: `${puppet.name} got their role from you less than three days ago. the-reviewer has to decide.` },
    })
  })

  test('is nobody’s for another whom the thief has made, nor for whom that one has made', async () => {
    const made = await held.anInvestor(`made${people}`)
    await giveRoles(thief, made, ['owner'])
    const first = await divert(made)
    expect((await agree(first, puppet)).body.message).toContain('from the same person less than three days ago')
    await made.must(`/api/withdraw-approval/${first}`)
    const further = await held.anInvestor(`further${people}`)
    const invitation = { email: further.email, roles: ['reviewer'], reason: 'A colleague' }
    // of the two owners nobody else could agree
    await mustBoth(made, thief, '/api/invite-administrator', invitation)
    const { access_token } = await further.must('/api/accept-roles', { token: await invitationFor(further) })
    further.bearer = access_token
    for (const asker of [thief, made]) {
      const id = await divert(asker)
      for (const by of [further, puppet]) expect((await agree(id, by)).status).toBe(403)
      await asker.must(`/api/withdraw-approval/${id}`)
    }
    await mustBoth(thief, made, `/api/set-roles/${further.id}`, { roles: [] })
    await mustBoth(made, thief, `/api/set-roles/${puppet.id}`, { roles: [] })
    await thief.must(`/api/block-user/${made.id}`, { reason: 'Gone.' })
    await held.house.clock.move(4 * DAY)
    await held.anew(reviewer)
    await signInAgain()
    await setRoles(made, [])
  })

  test('does not become it by the roles of the others being taken and given again, nor by their being blocked', async () => {
    const id = await divert(thief)
    await setRoles(reviewer, ['support'])
    const whyNot = `You got your role from ${OWNER.name} less than three days ago.`
    expect((await agree(id, puppet)).body.message).toBe(`${whyNot} Somebody else has to decide.`)
    await setRoles(reviewer, ['reviewer'])
    expect((await agree(id, puppet)).body.message).toBe(`${whyNot} the-reviewer has to decide.`)
    const [blocked, agreed] = await Promise.all([
      thief.post(`/api/block-user/${reviewer.id}`, { reason: 'On leave.' }),
      agree(id, puppet),
    ])
    expect([blocked.status, agreed.status]).toEqual([200, 403])
    await thief.must(`/api/unblock-user/${reviewer.id}`, { reason: 'Back.' })
    expect((await agree(id, puppet)).status).toBe(403)
  })

  test('does not become it where what is asked for is also about the only one who was there before', async () => {
    const { plans, wallets } = (await madeUp.get('/api/histories')).body
    const invested = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '5000', duration: 14 }
    await madeUp.must('/api/save-investment', invested)
    const [{ id, version, created_at: date }] = (await madeUp.get('/api/histories')).body.investments
    const edit = { amount: '5000', date, status: 'approved', version }
    const { status, body } = await thief.post(`/api/update-investment/${id}`, edit)
    expect(status).toBe(202)
    // the bonus is the reviewer's, who was named when the made-up investor registered
    expect((await seen(body.approval_id, reviewer)).why_not).toMatch(/^You can’t decide on your own records/)
    const whyNot = `You got your role from ${OWNER.name} less than three days ago. Somebody else has to decide.`
    expect(await agree(body.approval_id, puppet)).toMatchObject({ status: 403, body: { message: whyNot } })
    await held.house.clock.move(3 * DAY)
    await held.anew(puppet)
    expect((await agree(body.approval_id, puppet)).status).toBe(200)
  })

  test('who was blocked before and is let in again is one, and after three days is a second person like any', async () => {
    await thief.must(`/api/block-user/${puppet.id}`, { reason: 'Not one of us.' })
    await held.house.clock.move(4 * DAY)
    await signInAgain()
    await thief.must(`/api/unblock-user/${puppet.id}`, { reason: 'Back.' })
    await puppet.signIn(puppet.email, OWNER.password)
    const id = await divert(thief)
    expect((await agree(id, puppet)).status).toBe(403)
    await held.house.clock.move(3 * DAY)
    await signInAgain()
    await puppet.signIn(puppet.email, OWNER.password)
    expect((await agree(id, puppet)).status).toBe(200)
    expect(await wallet()).toMatchObject({ wallet_address: SOMEBODYS_BITCOIN })
  })
})

test('in a house that one owner is just setting up, whom they have invited agrees', async () => {
  await thief.must(`/api/set-roles/${reviewer.id}`, { roles: [] })
  await held.house.clock.move(4 * DAY)
  await held.anew()
  await setRoles(puppet, [])
  await held.house.clock.move(4 * DAY)
  await held.anew()
  await signInAgain()
  const [one, other] = [await held.anInvestor('one'), await held.anInvestor('other')]
  for (const who of [one, other]) await giveRoles(thief, who, ['reviewer'])
  const { id, wallet_name: name, version } = await wallet()
  const body = { name, address: OUR_BITCOIN, version }
  await mustBoth(one, other, `/api/update-wallet/${id}`, body)
})
