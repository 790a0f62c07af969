import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'
import { askForCheckQuickly } from './support/identity.ts'

/** The whole story of the product over HTTP, with exact figures, in the order in which it happens. */
describe('the story', () => {
  let house: TestApp
  let owner: Visitor
  let inviter: Visitor
  let investor: Visitor
  let tranxId: string
  let investmentId: string

  beforeAll(async () => {
    house = await startTestApp()
    owner = await house.owner()
    inviter = house.visitor()
    investor = house.visitor()
  })
  afterAll(async () => {
    await house.close()
  })

  const balance = async (who: Visitor) => (await who.get('/api/balance')).body
  const histories = async (who: Visitor) => (await who.get('/api/histories')).body

  test('an owner creates a wallet and a plan', async () => {
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    await owner.must('/api/create-plan', {
      name: 'Steady',
      min_amount: '100',
      max_amount: '5000',
      durations_copy: '7 days, 2 weeks, 1 month',
      ref_bonus: '5',
      description: 'Two weeks of steady work.',
      daily_roi: '0.4',
    })
    const { plans, wallets } = (await owner.get('/api/admin-histories')).body
    expect(plans[0]).toMatchObject({
      name: 'Steady',
      durations: [7, 14, 30],
      ref_bonus: '5',
      daily_roi: '0.4',
      available: true,
    })
    expect(wallets[0]).toMatchObject({ wallet_name: 'Bitcoin', wallet_address: OUR_BITCOIN, network: 'bitcoin' })
  })

  test('an investor registers with an invitation and proves e-mail and phone', async () => {
    await inviter.join('inviter')
    const registered = await investor.register('investor', { referral: 'INVITER' })
    expect(registered.body.user).toMatchObject({
      name: 'investor',
      role: 'normal',
      roles: [],
      kyc: 'none',
      verified: false,
    })
    expect((await investor.get('/api/balance')).status).toBe(403)
    await investor.proveCodes()
    expect((await investor.get('/api/user')).body.user).toMatchObject({ name: 'investor', verified: true })
  })

  test('pays no money in before the identity check is approved', async () => {
    const { plans, wallets } = await histories(investor)
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
    expect((await investor.post('/api/save-investment', choice)).status).toBe(403)
    for (const person of [investor, inviter]) {
      await askForCheckQuickly(house, person)
      await owner.must(`/api/approve-kyc/${person.id}`)
    }
    const saved = await investor.must('/api/save-investment', choice)
    const query = new URLSearchParams(saved.r_url)
    expect(Object.fromEntries(query)).toMatchObject({ amount: '500.00', wallet: 'Bitcoin', address: OUR_BITCOIN })
    tranxId = query.get('tranx_id') ?? ''
    expect((await investor.get(`/api/payment/${tranxId}`)).body).toMatchObject({
      amount: '500.00',
      address: OUR_BITCOIN,
      status: 'pending',
    })
  })

  test('marks the payment as made, is approved, and a referral waits for the inviter', async () => {
    await investor.must(`/api/verify-investment/${tranxId}`)
    const [waiting] = (await histories(investor)).investments
    expect(waiting).toMatchObject({ status: 'waiting approval', amount: '500.00' })
    investmentId = waiting.id
    await owner.must(`/api/approve-investment/${investmentId}`)
    expect((await histories(investor)).investments[0].status).toBe('approved')
    const [referral] = (await histories(inviter)).referrals
    expect(referral).toMatchObject({ amount: '25.00', status: 'pending', invited: { name: 'investor' } })
    await owner.must(`/api/approve-referral/${referral.id}`)
    expect((await balance(inviter)).ref_bal).toBe('25.00')
  })

  test('earns by the second: 20.00 to the cent after ten days, shown and withdrawable', async () => {
    await house.clock.move(SECOND)
    const second = await balance(investor)
    // 500 × 0.4 % / 86,400 = 0.000023148148… USD
    expect(second).toMatchObject({
      current_investment: '500.00',
      current_earning: '0.000023',
      per_seconds_earning: '0.000023148148',
    })
    await house.clock.move(-SECOND)
    await daysPass(house, 10)
    expect(await balance(investor)).toMatchObject({ account_balance: '20.00', current_earning: '20.00' })

    const ask = (amount: string) =>
      investor.post('/api/withdraw', {
        amount,
        source: 'investment',
        wallet_address: THEIR_BITCOIN,
        wallet_name: 'Bitcoin',
      })
    const over = await ask('20.01')
    expect(over.status).toBe(422)
    expect(over.body.message).toBe('withdrawal amount must not exceed $20.00')
    expect(over.body.errors.amount).toEqual(['withdrawal amount must not exceed $20.00'])
    expect((await ask('20')).status).toBe(200)
    expect((await balance(investor)).account_balance).toBe('0.00')
  })

  test('is paid out, and what the wallet holds falls by it', async () => {
    const [asked] = (await histories(investor)).withdrawals
    expect(asked).toMatchObject({ amount: '20.00', status: 'pending', wallet_name: 'Bitcoin' })
    await owner.must(`/api/approve-withdrawal/${asked.id}`)
    const [approved] = (await histories(investor)).withdrawals
    await owner.must(`/api/update-withdrawal/${asked.id}`, {
      amount: approved.amount,
      date: approved.created_at,
      status: 'completed',
      txid: 'a'.repeat(64),
      version: approved.version,
    })
    expect((await histories(investor)).withdrawals[0]).toMatchObject({ status: 'completed', txid: 'a'.repeat(64) })
  })

  test('matures by itself: 528.00 less the 20.00 withdrawn stands in the Earnings Wallet', async () => {
    await daysPass(house, 4)
    await house.clock.move(30 * SECOND)
    await house.runJobs()
    const [completed] = (await histories(investor)).investments
    expect(completed).toMatchObject({ status: 'completed', earned: '28.00' })
    expect(await balance(investor)).toMatchObject({
      account_balance: '508.00',
      current_investment: '0.00',
      current_earning: '0.00',
      per_seconds_earning: '0.000000000000',
    })
    expect((await histories(inviter)).referrals[0].status).toBe('completed')
  })

  test('is reinvested, once', async () => {
    await investor.must(`/api/reinvest-investment/${investmentId}`)
    expect((await investor.post(`/api/reinvest-investment/${investmentId}`)).status).toBe(409)
    expect(await balance(investor)).toMatchObject({ account_balance: '8.00', current_investment: '500.00' })
    expect((await histories(inviter)).referrals).toHaveLength(1)
    await house.clock.move(14 * DAY)
    await house.runJobs()
    expect(await balance(investor)).toMatchObject({ account_balance: '536.00', current_investment: '0.00' })
  })

  test('tells the investor of every change, and the books balance', async () => {
    const { toasts } = await histories(investor)
    expect(toasts.length).toBeGreaterThanOrEqual(7)
    await investor.must('/api/read-notifications', { ids: toasts.map((toast: { id: string }) => toast.id) })
    expect((await histories(investor)).toasts).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})
