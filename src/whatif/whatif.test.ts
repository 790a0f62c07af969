/** What is assumed of the days to come over HTTP: from which books, who may save it, and what of it is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromWire, sum } from '#money/micro-usd.ts'
import { DAY } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { everyKindOfPerson, type People } from '../../test/support/people-over-http.ts'
import { mustBoth } from '../../test/support/roles.ts'
import { MOST_WHAT_IFS } from './assumption-rules.ts'
import type { DuesOnWire } from './contract.ts'
import { foreseeBooks, type BooksNow } from './rules.ts'

let house: TestApp
let people: People
let plan: string
let wallet: string
let atFirst: DuesOnWire

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' }, start: new Date('2026-03-01T12:00:00Z') })
  people = await everyKindOfPerson(house)
  atFirst = await dues()
  const { owner, reviewer } = people
  const limit = { value: '1000000', reason: 'for these tests' }
  await mustBoth(owner, reviewer, '/api/update-setting/second_approval_limit', limit)
  await mustBoth(owner, reviewer, '/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await mustBoth(owner, reviewer, '/api/create-plan', {
    ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '7, 14', ref_bonus: '5' },
    ...{ description: '', daily_roi: '1' },
  })
  const offer = (await people.investor.get('/api/histories')).body
  wallet = offer.wallets[0].id
  plan = offer.plans[0].id
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

const dues = async (): Promise<DuesOnWire> => (await people.support.get('/api/admin/dues')).body
const list = async () => (await people.support.get('/api/admin/what-ifs')).body.items
const NOTHING_NEW = { new_investments: null, withdrawn: '100', run: null, returns: null }
const some = (given: object = {}) => ({
  plan_id: plan,
  count: 2,
  amount: '1000',
  duration: 7,
  daily_roi: '1',
  ...given,
})
const save = (given: object, who = people.reviewer) => who.post('/api/save-what-if', { ...NOTHING_NEW, ...given })

test('a new house holds nothing and has nothing due', () => {
  expect(atFirst).toMatchObject({ custody: '0.00', at_once: '0.00', unposted: '0.00', credit: '0.00', reserve: '0.00' })
  expect(atFirst.days).toEqual([{ day: '2026-03-01', earnings: '0.00', principal: '0.00' }])
})

test('what falls due is what runs, its earnings day by day and its principal at its end; credit never is', async () => {
  const { investor, reviewer } = people
  await investor.must('/api/save-investment', { plan_id: plan, wallet_id: wallet, amount: '1000', duration: 7 })
  const [{ id, tranx_id }] = (await investor.get('/api/histories')).body.investments
  await investor.must(`/api/verify-investment/${tranx_id}`, {})
  await reviewer.must(`/api/approve-investment/${id}`, {})
  await house.clock.move(6 * 3_600_000)
  const found = await dues()
  // $10 a day from noon: at six in the evening a quarter is earned, and a quarter is still to come today
  expect(found).toMatchObject({ custody: '1000.00', at_once: '2.50', unposted: '2.50' })
  expect(found.days[0]).toEqual({ day: '2026-03-01', earnings: '2.50', principal: '0.00' })
  expect(found.days.slice(1, 7).map(({ earnings }) => earnings)).toEqual(Array(6).fill('10.00'))
  expect(found.days[7]).toEqual({ day: '2026-03-08', earnings: '5.00', principal: '1000.00' })
  expect(found.days).toHaveLength(8)
  expect(sum(found.days.map(({ earnings }) => fromWire(earnings))) + fromWire(found.at_once)).toBe(70_000_000n)
})

describe('saved under a name', () => {
  test('is what the server itself foresees from the books of that second, for every administrator, and in the log', async () => {
    const monday = '2026-03-02'
    const given = { new_investments: some({ daily_roi: '2.5' }), withdrawn: '60', run: { day: monday, share: '40' } }
    const { status, body } = await save({ name: '  A run   on Monday ', ...given, returns: '300' })
    expect([status, body.message]).toEqual([200, 'Saved.'])
    const assumed = {
      new_investments: {
        ...{ plan: { id: plan, name: 'Steady' }, count: 2, amount: '1000.00', duration: 7 },
        ...{ daily_roi: '2.5', ref_bonus: '5' },
      },
      ...{ withdrawn: '60', run: { day: monday, share: '40' }, returns: '300.00' },
    }
    const by = { id: expect.any(String), name: people.reviewer.name }
    expect(await list()).toMatchObject([{ id: body.id, name: 'A run on Monday', assumed, by }])
    const { foreseen, came, as_of } = (await people.support.get(`/api/admin/what-ifs/${body.id}`)).body
    const now = await dues()
    expect(as_of).toBe(now.as_of)
    const found = foreseeBooks(booksNowOf(now), {
      newInvestments: { count: 2, amount: fromWire('1000.00'), daily_roi: 25_000n, duration: 7, ref_bonus: 50_000n },
      ...{ withdrawn: 600_000n, run: { day: monday, share: 400_000n }, returns: fromWire('300.00') },
    } as never)
    expect(foreseen.map((day: { custody: string }) => fromWire(day.custody))).toEqual(
      found.days.map(({ custody }) => custody),
    )
    expect(foreseen).toHaveLength(730)
    expect(came).toEqual([])
    const [line] = (await people.owner.get('/api/admin/audit?action=save%20what-if')).body.items
    expect(line).toMatchObject({
      ...{ actor: { name: people.reviewer.name }, subject: { kind: 'what-if', id: body.id, name: 'A run on Monday' } },
      after: { name: 'A run on Monday', ...assumed },
    })
  })

  test('its name is nobody else’s, whatever its capitals, until it is removed; the log keeps it', async () => {
    const taken = await save({ name: 'a run ON monday' })
    expect([taken.status, taken.body.errors]).toEqual([422, { name: ['Another one has this name.'] }])
    const [{ id }] = await list()
    expect((await people.support.post(`/api/remove-what-if/${id}`, {})).status).toBe(403)
    await people.owner.must(`/api/remove-what-if/${id}`, {})
    expect((await people.owner.post(`/api/remove-what-if/${id}`, {})).status).toBe(404)
    expect((await people.owner.get(`/api/admin/what-ifs/${id}`)).status).toBe(404)
    const [line] = (await people.owner.get('/api/admin/audit?action=remove%20what-if')).body.items
    expect(line.before).toMatchObject({ name: 'A run on Monday', withdrawn: '60' })
    expect((await save({ name: 'a run ON monday' })).status).toBe(200)
  })

  test('a name with markup is a name', async () => {
    const name = '<img src=x onerror=alert(1)>'
    expect((await save({ name })).status).toBe(200)
    expect((await list())[0].name).toBe(name)
  })

  test.each<[object, string]>([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'n'.repeat(61) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'un\u200bseen' }, 'name'],
    [{ withdrawn: '101' }, 'withdrawn'],
    [{ withdrawn: '-1' }, 'withdrawn'],
    [{ withdrawn: '1e1' }, 'withdrawn'],
    [{ returns: '0' }, 'returns'],
    [{ returns: '-5' }, 'returns'],
    [{ returns: '1000000000000.01' }, 'returns'],
    [{ run: { day: '2026-02-28', share: '40' } }, 'day'],
    [{ run: { day: '2028-02-29', share: '40' } }, 'day'],
    [{ run: { day: '2026-02-30', share: '40' } }, 'day'],
    [{ run: { day: 'Monday', share: '40' } }, 'day'],
    [{ run: { day: '2026-03-02', share: '100.1' } }, 'share'],
    [{ new_investments: { count: 0 } }, 'count'],
    [{ new_investments: { count: 1.5 } }, 'count'],
    [{ new_investments: { count: 100_001 } }, 'count'],
    [{ new_investments: { amount: '99.99' } }, 'amount'],
    [{ new_investments: { amount: '5000.01' } }, 'amount'],
    [{ new_investments: { amount: '1.001' } }, 'amount'],
    [{ new_investments: { duration: 8 } }, 'duration'],
    [{ new_investments: { duration: 0 } }, 'duration'],
    [{ new_investments: { daily_roi: '100.0001' } }, 'daily_roi'],
    [{ new_investments: { plan_id: newId() } }, 'plan_id'],
    [{ new_investments: { ref_bonus: '0' } }, 'new_investments'],
    [{ foreseen: {} }, 'foreseen'],
  ])('%j is refused at its field, and nothing is saved', async (given, field) => {
    const before = await list()
    const made = 'new_investments' in given ? { new_investments: some(given.new_investments as object) } : {}
    const { status, body } = await save({ name: 'Wrong', ...given, ...made })
    expect(status).toBe(422)
    expect(Object.keys(body.errors).map((path) => path.split(/[./]/).at(-1))).toContain(field)
    expect(await list()).toEqual(before)
  })

  test('what is wrong is said of all fields at once', async () => {
    const { body } = await save({
      name: '\u200b',
      new_investments: some({ amount: '5', duration: 9 }),
      withdrawn: '500',
    })
    expect(Object.keys(body.errors).toSorted()).toEqual(['amount', 'duration', 'name', 'withdrawn'])
  })

  test('of two with one name that are sent at once one is saved, however often', async () => {
    for (let n = 0; n < 5; n++) {
      const both = await Promise.all([save({ name: `Twice ${n}` }), save({ name: `twice ${n}` }, people.owner)])
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
    }
  })

  test(`there are at most ${MOST_WHAT_IFS}, of however many are sent at once`, async () => {
    const present = (await list()).length
    const answers = await Promise.all(
      Array.from({ length: MOST_WHAT_IFS }, (_, n) =>
        save({ name: `Many ${n}` }, n % 2 ? people.owner : people.reviewer),
      ),
    )
    const of = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([of(200), of(422)]).toEqual([MOST_WHAT_IFS - present, present])
    expect(await list()).toHaveLength(MOST_WHAT_IFS)
  })

  test('is no matter of an investor, nor of support, nor of half a session', async () => {
    expect((await save({ name: 'Mine' }, people.investor)).status).toBe(403)
    expect((await save({ name: 'Mine' }, people.support)).status).toBe(403)
    expect((await save({ name: 'Mine' }, people['owner, one half'])).status).toBe(403)
    for (const path of ['dues', 'what-ifs', `what-ifs/${newId()}`]) {
      expect((await people.investor.get(`/api/admin/${path}`)).status, path).toBe(403)
      expect((await people['signed out'].get(`/api/admin/${path}`)).status, path).toBe(401)
    }
  })

  test('is compared with the days that came and were kept, beside those that it foresaw', async () => {
    const [{ id: one }] = await list()
    await people.owner.must(`/api/remove-what-if/${one}`, {})
    const { body } = await save({ name: 'Nothing new' })
    const { foreseen } = (await people.support.get(`/api/admin/what-ifs/${body.id}`)).body
    for (let n = 0; n < 2; n++) {
      await house.clock.move(DAY)
      await house.runJobs()
    }
    const { came } = (await people.support.get(`/api/admin/what-ifs/${body.id}`)).body
    expect(came).toHaveLength(2)
    // nobody withdrew anything: it is all still held and owed, where the plan was that it is asked for as it falls due
    expect(came).toMatchObject([
      { day: '2026-03-01', custody: '1000.00', owed: '1005.00', reserve: '0.00' },
      { day: '2026-03-02', custody: '1000.00', owed: '1015.00' },
    ])
    expect(foreseen.slice(0, 2)).toMatchObject([
      { day: '2026-03-01', custody: '995.00', owed: '1000.00', unpaid: '0.00' },
      { day: '2026-03-02', custody: '985.00', owed: '1000.00' },
    ])
  })

  test('what is set apart is the reserve, free for promises and for promises that were made', async () => {
    const before = await dues()
    const given = { wallet_id: wallet, amount: '500', direction: 'in', account: 'reserve', reason: 'for earnings' }
    await people.owner.must('/api/record-funds', given)
    const after = await dues()
    expect([before.reserve, after.reserve]).toEqual(['0.00', '500.00'])
    expect(fromWire(after.custody) - fromWire(before.custody)).toBe(500_000_000n)
    expect(after.at_once).toBe(before.at_once)
    // what the running investment has been credited by now is borne as soon as it is covered
    await house.runJobs()
    expect((await dues()).reserve).toBe('477.50')
  })
})

function booksNowOf({ days, ...now }: DuesOnWire): BooksNow {
  return {
    ...{ custody: fromWire(now.custody), atOnce: fromWire(now.at_once), unposted: fromWire(now.unposted) },
    ...{ credit: fromWire(now.credit), reserve: fromWire(now.reserve) },
    days: days.map(({ day, earnings, principal }) => ({
      ...{ day, earnings: fromWire(earnings), principal: fromWire(principal) },
    })),
  }
}
