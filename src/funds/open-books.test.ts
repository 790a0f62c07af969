/** What everybody may know of the books: the same as the desk's, to whom it is shown, and what each day is kept as. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { fromWire, sum } from '#money/micro-usd.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from '../../test/support/app.ts'
import { everyKindOfPerson, type People } from '../../test/support/people-over-http.ts'
import { mustBoth } from '../../test/support/roles.ts'
import { keepDay } from './days/keep-day.ts'
import { booksAt } from '../../test/support/books-at.ts'

let house: TestApp
let people: People
let atFirst: unknown
let choice: { plan_id: string; wallet_id: string }

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  people = await everyKindOfPerson(house)
  atFirst = await books()
  const { owner, reviewer } = people
  const limit = { value: '1000000', reason: 'for these tests' }
  await mustBoth(owner, reviewer, '/api/update-setting/second_approval_limit', limit)
  await mustBoth(owner, reviewer, '/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await mustBoth(owner, reviewer, '/api/create-plan', {
    ...{ name: 'Hopeless', min_amount: '100', max_amount: '5000', durations_copy: '3, 30', ref_bonus: '5' },
    ...{ description: '', daily_roi: '2' },
  })
  const { plans, wallets } = (await people.investor.get('/api/histories')).body
  choice = { plan_id: plans[0].id, wallet_id: wallets[0].id }
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

const books = async (who = house.visitor()) => (await who.get('/api/books')).body
const funds = async () => (await people.support.get('/api/admin/funds')).body
async function approved(amount: string, duration = 30): Promise<string> {
  await people.investor.must('/api/save-investment', { ...choice, amount, duration })
  const { id } = (await people.investor.get('/api/histories')).body.investments[0]
  await people.reviewer.must(`/api/approve-investment/${id}`)
  return id
}
async function signInAgain(): Promise<void> {
  for (const who of [people.investor, people.owner, people.reviewer, people.support])
    await who.signIn(who.email, 'correct horse battery')
}

test('a new house holds nothing, owes nothing and can pay it today', () => {
  expect(atFirst).toMatchObject({
    ...{ public: true, custody: '0.00', owed: '0.00', coverage: null, wallets: [], plans: [] },
    ...{ backing: 'disclosed', disclosed_from: null },
    ...{ runway: { until: '2026-03-01', if_all: null }, due: [{ day: '2026-03-01', amount: '0.00' }] },
  })
})

test('what is shown is the desk’s, to the second, and made once a minute', async () => {
  await house.clock.move(MINUTE)
  await approved('1000')
  await house.clock.move(HOUR)
  const shown = await books()
  const { custody, owed, accrued, coverage, held, accounts } = await funds()
  expect(shown).toMatchObject({ as_of: house.clock.now().toISOString(), custody, owed, coverage })
  expect(shown.owed_for).toMatchObject({ principal: '1000.00', accrued, suspense: held, earnings: accounts.yield })
  expect(fromWire(shown.owed)).toBe(sum(Object.values<string>(shown.owed_for).map(fromWire)))
  const { body: figures } = await people.reviewer.get('/api/admin/figures')
  const { total, invested, ...kinds } = figures.owed
  expect([shown.owed, shown.coverage]).toEqual([total, figures.coverage.percent])
  expect(shown.owed_for).toEqual({ ...kinds, principal: invested })

  await approved('500')
  await house.clock.move(MINUTE - SECOND)
  expect(await books()).toEqual(shown)
  await house.clock.move(SECOND)
  expect(await books()).toMatchObject({ as_of: house.clock.now().toISOString(), custody: '1500.00' })
})

test('two percent a day with nothing behind it is not covered from the first day, and lasts no longer than it can pay', async () => {
  await house.clock.move(DAY)
  const { coverage, runway, due, custody, plans, reserve } = await books()
  expect(Number(coverage)).toBeLessThan(100)
  expect(runway.if_all).toBe(coverage)
  let left = fromWire(custody) as bigint
  const paid = due.filter(({ amount }: { amount: string }) => (left -= fromWire(amount)) >= 0n)
  expect(runway.until).toBe(paid.at(-1).day)
  expect(runway.until < due.at(-1).day).toBe(true)
  // thirty days of 2 % of 1,500, and what of it has been earned
  expect(plans).toMatchObject([{ name: 'Hopeless', promised: '900.00', completed: 0, late: 0, left_to_invest: null }])
  expect(fromWire(plans[0].paid)).toBeGreaterThan(30_000_000n)
  expect(reserve).toEqual({ yield: '0.00', committed: '0.00', not_set_apart: '900.00' })
})

test('a plan’s record counts what was completed, late and corrected', async () => {
  await signInAgain()
  const id = await approved('300', 3)
  await daysPass(house, 3)
  await signInAgain()
  await house.clock.move(MINUTE)
  expect((await books()).plans).toMatchObject([{ completed: 1, late: 0, corrected: 0, left_early: 0 }])
  await approved('200', 3)
  // nothing is done for longer than a day after its end
  await house.clock.move(4 * DAY + MINUTE)
  expect((await books()).plans).toMatchObject([{ completed: 1, late: 1 }])
  await house.runJobs()
  await signInAgain()
  const { item } = (await people.reviewer.get(`/api/admin/investments/${id}`)).body
  const { version, began_at: date } = item
  const correction = { amount: '310', date, status: 'completed', version, reason: 'Ten more came in' }
  await people.reviewer.must(`/api/update-investment/${id}`, correction)
  await house.clock.move(MINUTE)
  expect((await books()).plans).toMatchObject([{ completed: 2, late: 1, corrected: 1 }])
})

test('strangers are shown nothing where the owner says so, and those who have signed in all of it', async () => {
  await signInAgain()
  const day = (await people.support.get('/api/books/days')).body
  await mustBoth(people.owner, people.reviewer, '/api/update-setting/public_books', { value: 'off', reason: 'Not yet' })
  for (const path of ['/api/books', '/api/books/days', '/api/books/months']) {
    const stranger = await house.visitor().get(path)
    expect([stranger.status, stranger.body]).toEqual([200, { public: false }])
    const forged = await fetch(house.url + path, { headers: { authorization: 'Bearer made-up' } })
    expect(await forged.json()).toEqual({ public: false })
    for (const who of [people.investor, people.support])
      expect((await who.get(path)).body).toMatchObject({
        public: false,
        ...(path.endsWith('days') ? { days: day.days } : { as_of: expect.any(String) }),
      })
  }
  const shown = { value: null, reason: 'Everybody may see' }
  await mustBoth(people.owner, people.reviewer, '/api/update-setting/public_books', shown)
  expect(await books()).toMatchObject({ public: true, custody: expect.any(String) })
})

test('a stranger who asks without an end is told of a movement with the next minute’s figures alone', async () => {
  const ask = async () => {
    const asked = Array.from({ length: 6 }, (_, n) => books(n % 2 === 0 ? undefined : people.investor))
    const months = Array.from({ length: 3 }, async () => (await house.visitor().get('/api/books/months')).body)
    return [...(await Promise.all(asked)), ...(await Promise.all(months))]
  }
  await signInAgain()
  await house.clock.move(MINUTE)
  const before = await ask()
  const made = house.clock.now().toISOString()
  expect(new Set(before.map(({ as_of }) => as_of))).toEqual(new Set([made]))
  const days = await kept()
  for (const amount of ['110', '120']) {
    await approved(amount)
    await house.clock.move(29 * SECOND)
    expect(await ask()).toEqual(before)
    expect(await kept()).toEqual(days)
  }
  await house.clock.move(2 * SECOND)
  const [after] = await ask()
  expect(fromWire(after.custody)).toBe(fromWire(before[0].custody) + 230_000_000n)
})

test('each month is told with what was promised and paid in it, and is hidden with the rest', async () => {
  const { months } = (await house.visitor().get('/api/books/months')).body
  const { plans, owed_for } = await books()
  const total = (of: string) => sum(months.map((row: Record<string, string>) => fromWire(row[of] ?? '')))
  // nobody was invited, so no bonus is among them
  expect(total('promised')).toBe(sum(plans.map(({ promised }: { promised: string }) => fromWire(promised))))
  expect(total('paid')).toBe(fromWire((await funds()).accounts.yield))
  expect(owed_for.referral).toBe('0.00')
  expect(months.map(({ month }: { month: string }) => month)).toEqual(['2026-03'])
})

test('days are asked for by their names', async () => {
  const days = (query: string) => house.visitor().get(`/api/books/days${query}`)
  const all = (await days('')).body.days
  expect(all.length).toBeGreaterThan(2)
  expect((await days(`?from=${all[1].day}&to=${all[2].day}`)).body.days).toEqual(all.slice(1, 3))
  expect((await days('?from=2026-02-30')).status).toBe(422)
  expect((await days('?from=2026-02-02&to=2026-02-01')).status).toBe(422)
  expect((await days('?from=never')).status).toBe(422)
  expect((await days('?from=2100-01-01')).body.errors).toEqual({ from: [expect.any(String)] })
})

const keep = async () => {
  const passed = house.clock.now().getTime() % DAY
  if (passed < 6 * MINUTE) await house.clock.move(6 * MINUTE - passed)
  await keepDay(house.app.db)
}
const kept = async () => (await house.visitor().get('/api/books/days')).body.days
const toMidnight = () => house.clock.move(DAY - (house.clock.now().getTime() % DAY))

test('a day is kept as its last moment was, whatever has moved since, and never again', async () => {
  await signInAgain()
  const running = await approved('700', 3)
  await toMidnight()
  await house.clock.move(-10 * SECOND)
  // what is posted on both sides of midnight: earnings, a withdrawal, an edit, an approval
  const withdraw = { amount: '1', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
  await people.investor.must('/api/withdraw', withdraw)
  await toMidnight()
  const ended = house.clock.now()
  await house.clock.move(5 * SECOND)
  await signInAgain()
  await people.investor.must('/api/withdraw', { ...withdraw, amount: '2' })
  const { item } = (await people.reviewer.get(`/api/admin/investments/${running}`)).body
  const edit = { amount: '650', date: item.began_at, status: 'approved', version: item.version, reason: 'Less came in' }
  await people.reviewer.must(`/api/update-investment/${running}`, edit)
  await approved('400')
  await house.app.jobs.find(({ name }) => name === 'accrual')?.run()
  await keep()
  const day = new Date(ended.getTime() - DAY).toISOString().slice(0, 10)
  const last = (await kept()).at(-1)
  expect(last).toMatchObject({ day, ...(await booksAt(house.databaseUrl, ended)) })
  await approved('100')
  await keep()
  expect((await kept()).at(-1)).toEqual(last)
})

test('a day waits for what was under way when it ended, also for the last that had begun', async () => {
  await toMidnight()
  await house.clock.move(-SECOND)
  const underWay = async () => {
    const client = new pg.Client({ connectionString: house.databaseUrl })
    await client.connect()
    await client.query('BEGIN; SELECT pg_current_xact_id()')
    const end = () => client.query('COMMIT').then(() => client.end())
    return { end }
  }
  const first = await underWay()
  await toMidnight()
  // a posting may still count from before midnight
  await house.clock.move(6 * MINUTE - SECOND)
  await keepDay(house.app.db)
  await house.clock.move(SECOND)
  const before = (await kept()).length
  // one that looks once and is stopped: it has kept nothing, so nobody has
  const look = () => keepDay(house.app.db, AbortSignal.abort())
  const last = await underWay()
  const keeping = keepDay(house.app.db)
  await look()
  await first.end()
  await look()
  expect((await kept()).length).toBe(before)
  await last.end()
  await keeping
  expect((await kept()).length).toBe(before + 1)
})

test('a day on which nobody was there stays a gap', async () => {
  await house.clock.move(3 * DAY)
  await keep()
  const days = (await kept()).map(({ day }: { day: string }) => Date.parse(day) / DAY)
  expect(days.at(-1) - days.at(-2)).toBe(3)
  expect(days.at(-1)).toBe(Math.floor(house.clock.now().getTime() / DAY) - 1)
})

test('what was kept is changed by nobody, nor taken away, nor written before or long after its day', async () => {
  const client = new pg.Client({ connectionString: house.databaseUrl })
  await client.connect()
  const refused = (query: string) => expect(client.query(query)).rejects.toThrow()
  await refused('UPDATE books_day SET custody = custody + 1')
  await refused('DELETE FROM books_day')
  await refused('TRUNCATE books_day')
  const row = (
    day: string,
  ) => `INSERT INTO books_day (day, custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense, reserve, committed)
    VALUES ((database_now() AT TIME ZONE 'UTC')::date ${day}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`
  for (const day of ['', '+ 1', '- 2']) await refused(row(day))
  await client.end()
})
