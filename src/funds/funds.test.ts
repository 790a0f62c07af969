/** The operator's own money over HTTP: what is said of it, who may touch it, and the same call many times at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { fromWire } from '#money/micro-usd.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from '../../test/support/app.ts'
import { everyKindOfPerson, type People } from '../../test/support/people-over-http.ts'
import { mustBoth } from '../../test/support/roles.ts'
import { type Answer, Visitor } from '../../test/support/visitor.ts'

let house: TestApp
let people: People
let wallet: string
let planId: string
let atFirst: Answer

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  people = await everyKindOfPerson(house)
  atFirst = await people.support.get('/api/admin/funds')
  // two who have to agree are in waiting-money.test.ts
  const { owner, reviewer } = people
  const limit = { value: '1000000', reason: 'for these tests' }
  await mustBoth(owner, reviewer, '/api/update-setting/second_approval_limit', limit)
  await mustBoth(owner, reviewer, '/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await mustBoth(owner, reviewer, '/api/create-plan', {
    ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '14', ref_bonus: '5' },
    ...{ description: '', daily_roi: '0.4' },
  })
  const offer = (await people.investor.get('/api/histories')).body
  wallet = offer.wallets[0].id
  planId = offer.plans[0].id
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

const funds = async () => (await people.support.get('/api/admin/funds')).body
const postings = (account: string, more = '') =>
  people.support.get(`/api/admin/postings?account=${encodeURIComponent(account)}${more}`)
const record = (given: object, headers = {}) => {
  const body = { wallet_id: wallet, direction: 'in', account: 'capital', reason: 'to begin with', ...given }
  return people.owner.post('/api/record-funds', body, headers)
}
async function saved(amount: string, who = people.investor): Promise<string> {
  await who.must('/api/save-investment', { plan_id: planId, wallet_id: wallet, amount, duration: 14 })
  return (await who.get('/api/histories')).body.investments[0].id
}
async function declined(received: string, who = people.investor): Promise<string> {
  const id = await saved('500', who)
  await people.reviewer.must(`/api/decline-investment/${id}`, { reason: 'too little', received })
  return id
}

test('a new house has nothing and owes nothing', () => {
  expect(atFirst).toMatchObject({
    status: 200,
    body: { wallets: [], suspense: [], recorded: [], custody: '0.00', owed: '0.00', coverage: null },
  })
})

test('what is recorded is listed with who, when and why, and leads to its postings', async () => {
  expect((await record({ amount: '1000' })).body.message).toBe('$1,000.00 into Bitcoin recorded.')
  expect((await record({ amount: '40', direction: 'out', account: 'fees', reason: 'of the network' })).status).toBe(200)
  const { recorded, accounts, wallets, owed, coverage } = await funds()
  expect(recorded).toMatchObject([
    {
      ...{ direction: 'out', account: 'fees', amount: '40.00', reason: 'of the network' },
      ...{ by: { name: people.owner.name }, wallet: { id: wallet, wallet_name: 'Bitcoin' } },
    },
    { direction: 'in', account: 'capital', amount: '1000.00', reason: 'to begin with' },
  ])
  expect(accounts).toMatchObject({ capital: '1000.00', fees: '-40.00', yield: '0.00' })
  expect(wallets[0]).toMatchObject({ custody: '960.00', suspense: '0.00', to_pay: '0.00', shortfall: '0.00' })
  expect([owed, coverage]).toEqual(['0.00', null])
  const { body } = await postings(`custody/${wallet}`)
  expect(body).toMatchObject({ balance: '960.00', account: { kind: 'custody', of: { name: 'Bitcoin' } } })
  expect(body.items).toMatchObject([
    {
      ...{ sequence: 2, amount: '-40.00', balance_after: '960.00', kind: 'funds out', reason: 'of the network' },
      ...{ by: { name: people.owner.name }, record: { kind: 'wallet', id: wallet } },
      others: [{ name: 'income/fees', amount: '-40.00' }],
    },
    { sequence: 1, amount: '1000.00', balance_after: '1000.00' },
  ])
})

test('postings come in pages whose balances run on; accounts that are not there and wrong cursors are refused', async () => {
  const first = (await postings(`custody/${wallet}`, '&limit=1')).body
  expect(first.items).toHaveLength(1)
  const second = (await postings(`custody/${wallet}`, `&limit=1&cursor=${first.next_cursor}`)).body
  expect(Number(second.items[0].balance_after) + Number(first.items[0].amount)).toBe(
    Number(first.items[0].balance_after),
  )
  expect(second.next_cursor).toBeNull()
  expect((await postings('custody/nobody')).status).toBe(404)
  expect((await postings(`custody/${wallet}`, '&cursor=0')).status).toBe(422)
  expect((await postings(`custody/${wallet}`, `&cursor=${'9'.repeat(18)}`)).body.items).toHaveLength(2)
  expect((await postings("' OR true --")).status).toBe(404)
  expect((await people.support.get('/api/admin/postings')).status).toBe(422)
  const owner = await postings(`investor/${people.investor.id}/earnings`)
  expect(owner.body).toMatchObject({ account: { kind: 'earnings', of: { name: people.investor.name } }, items: [] })
})

test('ten times the same recording at once is recorded once under its key, and never takes out more than is there', async () => {
  const before = (await funds()).wallets[0].custody
  const key = Visitor.key()
  const same = await Promise.all(Array.from({ length: 10 }, () => record({ amount: '7' }, key)))
  expect(same.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect((await funds()).wallets[0].custody).toBe((Number(before) + 7).toFixed(2))
  const out = await Promise.all(
    Array.from({ length: 10 }, () => record({ amount: '300', direction: 'out', reason: 'taken out' })),
  )
  expect(out.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = out.find(({ status }) => status === 409)
  expect(refused?.body.message).toContain('below zero by $233.00')
  for (const wrong of [
    { amount: '-1' },
    { amount: '0' },
    { amount: '1', account: 'yield' },
    { amount: '1', reason: ' ' },
  ]) {
    expect((await record(wrong)).status).toBe(422)
  }
})

test('suspense is listed with whose it is and what it could be used for, refunded and used; everybody else is refused', async () => {
  const id = await declined('450.5')
  const next = await saved('200')
  const [item, ...others] = (await funds()).suspense
  expect(others).toEqual([])
  expect(item).toMatchObject({
    ...{ id, received: '450.50', refunded: '0.00', used: '0.00', held: '450.50', reason: 'too little' },
    ...{ user: { name: people.investor.name }, wallet: { id: wallet }, uses: [{ id: next, amount: '200.00' }] },
  })
  for (const who of [people.support, people.investor, people['owner, one half'], people['signed out']]) {
    const answers = [
      await who.post(`/api/refund-suspense/${id}`, { reason: 'x' }),
      await who.post(`/api/approve-investment/${next}`, { from_suspense: id }),
    ]
    for (const { status } of answers) expect([401, 403]).toContain(status)
  }
  expect((await people.investor.get('/api/admin/funds')).status).toBe(403)
  expect((await people.reviewer.post(`/api/refund-suspense/${id}`, { reason: 'x', amount: '450.51' })).status).toBe(409)
  expect((await people.reviewer.post(`/api/refund-suspense/${id}`, { amount: '1' })).status).toBe(422)

  const markup = '<img src=x onerror=alert(1)>'
  const part = await people.reviewer.must(`/api/refund-suspense/${id}`, {
    reason: markup,
    amount: '100.5',
    txid: 'abc',
  })
  expect(part.message).toBe('The refund of $100.50 is recorded. $350.00 is still held.')
  expect((await people.support.get(`/api/admin/suspense-for/${next}`)).body.items).toMatchObject([
    { id, held: '350.00' },
  ])
  await people.reviewer.must(`/api/approve-investment/${next}`, { from_suspense: id })
  const mine = (await people.investor.get('/api/histories')).body.investments
  expect(mine.find((one: { id: string }) => one.id === id)).toMatchObject({ held: '150.00', received: '450.50' })
  const story = (await people.investor.get(`/api/investment-story/${next}`)).body.postings
  expect(story[0].entries).toContainEqual(expect.objectContaining({ account: 'suspense', amount: '-200.00' }))
  const told = (await people.investor.get(`/api/investment-story/${id}`)).body.postings
  expect(told.at(-1)).toMatchObject({ kind: 'investment refunded', reason: markup })
  const rest = await people.reviewer.must(`/api/refund-suspense/${id}`, { reason: 'the rest' })
  expect(rest.message).toBe('The refund of $150.00 is recorded. Nothing more is held.')
  expect((await funds()).suspense).toEqual([])
})

test('money held for one’s own investment is handled by another', async () => {
  const own = await declinedOf(people.reviewer)
  const refused = await people.reviewer.post(`/api/refund-suspense/${own}`, { reason: 'mine' })
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('Another administrator') } })
  expect((await people.owner.post(`/api/refund-suspense/${own}`, { reason: 'sent back' })).status).toBe(200)
})
async function declinedOf(who: Visitor): Promise<string> {
  const id = await saved('500', who)
  await people.owner.must(`/api/decline-investment/${id}`, { received: '5' })
  return id
}

test('what approved withdrawals lack is said of the wallet, and stops the payment until funds come in', async () => {
  await daysPass(house, 10)
  await people.investor.signIn(people.investor.email, 'correct horse battery')
  await people.owner.signIn('owner@plumb.test', 'correct horse battery')
  await people.reviewer.signIn(people.reviewer.email, 'correct horse battery')
  await people.support.signIn(people.support.email, 'correct horse battery')
  const { custody } = (await funds()).wallets[0]
  // it is owed to investors, so nobody takes it out alone
  await mustBoth(people.owner, people.reviewer, '/api/record-funds', {
    ...{ wallet_id: wallet, direction: 'out', account: 'capital', amount: custody, reason: 'all of it' },
  })
  await people.investor.must('/api/withdraw', {
    ...{ amount: '5', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
  })
  const [{ id, created_at, wallet_id }] = (await people.investor.get('/api/histories')).body.withdrawals
  expect(wallet_id).toBe(wallet)
  expect((await funds()).wallets[0]).toMatchObject({ to_pay: '0.00', shortfall: '0.00' })
  await people.reviewer.must(`/api/approve-withdrawal/${id}`)
  expect((await funds()).wallets[0]).toMatchObject({ custody: '0.00', to_pay: '5.00', shortfall: '5.00' })
  const pay = { amount: '5', date: created_at, status: 'completed' }
  const stopped = await people.reviewer.post(`/api/update-withdrawal/${id}`, pay)
  expect(stopped).toMatchObject({ status: 409, body: { message: expect.stringContaining('$5.00') } })
  await record({ amount: '5', account: 'returns', reason: 'earned' })
  await people.reviewer.must(`/api/update-withdrawal/${id}`, pay)
  expect((await funds()).wallets[0]).toMatchObject({ custody: '0.00', to_pay: '0.00', shortfall: '0.00' })
  const { owed, accounts, coverage } = await funds()
  expect(Number(owed)).toBeGreaterThan(200)
  expect(accounts.returns).toBe('5.00')
  expect(coverage).toBe('0')
})

test('what is owed is the dashboard’s figure: what accounts hold, what has been earned since, and what suspense holds', async () => {
  await house.clock.move(HOUR)
  const { owed, accrued, held, coverage } = await funds()
  const accounts = await house.app.db
    .selectFrom('account')
    .select('balance')
    .where('name', 'like', 'investor/%')
    .execute()
  const posted = accounts.reduce((total, { balance }) => total + balance, 0n)
  expect(fromWire(accrued)).toBeGreaterThan(0n)
  expect(fromWire(owed)).toBe(posted + fromWire(accrued) + fromWire(held))
  const { body: figures } = await people.reviewer.get('/api/admin/figures')
  expect([owed, coverage]).toEqual([figures.owed.total, figures.coverage.percent])
})

test('plans and payment wallets say how many investments run', async () => {
  await mustBoth(people.owner, people.reviewer, '/api/create-plan', {
    ...{ name: 'Unused', min_amount: '100', max_amount: '200', durations_copy: '7', ref_bonus: '0' },
    ...{ description: '', daily_roi: '0.1', available: false },
  })
  expect((await people.support.get('/api/admin/plans')).body.items).toMatchObject([
    { name: 'Unused', running: 0, available: false },
    { name: 'Steady', running: 1 },
  ])
  expect((await people.support.get('/api/admin/wallets')).body.items).toMatchObject([
    { wallet_name: 'Bitcoin', running: 1 },
  ])
})
