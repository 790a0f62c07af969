import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accrueDue } from '#investments/accrue.ts'
import { completeDue } from '#investments/complete.ts'
import { earned, endOf } from '#investments/rules.ts'
import { microUsd, sum } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { DAY } from '#kit/clock.ts'
import { balance, invest } from '../../test/support/investing.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor, aPlan } from '../../test/support/people.ts'
import { incomeOf } from './income-rules.ts'

const BEGINS = new Date('2026-11-22T10:00:00.000Z')

test('the days of a plan’s income add up to all that it earns, and the principal comes back once, at the end', () => {
  const terms = fc.record({
    amount: fc.bigInt({ min: 1n, max: 10n ** 15n }).map(microUsd),
    rate: fc.bigInt({ min: 0n, max: 50_000n }).map(percent),
    duration: fc.integer({ min: 1, max: 400 }),
  })
  fc.assert(
    fc.property(terms, (terms) => {
      const days = incomeOf(terms, BEGINS)
      const all = earned(terms.amount, terms.rate, terms.duration * 86_400)
      expect(days).toHaveLength(terms.duration)
      expect(sum(days.map((day) => day.earned))).toBe(all)
      expect(days.at(-1)).toMatchObject({ soFar: all, back: terms.amount, until: endOf(BEGINS, terms.duration) })
      expect(sum(days.map(({ back }) => back))).toBe(terms.amount)
    }),
  )
})

const house = opened(openInvestingHouse)

test('what the chart promises for each day is what the books credit by its end, and what comes back at the end', async () => {
  const duration = 7
  house.planId = await aPlan(house.db, { durations: [duration] })
  const investor = await anInvestor(house.db)
  const { amount, daily_roi } = await invest(house, investor, { amount: microUsd(333_330_000n), duration })
  const begins = house.clock.now()
  for (const { soFar, back, until } of incomeOf({ amount, rate: daily_roi, duration }, begins)) {
    await house.clock.move(DAY)
    expect(house.clock.now()).toEqual(until)
    await completeDue(house.db, { job: 'test' })
    await accrueDue(house.db, { job: 'test' })
    expect(await balance(house, investor, 'earnings')).toBe(soFar + back)
  }
})
