import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import type { Answer, Visitor } from './support/visitor.ts'
import { makeOffer } from './support/walk.ts'
import { THOROUGH } from './support/thorough.ts'

/** The same request many times at once over HTTP, with one process on the database and with two. */
describe.each([2])('with %i app processes on one database', (processes) => {
  race(processes)
})
describe.each([1])('with %i app processes on one database', THOROUGH, (processes) => {
  race(processes)
})

function race(processes: number): void {
  let house: TestApp
  let owner: Visitor
  let inviter: Visitor
  let investor: Visitor
  let other: { visitor(): Visitor; stop(): Promise<void> } | undefined
  let choice: { plan_id: string; wallet_id: string; duration: number }

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' }, connections: TO_RACE })
    if (processes === 2) other = await house.second()
    owner = await house.owner()
    inviter = house.visitor()
    investor = house.visitor()
    await inviter.join('inviter')
    await investor.join('investor', { referral: 'inviter' })
    await makeOffer(owner, { durations_copy: '14' })
    const { plans, wallets } = (await investor.get('/api/histories')).body
    choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, duration: 14 }
  })
  afterAll(async () => {
    expect(await house.problems()).toEqual([])
    await other?.stop()
    await house.close()
  })

  /** Sends the same call at once, in turn to each process. */
  async function atOnce(times: number, who: Visitor, path: string, body?: unknown): Promise<Record<number, number>> {
    const there = other === undefined ? [who] : [who, who.at(other.visitor().url)]
    const answers: Answer[] = await Promise.all(
      Array.from({ length: times }, (_, n) => (there[n % there.length] ?? who).post(path, body)),
    )
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const newest = async (who: Visitor, list: string) => (await who.get('/api/histories')).body[list][0]
  const balance = async (who: Visitor) => (await who.get('/api/balance')).body

  test('of ten approvals of one investment exactly one passes', async () => {
    await investor.must('/api/save-investment', { ...choice, amount: '500' })
    const { id } = await newest(investor, 'investments')
    expect(await atOnce(10, owner, `/api/approve-investment/${id}`)).toEqual({ 200: 1, 409: 9 })
    expect((await balance(investor)).current_investment).toBe('500.00')
    expect((await inviter.get('/api/histories')).body.referrals).toHaveLength(1)
  })

  test('of ten approvals of one referral exactly one passes', async () => {
    const { id } = await newest(inviter, 'referrals')
    expect(await atOnce(10, owner, `/api/approve-referral/${id}`)).toEqual({ 200: 1, 409: 9 })
    expect((await balance(inviter)).ref_bal).toBe('25.00')
  })

  test('of a hundred who leave one investment by one quote exactly one passes, and of a hundred quotes all are one', async () => {
    await inviter.must('/api/save-investment', { ...choice, amount: '400' })
    const { id } = await newest(inviter, 'investments')
    await owner.must(`/api/approve-investment/${id}`)
    expect(await atOnce(100, inviter, `/api/quote-exit/${id}`)).toEqual({ 200: 100 })
    const { quote } = await inviter.must(`/api/quote-exit/${id}`)
    expect(quote).toMatchObject({ principal: '400.00', returns_to: 'earnings', early_roi: '0', kept: '0.00' })
    expect(await atOnce(100, inviter, `/api/exit-investment/${id}`, { quote_id: quote.id })).toEqual({
      200: 1,
      409: 99,
    })
    expect(await balance(inviter)).toMatchObject({ account_balance: '400.00', current_investment: '0.00' })
  })

  test('of ten reinvestments of one investment exactly one passes', async () => {
    await daysPass(house, 15)
    const { id, status } = await newest(investor, 'investments')
    expect(status).toBe('completed')
    expect(await atOnce(10, investor, `/api/reinvest-investment/${id}`)).toEqual({ 200: 1, 409: 9 })
    expect(await balance(investor)).toMatchObject({ account_balance: '28.00', current_investment: '500.00' })
  })

  test('of a hundred equal withdrawals of more than half the balance exactly one passes', async () => {
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '72' })
    const { account_balance } = await balance(investor)
    expect(account_balance).toBe('100.00')
    const ask = { amount: '51', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
    expect(await atOnce(100, investor, '/api/withdraw', ask)).toEqual({ 200: 1, 422: 99 })
    expect(await balance(investor)).toMatchObject({ account_balance: '49.00', withdrawing: '51.00' })
  })

  test('a request that comes ten times with one Idempotency-Key is done once and answered alike', async () => {
    const there = other === undefined ? [owner] : [owner, owner.at(other.visitor().url)]
    const key = { 'idempotency-key': `topup-${processes}` }
    const body = { amount: '1.23', account: 'bonus' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (there[n % there.length] ?? owner).post(`/api/topup-user/${investor.id}`, body, key),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
    expect((await balance(investor)).bonus_balanace).toBe('1.23')
    const other_ = await owner.post(`/api/topup-user/${investor.id}`, { ...body, amount: '2' }, key)
    expect(other_.status).toBe(422)
  })
}
