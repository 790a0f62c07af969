import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earnedSince } from '#investments/rules.ts'
import { fromWire } from '#money/micro-usd.ts'
import { DAY, HOUR, SECOND } from '#kit/clock.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { makeOffer } from './support/walk.ts'
import type { Visitor } from './support/visitor.ts'
import { THOROUGH } from './support/thorough.ts'

const TICKS = 1000
const MOST_AT_ONCE = 4

/** What the counter on an investor's screen shows, against what the server says when it is asked. */
let house: TestApp
let owner: Visitor
beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner)
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

type Run = { cents: number; dailyRoi: number; duration: number; later: number }
const aRun: fc.Arbitrary<Run> = fc.record({
  cents: fc.integer({ min: 100, max: 99_999_999_999 }),
  /** ten-thousandths of a percent */
  dailyRoi: fc.integer({ min: 1, max: 30_000 }),
  duration: fc.integer({ min: 1, max: 90 }),
  /** milliseconds between one approval and the next */
  later: fc.integer({ min: 0, max: 5 * HOUR }),
})

async function start(investor: Visitor, run: Run, name: string): Promise<void> {
  await owner.must('/api/create-plan', {
    name,
    min_amount: '1',
    max_amount: '1000000000',
    durations_copy: String(run.duration),
    ref_bonus: '0',
    description: '',
    daily_roi: (run.dailyRoi / 10_000).toFixed(4),
  })
  const { plans, wallets } = (await investor.get('/api/histories')).body
  await investor.must('/api/save-investment', {
    plan_id: plans.find((plan: { name: string }) => plan.name === name).id,
    wallet_id: wallets[0].id,
    amount: (run.cents / 100).toFixed(2),
    duration: run.duration,
  })
  const { investments } = (await investor.get('/api/histories')).body
  await owner.must(`/api/approve-investment/${investments[0].id}`)
  await house.clock.move(run.later)
}

const balanceOf = async (investor: Visitor) => (await investor.get('/api/balance')).body

async function countAsTheServer(count: number): Promise<void> {
  const investor = house.visitor()
  await investor.join(`investor-of-${count}`)
  const runs = fc.sample(fc.array(aRun, { minLength: count, maxLength: count }), 1)[0] ?? []
  for (const [place, run] of runs.entries()) await start(investor, run, `Plan ${count}-${place}`)
  const answered = await balanceOf(investor)
  expect(answered.running).toHaveLength(count)
  const agree = async (passed: number) => {
    const said = await balanceOf(investor)
    expect(earnedSince(answered, passed), JSON.stringify(runs)).toBe(fromWire(said.current_earning))
  }
  for (let tick = 1; tick <= TICKS; tick += 1) {
    await house.clock.move(SECOND)
    if (tick % 100 === 0) await agree(tick * SECOND)
  }
  await house.clock.move(HOUR)
  await agree(TICKS * SECOND + HOUR)
}
test.each([1, MOST_AT_ONCE])(
  'after 1,000 seconds, and an hour in the background, the counter of %i investments is the server’s figure',
  countAsTheServer,
)
test.each([2, 3])(
  'after 1,000 seconds, and an hour in the background, the counter of %i investments is the server’s figure',
  THOROUGH,
  countAsTheServer,
)

test('the counter stops where the server stops, at the end of each duration', async () => {
  const investor = house.visitor()
  await investor.join('ender')
  const run = { cents: 77_777, dailyRoi: 13_337, later: 90 * SECOND }
  await start(investor, { ...run, duration: 1 }, 'Short')
  await start(investor, { ...run, duration: 2 }, 'Long')
  const answered = await balanceOf(investor)
  for (const passed of [DAY - 91 * SECOND, DAY, 2 * DAY - 91 * SECOND, 2 * DAY, 3 * DAY]) {
    await house.clock.move(Date.parse(answered.as_of) + passed - house.clock.now().getTime())
    // The app may complete at any moment what is over: then it is no part of what runs, and has earned all the same.
    for (const completed of [false, true]) {
      if (completed) await house.runJobs()
      const { investments } = (await investor.get('/api/histories')).body as { investments: { earned: string }[] }
      const earned = investments.reduce((total, investment) => total + fromWire(investment.earned), 0n)
      expect(earnedSince(answered, passed), completed ? 'completed' : 'running').toBe(earned)
    }
  }
})
