/** An end comes out as it would have at once, however late it is found and with whatever it is found together. */
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { microUsd, toWire } from '#money/micro-usd.ts'
import { accrueDue, accrueInvestor } from '#investments/accrue.ts'
import { AT_ENDS, type AtEnd } from '#investments/at-end-rules.ts'
import { completeDue, completeInvestments } from '#investments/complete.ts'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { setAtEnd } from '#investments/set-at-end.ts'
import { openInvestingHouse, problems } from '../../../test/support/investing-house.ts'
import { balance, giveBonus, invest, investmentNow, save, takeOut } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)
const JOB = { job: 'maturity' }
const house = opened(openInvestingHouse)
afterEach(async () => {
  expect(await problems(house)).toEqual([])
  const proved = await readTransaction(house.db, (tx) => proveAll({ tx, since: null }, INVESTMENT_PROOFS))
  expect(proved.flatMap(({ wrong }) => (wrong === null ? [] : [wrong.says]))).toEqual([])
})

const choose = (who: Investor, id: string, atEnd: AtEnd) => house.write((tx) => setAtEnd(tx, who, { id, atEnd }))
const sweep = () => completeDue(house.db, JOB)
const amountsOf = async (ids: readonly string[]) => {
  const made = await house.db
    .selectFrom('investment')
    .select(['reinvests', 'amount'])
    .where('reinvests', 'in', ids)
    .execute()
  return ids.map((id) => made.filter(({ reinvests }) => reinvests === id).map(({ amount }) => toWire(amount))[0])
}
/** Posts what has been earned and takes a share of the Earnings Wallet, in percent. */
async function withdraw(who: Investor, share = 100n) {
  await accrueDue(house.db, JOB)
  const out = microUsd(((await balance(house, who, 'earnings')) * share) / 100n)
  if (out > 0n) await takeOut(house, who, 'earnings', out)
}

test('an investment takes what was there at its end, and no principal that came back later', async () => {
  /** 500.00 for 14 days and 600.00 that end 30 seconds later, beside 1,000.00; on day 13 the wallet was emptied. */
  const twoEnds = async () => {
    const who = await anInvestor(house.db)
    const { id } = await invest(house, who)
    await choose(who, id, 'reinvest all')
    await invest(house, who, { amount: usd(1000), duration: 30 })
    await house.clock.move(30 * SECOND)
    const later = await invest(house, who, { amount: usd(600) })
    await house.clock.move(13 * DAY - 30 * SECOND)
    await withdraw(who)
    return { id, later: later.id }
  }
  const atOnce = await twoEnds()
  await house.days(1)
  await sweep()
  expect((await investmentNow(house, atOnce.later)).status).toBe('approved')
  // its principal, and a day of all three: 2.00, 4.00 and 2.40
  expect(await amountsOf([atOnce.id])).toEqual(['508.40'])
  for (const late of [30 * SECOND, 7 * DAY]) {
    const { id, later } = await twoEnds()
    await house.clock.move(DAY + late)
    await sweep()
    expect(await amountsOf([id])).toEqual(['508.40'])
    expect((await investmentNow(house, later)).status).toBe('completed')
  }
})

test('what ended before is done before, also where it is found apart', async () => {
  const twoEnds = async () => {
    const who = await anInvestor(house.db)
    const first = await invest(house, who)
    await house.clock.move(30 * SECOND)
    const second = await invest(house, who, { amount: usd(600) })
    await choose(who, second.id, 'reinvest all')
    await house.clock.move(13 * DAY - 30 * SECOND)
    await withdraw(who)
    await house.days(1)
    await house.clock.move(MINUTE)
    return [first.id, second.id] as const
  }
  const find = (...ids: string[]) => house.write((tx) => completeInvestments(tx, JOB, ids))
  const [first, second] = await twoEnds()
  await find(first)
  await find(second)
  const [other, last] = await twoEnds()
  await find(last)
  expect(await amountsOf([last])).toEqual(await amountsOf([second]))
  expect((await investmentNow(house, other)).status).toBe('completed')
})

test('those that end at one moment have it all together, principals alone first, then by their ids', async () => {
  const who = await anInvestor(house.db)
  const ids: string[] = []
  for (const [dollars, atEnd] of [
    [500, 'reinvest all'],
    [600, 'reinvest all'],
    [700, 'reinvest principal'],
  ] as const) {
    const { id } = await invest(house, who, { amount: usd(dollars) })
    await choose(who, id, atEnd)
    ids.push(id)
  }
  await house.days(13)
  await withdraw(who)
  await house.days(1)
  await sweep()
  // of 1,807.20, as `src/withdrawals/web/coming.test.ts` has it planned
  expect(await amountsOf(ids)).toEqual(['528.00', '579.20', '700.00'])
  expect(await balance(house, who, 'earnings')).toBe(0n)
})

const CHOICES = [...AT_ENDS, 'bonus'] as const
const stories = fc.record({
  ends: fc.array(
    fc.record({
      cents: fc.integer({ min: 10_000, max: 90_000 }),
      hours: fc.constantFrom<number>(0, 1, 30, 31, 100),
      choice: fc.constantFrom(...CHOICES),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  beside: fc.option(fc.integer({ min: 10_000, max: 90_000 }), { nil: undefined }),
  share: fc.constantFrom<bigint>(0n, 60n, 100n),
  // no longer than what is invested again lasts: what comes back of that has its own turn
  late: fc.integer({ min: 0, max: 9 * 24 }),
})
type Story = typeof stories extends fc.Arbitrary<infer Of> ? Of : never

/** What each has made, and what its owner has in the end, where each end is found at once or all are found late. */
async function tell({ ends, beside, share, late }: Story, atOnce: boolean) {
  const who = await anInvestor(house.db)
  const ids: string[] = []
  let hour = 0
  const waitUntil = async (at: number) => {
    await house.clock.move((at - hour) * HOUR)
    hour = at
  }
  const inOrder = ends.toSorted((one, other) => one.hours - other.hours)
  if (beside !== undefined) await invest(house, who, { amount: usd(beside / 100), duration: 30 })
  for (const { cents, hours, choice } of inOrder) {
    await waitUntil(hours)
    const [isBonus, amount] = [choice === 'bonus', usd(cents / 100)]
    if (isBonus) await giveBonus(house, who, amount)
    const one = isBonus ? save(house, who, { source: 'bonus', amount }) : invest(house, who, { amount })
    ids.push((await one).id)
    await choose(who, (await one).id, choice === 'bonus' ? 'reinvest principal' : choice)
  }
  await waitUntil(13 * 24)
  await withdraw(who, share)
  const find = () => house.write((tx) => completeInvestments(tx, JOB, ids))
  for (const { hours } of atOnce ? inOrder : []) {
    await waitUntil(14 * 24 + hours)
    await find()
  }
  await waitUntil(14 * 24 + 100 + late)
  await find()
  await house.write(async (tx) => accrueInvestor(tx, await databaseClock(tx), JOB, who.userId))
  return { made: await amountsOf(ids), wallet: toWire(await balance(house, who, 'earnings')) }
}

test('one late sweep invests of each what sweeps right after each end do', async () => {
  const given = (...ends: [number, number, (typeof CHOICES)[number]][]) => ({
    ends: ends.map(([dollars, hours, choice]) => ({ cents: dollars * 100, hours, choice })),
    ...{ beside: 90_000, share: 100n, late: 200 },
  })
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      expect(await tell(story, false)).toEqual(await tell(story, true))
    }),
    {
      numRuns: 4 + ROUNDS,
      examples: [
        [given([500, 0, 'reinvest all'], [600, 1, 'to wallet'])],
        // what the first one makes has earned by the end of the second, and is there for it
        [given([900, 0, 'reinvest all'], [900, 100, 'reinvest all'], [200, 100, 'reinvest principal'])],
        [given([500, 30, 'reinvest all'], [600, 30, 'reinvest principal'], [300, 31, 'to wallet'], [200, 31, 'bonus'])],
      ],
    },
  )
}, 120_000)
