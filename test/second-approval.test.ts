import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SOMEBODYS_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import { giveRoles, mustBoth } from './support/roles.ts'
import { Visitor } from './support/visitor.ts'
import { askForCheckQuickly } from './support/identity.ts'
import { PASSWORD } from './support/walk.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

/** Two administrators at two processes of the app, over HTTP. */
describe('a second administrator', () => {
  let house: TestApp
  let other: Awaited<ReturnType<TestApp['second']>>
  let owner: Visitor
  let reviewer: Visitor
  let support: Visitor
  let investor: Visitor
  let plan_id: string
  let wallet_id: string

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' }, connections: TO_RACE })
    other = await house.second()
    owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: ADDRESS })
    await owner.must('/api/create-plan', {
      ...{ name: 'Steady', min_amount: '100', max_amount: '50000', durations_copy: '14', ref_bonus: '5' },
      ...{ description: '', daily_roi: '0.4' },
    })
    const person = async (name: string) => {
      const visitor = house.visitor()
      await visitor.join(name)
      return visitor
    }
    reviewer = await person('reviewer')
    support = await person('support')
    investor = await person('investor')
    await giveRoles(owner, reviewer, ['reviewer'])
    await giveRoles(owner, support, ['support'])
    const { plans, wallets } = (await investor.get('/api/histories')).body
    ;[plan_id, wallet_id] = [plans[0].id, wallets[0].id]
  })
  afterAll(async () => {
    expect(await house.problems()).toEqual([])
    await other.stop()
    await house.close()
  })
  afterEach(async () => {
    for (const { id, asked_by } of await waiting(owner)) {
      await (asked_by.id === owner.id ? owner : reviewer).must(`/api/withdraw-approval/${id}`)
    }
  })

  const waiting = async (who: Visitor) => (await who.get('/api/admin/approvals')).body.items
  const askTopUp = async (amount: string, requester = owner) => {
    const answer = await requester.post(`/api/topup-user/${investor.id}`, { amount, account: 'bonus', reason: 'Late.' })
    expect(answer.status).toBe(202)
    return answer.body.approval_id as string
  }
  const countsFor = async (who: Visitor) => (await who.get('/api/admin/waiting')).body
  const bonus = async () => Number((await investor.get('/api/balance')).body.bonus_balanace)
  const invested = async () => {
    await investor.must('/api/save-investment', { plan_id, wallet_id, amount: '3000', duration: 14 })
    return (await investor.get('/api/histories')).body.investments[0]
  }

  test('cannot be done without by who asked, by support, by the investor, by nobody, nor with half a session', async () => {
    const before = await bonus()
    const id = await askTopUp('2000')
    for (const [who, status] of [
      [owner, 403],
      [support, 403],
      [investor, 403],
      [house.visitor(), 401],
    ] as const) {
      expect((await who.post(`/api/agree-approval/${id}`)).status).toBe(status)
      expect((await who.post(`/api/refuse-approval/${id}`, { reason: 'No.' })).status).toBe(status)
    }
    const half = house.visitor()
    half.keepSession(await half.post('/api/login', { email: reviewer.email, password: 'correct horse battery' }))
    expect((await half.post(`/api/agree-approval/${id}`)).status).toBe(403)
    expect((await reviewer.post(`/api/withdraw-approval/${id}`)).status).toBe(403)
    expect((await reviewer.post(`/api/agree-approval/${id}`, { amount: '1' })).status).toBe(422)
    expect((await reviewer.post(`/api/refuse-approval/${id}`, {})).status).toBe(422)
    expect(await bonus()).toBe(before)
    expect((await investor.get('/api/admin/approvals')).status).toBe(403)
    expect(await waiting(support)).toMatchObject([{ id, may_decide: false }])
  })

  test('sees it at once, agrees, and it is done; the investor reads why', async () => {
    const { id } = await invested()
    const body = { amount: '3000', date: '2026-03-01T12:00:00Z', status: 'approved', reason: 'Seen on chain.' }
    const { status, body: answer } = await owner.post(`/api/update-investment/${id}`, body)
    expect(status).toBe(202)
    expect(answer.message).toBe('The correction waits for a second approver. Nothing has changed yet.')
    expect((await investor.get('/api/histories')).body.investments[0]).toMatchObject({ status: 'pending', version: 0 })
    // for who asked there is nothing to decide, and nobody decides on the record itself meanwhile
    expect((await countsFor(owner)).approvals).toMatchObject({ count: 0, oldest: null, all: 1 })
    expect((await countsFor(reviewer)).approvals).toMatchObject({ count: 1, oldest: expect.any(String), all: 1 })
    expect((await countsFor(reviewer)).investments).toMatchObject({ count: 0, oldest: null, second: 1, all: 1 })
    expect((await reviewer.post(`/api/approve-investment/${id}`)).status).toBe(409)

    await reviewer.must(`/api/agree-approval/${answer.approval_id}`)
    const [record] = (await investor.get('/api/histories')).body.investments
    expect(record).toMatchObject({ status: 'approved' })
    expect(record.history.at(-1)).toMatchObject({ by: 'administrator', reason: 'Seen on chain.' })
    expect(JSON.stringify(record.history)).not.toContain('approval')
    expect((await reviewer.post(`/api/agree-approval/${answer.approval_id}`)).status).toBe(409)
  })

  test('is what one’s own records wait for: they are not counted as something to decide', async () => {
    const before = await countsFor(owner)
    const theirs = await countsFor(reviewer)
    await reviewer.must('/api/save-investment', { plan_id, wallet_id, amount: '500', duration: 14 })
    const [{ tranx_id }] = (await reviewer.get('/api/histories')).body.investments
    await reviewer.must(`/api/verify-investment/${tranx_id}`)
    await askForCheckQuickly(house, reviewer)
    await owner.must(`/api/topup-user/${reviewer.id}`, { amount: '20' })
    for (const amount of ['5', '6']) {
      await reviewer.must('/api/withdraw', {
        ...{ amount, source: 'investment', wallet_name: 'Bitcoin', wallet_address: SOMEBODYS_BITCOIN },
      })
    }
    const [{ id }] = (await reviewer.get('/api/histories')).body.withdrawals
    await owner.must(`/api/approve-withdrawal/${id}`)
    const kinds = ['investments', 'withdrawals', 'payouts', 'checks'] as const
    for (const kind of kinds) {
      const { count, all } = before[kind]
      expect((await countsFor(owner))[kind], kind).toMatchObject({ count: count + 1, all: all + 1 })
      expect((await countsFor(reviewer))[kind], kind).toMatchObject({ count: theirs[kind].count, all: all + 1 })
    }
  })

  test('and what waits are nothing that the investor is told of before it is done; then with category and reason', async () => {
    const body = { amount: '3000.00', account: 'bonus', category: 'goodwill', reason: 'For the long wait.' }
    const { body: answer } = await owner.post(`/api/topup-user/${investor.id}`, body)
    const told = async () =>
      JSON.stringify([(await investor.get('/api/export')).body, (await investor.get('/api/histories')).body])
    expect(await told()).not.toMatch(/long wait|second approval|first-owner/)
    await reviewer.must(`/api/agree-approval/${answer.approval_id}`)
    expect((await investor.get('/api/story/bonus')).body.lines[0].reason).toBe('Goodwill: For the long wait.')
    expect(await told()).toContain('Goodwill: For the long wait.')
    expect(await told()).not.toMatch(/second approval|first-owner/)
  })

  test('is asked once for the same request sent twice with one key: 202 both times', async () => {
    const key = Visitor.key()
    const body = { amount: '2000', account: 'bonus', category: 'promotion' }
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(`/api/topup-user/${investor.id}`, body, key)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(answers.map((answer) => answer.body.approval_id)).size).toBe(1)
    expect(await waiting(owner)).toHaveLength(1)
    expect((await owner.post(`/api/topup-user/${investor.id}`, body)).status).toBe(409)
    expect((await reviewer.post(`/api/deduct-user/${investor.id}`, { amount: '1' })).status).toBe(409)
  })

  test('agrees exactly once, when it is tried ten times at once at two processes', async () => {
    for (const keys of [undefined, Visitor.key()]) {
      const before = await bonus()
      const id = await askTopUp('1500')
      const there = [reviewer, reviewer.at(other.visitor().url)]
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (there[n % 2] ?? reviewer).post(`/api/agree-approval/${id}`, undefined, keys),
        ),
      )
      const done = answers.filter(({ status }) => status === 200).length
      expect(done).toBe(keys === undefined ? 1 : 10)
      expect(await bonus()).toBe(before + 1500)
    }
  })

  test('and the first race at two processes: agreeing, refusing and withdrawing, one of them passes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const before = await bonus()
      const id = await askTopUp('1500')
      const [agreed, refused, withdrawn] = await Promise.all([
        reviewer.post(`/api/agree-approval/${id}`),
        reviewer.at(other.visitor().url).post(`/api/refuse-approval/${id}`, { reason: 'No.' }),
        owner.at(other.visitor().url).post(`/api/withdraw-approval/${id}`),
      ])
      const statuses = [agreed, refused, withdrawn].map(({ status }) => status)
      expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 409, 409])
      expect(await bonus()).toBe(before + (agreed.status === 200 ? 1500 : 0))
    }
  })

  test('is needed where who made the plan approves a large investment, and who approved a withdrawal pays it: 202', async () => {
    const { id } = await invested()
    const asked = await owner.post(`/api/approve-investment/${id}`)
    expect(asked).toMatchObject({
      status: 202,
      body: { message: 'The approval waits for a second approver. Nothing has changed yet.' },
    })
    expect(await waiting(support)).toMatchObject([
      { kind: 'approve investment', why: 'own step', own_step: 'plan', moved: '3000.00', may_decide: false },
    ])
    expect((await owner.post(`/api/agree-approval/${asked.body.approval_id}`)).status).toBe(403)
    expect((await reviewer.post(`/api/decline-investment/${id}`, {})).status).toBe(409)
    await reviewer.must(`/api/agree-approval/${asked.body.approval_id}`)

    const topUp = await owner.post(`/api/topup-user/${investor.id}`, { amount: '1500' })
    await reviewer.must(`/api/agree-approval/${topUp.body.approval_id}`)
    const payout = { amount: '1200', source: 'investment', wallet_address: OTHER_ADDRESS, wallet_name: 'Bitcoin' }
    await investor.must('/api/withdraw', payout)
    const [record] = (await investor.get('/api/histories')).body.withdrawals
    await reviewer.must(`/api/approve-withdrawal/${record.id}`)
    const paid = { amount: record.amount, date: record.created_at, status: 'completed' }
    expect(await reviewer.post(`/api/update-withdrawal/${record.id}`, paid)).toMatchObject({
      status: 202,
      body: { message: 'The payout waits for a second approver. Nothing has changed yet.' },
    })
    expect(await waiting(owner)).toMatchObject([
      { kind: 'update withdrawal', why: 'own step', own_step: 'withdrawal', moved: '1200.00' },
    ])
    const [{ id: request }] = await waiting(owner)
    await owner.must(`/api/agree-approval/${request}`)
    expect((await investor.get('/api/histories')).body.withdrawals[0]).toMatchObject({ status: 'completed' })
  })

  test('is named with who asked, where the log, the funds and the postings say who did it', async () => {
    const two = { asked_by: { name: owner.name }, by: { name: 'reviewer' } }
    const inLog = { asked_by: { name: owner.name }, actor: { name: 'reviewer' } }
    const funds = { wallet_id, amount: '5000', direction: 'in', account: 'capital', reason: 'Ours.' }
    await mustBoth(owner, reviewer, '/api/record-funds', funds)
    await owner.must('/api/record-funds', { ...funds, amount: '1' })
    const { recorded } = (await support.get('/api/admin/funds')).body
    const alone = { by: { name: owner.name }, asked_by: null }
    expect(recorded).toMatchObject([
      { amount: '1.00', ...alone },
      { amount: '5000.00', ...two },
    ])

    await mustBoth(owner, reviewer, `/api/topup-user/${investor.id}`, { amount: '3000', account: 'bonus' })
    const postingsOf = async (account: string) =>
      (await support.get(`/api/admin/postings?account=${encodeURIComponent(account)}`)).body.items
    expect((await postingsOf('equity/adjustments'))[0]).toMatchObject({ kind: 'top up', ...two })
    expect((await postingsOf('equity/capital'))[0]).toMatchObject({ amount: '1.00', ...alone })

    const log = async (action: string) =>
      (await support.get(`/api/admin/audit?action=${encodeURIComponent(action)}`)).body.items
    const [small, large] = await log('funds recorded')
    expect(small).toMatchObject({ actor: { name: owner.name }, asked_by: null })
    expect(large).toMatchObject(inLog)
    expect((await support.get(`/api/admin/audit/${large.id}`)).body.item).toMatchObject(inLog)
    expect((await log('top up user'))[0]).toMatchObject({ ...inLog, subject: { id: investor.id } })
  })

  test('is not needed for what is within the limit, and never handles what is their own', async () => {
    expect((await reviewer.post(`/api/topup-user/${support.id}`, { amount: '1000.00', account: 'bonus' })).status).toBe(
      200,
    )
    const own = await owner.post(`/api/topup-user/${reviewer.id}`, { amount: '5000', account: 'bonus' })
    // the only other one who could agree is whose balance it is: the owner decides alone, as before
    expect(own.status).toBe(200)
    expect((await reviewer.post(`/api/topup-user/${reviewer.id}`, { amount: '1' })).status).toBe(403)

    const third = house.visitor()
    await third.join('third-reviewer')
    await giveRoles(owner, third, ['reviewer'])
    const waits = await owner.post(`/api/topup-user/${reviewer.id}`, { amount: '0.01', account: 'bonus' })
    expect(waits.status).toBe(202)
    expect((await reviewer.post(`/api/agree-approval/${waits.body.approval_id}`)).status).toBe(403)
    expect((await reviewer.post(`/api/refuse-approval/${waits.body.approval_id}`, { reason: 'Mine.' })).status).toBe(
      403,
    )
    await third.must(`/api/agree-approval/${waits.body.approval_id}`)
  })

  test('agrees to another address of a wallet, and to nothing of one who is no administrator any more', async () => {
    const { version } = (await owner.get('/api/admin-histories')).body.wallets[0]
    const body = { name: 'Bitcoin', address: OTHER_ADDRESS, version }
    const { status, body: answer } = await reviewer.post(`/api/update-wallet/${wallet_id}`, body)
    expect(status).toBe(202)
    const addressNow = async () => (await owner.get('/api/admin-histories')).body.wallets[0].wallet_address
    expect(await addressNow()).toBe(ADDRESS)
    await owner.must(`/api/agree-approval/${answer.approval_id}`)
    expect(await addressNow()).toBe(OTHER_ADDRESS)

    const id = await askTopUp('4000', reviewer)
    await owner.must(`/api/set-roles/${reviewer.id}`, { roles: ['support'] })
    expect(await owner.post(`/api/agree-approval/${id}`)).toMatchObject({ status: 409 })
    // a role that they had not had ends their sessions
    expect((await reviewer.post(`/api/withdraw-approval/${id}`)).status).toBe(401)
    await reviewer.signIn(reviewer.email, PASSWORD)
    expect((await reviewer.post(`/api/withdraw-approval/${id}`)).status).toBe(403)
    expect(await waiting(owner)).toEqual([])
  })
})
