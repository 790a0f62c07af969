/** What can still be invested in `strict`, as people are shown it, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import type { Visitor } from '../../../test/support/visitor.ts'
import { makeOffer } from '../../../test/support/walk.ts'

let house: TestApp
let owner: Visitor
let alone: Visitor
let invited: Visitor

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner, { daily_roi: '0.02', ref_bonus: '1', durations_copy: '7, 90' })
  const { wallets } = await offerTo(owner)
  await owner.must('/api/record-funds', {
    ...{ wallet_id: wallets[0].id, direction: 'in', account: 'reserve', amount: '12', reason: 'for promises' },
  })
  await owner.must('/api/set-backing', { backing: 'strict', reason: 'we only promise what we have' })
  alone = house.visitor()
  await alone.join('alone')
  invited = house.visitor()
  await invited.join('invited', { referral: 'alone' })
  await house.clock.move(MINUTE)
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

const offerTo = async (who: Visitor) => (await who.get('/api/histories')).body
const save = async (who: Visitor, amount: string) => {
  const { plans, wallets } = await offerTo(who)
  const asked = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 90 }
  return (await who.post('/api/save-investment', asked)).status
}
const cancel = async (who: Visitor) => {
  const [{ id }] = (await offerTo(who)).investments
  await who.must(`/api/cancel-investment/${id}`)
}

test('each is shown the limit at which the server refuses them: the bonus counts for whoever was invited, and for nobody else', async () => {
  // of $12: 0.02 % a day for 90 days are 1.8 %, with a bonus of 1 % 2.8 %
  const limits = [
    { who: alone, with_bonus: false, most: '666.66', more: '666.67' },
    { who: invited, with_bonus: true, most: '428.57', more: '428.58' },
  ]
  for (const { who, with_bonus, most, more } of limits) {
    const { reserve, plans } = await offerTo(who)
    expect(reserve).toEqual({ backing: 'strict', free: '12.00', with_bonus })
    expect(plans[0].left_to_invest).toBe(most)
    expect(await save(who, more)).toBe(422)
    expect(await save(who, most)).toBe(200)
    await cancel(who)
  }
  // of everybody it is what anybody can invest
  expect((await house.visitor().get('/api/invitation')).body.plans[0].left_to_invest).toBe('428.57')
  expect((await house.visitor().get('/api/books')).body.plans[0].left_to_invest).toBe('428.57')
})

test('what somebody saves and cancels is seen by nobody to the second, and counts at once', async () => {
  const shown = async () => {
    const { reserve, plans } = await offerTo(invited)
    const told = (await house.visitor().get('/api/invitation')).body
    return [reserve.free, plans[0].left_to_invest, told.reserve.free, told.plans[0].left_to_invest]
  }
  await house.clock.move(MINUTE)
  const before = await shown()
  expect(before).toEqual(['12.00', '428.57', '12.00', '428.57'])
  expect(await save(alone, '500')).toBe(200)
  expect(await shown()).toEqual(before)
  // the same for who saved it
  expect((await offerTo(alone)).reserve.free).toBe('12.00')
  expect(await save(invited, '400')).toBe(422)
  await cancel(alone)
  await house.clock.move(59 * SECOND)
  expect(await save(alone, '500')).toBe(200)
  expect(await shown()).toEqual(before)
  await house.clock.move(SECOND)
  // $9.00 are held
  expect(await shown()).toEqual(['3.00', '107.14', '3.00', '107.14'])
  await cancel(alone)
})

test('where the figures are hidden from strangers they read of what is set apart in words alone', async () => {
  const hide = { value: 'off', reason: 'Not yet' }
  await owner.must('/api/update-setting/public_books', hide)
  const told = async () => (await house.visitor().get('/api/invitation')).body
  expect(await told()).toMatchObject({
    reserve: { backing: 'strict', free: null },
    plans: [{ name: 'Steady', left_to_invest: null }],
  })
  await house.clock.move(MINUTE)
  const { reserve, plans } = await offerTo(alone)
  expect([reserve.free, plans[0].left_to_invest]).toEqual(['12.00', '666.66'])
  await owner.must('/api/update-setting/public_books', { ...hide, value: 'on' })
  expect((await told()).reserve.free).toBe('12.00')
})
