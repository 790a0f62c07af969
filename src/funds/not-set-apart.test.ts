/** What is promised and not set apart, and what `strict` needs: two figures, each with one name and one value everywhere. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from '../../test/support/app.ts'
import type { Visitor } from '../../test/support/visitor.ts'

let house: TestApp
let owner: Visitor
let investor: Visitor
let wallet_id: string
let choice: object

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await owner.must('/api/create-plan', {
    ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '7', description: '' },
    ...{ ref_bonus: '0', daily_roi: '0.4' },
  })
  investor = house.visitor()
  await investor.join('amara')
  const { plans, wallets } = (await investor.get('/api/histories')).body
  wallet_id = wallets[0].id
  choice = { plan_id: plans[0].id, wallet_id, amount: '1000', duration: 7 }
  await investor.must('/api/save-investment', choice)
  const [{ id }] = (await investor.get('/api/histories')).body.investments
  await owner.must(`/api/approve-investment/${id}`)
  // of $28.00 that it promises, nothing is set apart, and three days are credited
  await daysPass(house, 3)
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

/** Each as it is when it is asked: `/books` makes its figures once a minute. */
async function figures() {
  await house.clock.move(MINUTE)
  const { reserve } = (await house.visitor().get('/api/books')).body
  const funds = (await owner.get('/api/admin/funds')).body
  return { books: reserve, funds, backing: (await owner.get('/api/admin/backing')).body }
}
async function intoReserve(amount: string): Promise<void> {
  const funds = { wallet_id, direction: 'in', account: 'reserve', reason: 'for promises' }
  await owner.must('/api/record-funds', { ...funds, amount })
}
const chooseStrict = () => owner.post('/api/set-backing', { backing: 'strict', reason: 'only what we have' })

test('what is promised and not set apart is one figure on the desk and on /books, without what was credited before', async () => {
  const { books, funds, backing } = await figures()
  expect(funds.accounts.yield).toBe('12.00')
  expect([books.not_set_apart, funds.not_set_apart]).toEqual(['16.00', '16.00'])
  expect(backing).not.toHaveProperty('not_set_apart')
})

test('what strict needs is another: it counts what was credited before, and what waits for approval', async () => {
  expect((await figures()).backing.needed_for_strict).toBe('28.00')
  await investor.must('/api/save-investment', { ...choice, amount: '100' })
  // in disclosed nothing of the reserve is held for it
  expect((await figures()).backing).toMatchObject({ needed_for_strict: '30.80', held: '0.00' })
})

test('so much brought into the reserve is enough for strict, and less is refused', async () => {
  await intoReserve('16')
  expect((await chooseStrict()).status).toBe(409)
  expect((await figures()).backing.needed_for_strict).toBe('14.80')
  await intoReserve('14.80')
  await house.runJobs()
  const covered = await figures()
  expect(covered.backing.needed_for_strict).toBe('0.00')
  expect([covered.books.not_set_apart, covered.funds.not_set_apart]).toEqual(['0.00', '0.00'])
  expect((await chooseStrict()).status).toBe(200)
})
