import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { makeOffer } from '../../test/support/walk.ts'

let house: TestApp
let owner: Visitor

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner, { durations_copy: '14' })
  await house.visitor().join('Inviter')
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

const told = async (query: string) => {
  const { status, body } = await house.visitor().get(`/api/invitation${query}`)
  expect(status).toBe(200)
  return body
}

test('an invitation tells the inviter’s public name and nothing else of anybody, without a session', async () => {
  const { status, inviter, plans, ...more } = await told('?referral=inviter')
  const offered = (await owner.get('/api/histories')).body
  const { with_bonus: own, ...reserve } = offered.reserve
  expect({ status, inviter, more }).toEqual({
    ...{ status: 'success', inviter: 'Inviter' },
    more: { reserve },
  })
  expect(own).toBe(false)
  // 0.4% a day
  expect(plans).toEqual(offered.plans.map((plan: object) => ({ ...plan, yearly_roi: '146' })))
})

test('an invitation of nobody, and none at all, still tells what is on offer', async () => {
  const { plans, reserve } = await told('?referral=Inviter')
  for (const query of ['?referral=nobody-here', '?referral=', '?referral=%20', '']) {
    expect(await told(query)).toEqual({ status: 'success', inviter: null, plans, reserve })
  }
})

test('strangers are told no figure of the reserve where the owner hides the books from them, whoever invited them', async () => {
  const hide = { value: 'off', reason: 'Not yet' }
  await owner.must('/api/update-setting/public_books', hide)
  for (const query of ['', '?referral=Inviter'])
    expect((await told(query)).reserve).toEqual({ backing: 'disclosed', free: null })
  expect((await owner.get('/api/histories')).body.reserve.free).toBe('0.00')
  await owner.must('/api/update-setting/public_books', { ...hide, value: 'on' })
  expect((await told('')).reserve).toEqual({ backing: 'disclosed', free: '0.00' })
})

test('whether a name is taken is told sixty times a minute to one network; what is on offer, always', async () => {
  const guesser = house.visitor()
  const asked = await Promise.all(
    Array.from({ length: 61 }, (_, n) => guesser.get(`/api/invitation?referral=name-${n}`)),
  )
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = asked.find(({ status }) => status === 429)
  expect(refused?.body.message).toContain('Too many requests came from your network.')
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await guesser.get('/api/invitation')).status).toBe(200)
  expect((await house.visitor().get('/api/invitation?referral=inviter')).status).toBe(200)
  await house.clock.move(MINUTE)
  expect((await guesser.get('/api/invitation?referral=inviter')).body.inviter).toBe('Inviter')
})

test('a line to the database that breaks while somebody is looked up breaks nothing else', async () => {
  const opened = async () => {
    const client = new pg.Client({ connectionString: house.databaseUrl })
    await client.connect()
    return client
  }
  const [holder, other] = [await opened(), await opened()]
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  // what is set apart is asked for behind it, on the same line
  await house.clock.move(MINUTE)
  await holder.query('BEGIN; LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE')
  const asked = house.visitor().get('/api/invitation?referral=inviter')
  const cut = () =>
    other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  await expect.poll(async () => (await cut()).rowCount).toBe(1)
  await holder.query('COMMIT')
  await Promise.all([holder.end(), other.end()])
  expect((await asked).body.inviter).toBe('Inviter')
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})

test('a plan that is not on offer any more is not told', async () => {
  const [plan] = (await told('')).plans
  const { id, durations, daily_roi_percent, yearly_roi, left_to_invest, version, ...terms } = plan
  await owner.must(`/api/update-plan/${id}`, { ...terms, available: false })
  expect((await told('')).plans).toEqual([])
})
