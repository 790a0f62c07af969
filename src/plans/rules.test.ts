import { glob, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { microUsd } from '#money/micro-usd.ts'
import { percent, percentToWire } from '#money/percent.ts'
import { paysMore, readDurations, readPlan, writeDurations, yearlyRate, type TypedPlan } from './rules.ts'

describe('durations', () => {
  test.each([
    ['7, 14, 30', [7, 14, 30]],
    ['7 days, 2 weeks, 1 month', [7, 14, 30]],
    ['30,7,14,7', [7, 14, 30]],
    ['1 year', [365]],
    ['10 years', [3650]],
    [' 1 DAY ,2Weeks,  3 Months ', [1, 14, 90]],
    ['5d, 2w, 1y', [5, 14, 365]],
    ['4 weeks, 28 days', [28]],
    ['007', [7]],
  ])('%j are %j days', (typed, durations) => {
    expect(readDurations(typed)).toEqual({ durations })
  })

  test.each([
    '',
    ' ',
    ',',
    '7,',
    ',7',
    '7,,14',
    'a week',
    '7 14',
    '1.5 months',
    '-7',
    '+7',
    '1e1',
    '7 fortnights',
    '٧',
    '7;14',
    '0x7',
    '7 days 2',
  ])('%j cannot be read', (typed) => {
    expect(readDurations(typed)).toEqual({ problem: 'Enter durations such as 7, 14, 30 or 7 days, 2 weeks, 1 month.' })
  })

  test.each(['0', '0 weeks', '3651', '11 years', '7, 9999 months'])('%j are too short or too long', (typed) => {
    expect(readDurations(typed)).toEqual({ problem: 'Enter durations from 1 day to 10 years.' })
  })

  const UNITS = { day: 1, days: 1, week: 7, weeks: 7, month: 30, months: 30, year: 365, years: 365, d: 1, w: 7, y: 365 }
  const typedDuration = fc.constantFrom(...Object.entries(UNITS)).chain(([unit, size]) =>
    fc
      .tuple(fc.integer({ min: 1, max: Math.floor(3650 / size) }), fc.stringMatching(/^ {0,3}$/))
      .map(([number, blank]) => ({
        text: `${blank}${number}${blank}${unit}${blank}`,
        days: number * size,
      })),
  )

  test('in whatever order and unit they are typed, they are the same days, sorted, each once', () => {
    fc.assert(
      fc.property(fc.array(typedDuration, { minLength: 1, maxLength: 20 }), (typed) => {
        const expected = [...new Set(typed.map(({ days }) => days))].sort((a, b) => a - b)
        expect(readDurations(typed.map(({ text }) => text).join(','))).toEqual({ durations: expected })
      }),
    )
  })

  test('what is written is read back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 3650 }), { minLength: 1 }), (days) => {
        const durations = days.sort((a, b) => a - b)
        expect(readDurations(writeDurations(durations))).toEqual({ durations })
      }),
    )
    expect(writeDurations([7, 14, 30])).toBe('7, 14, 30')
  })

  test('any text gets durations in bounds or a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9 ,a-z]*$/)), (text) => {
        const read = readDurations(text)
        const days = 'problem' in read ? [1] : read.durations
        expect(days.length).toBeGreaterThan(0)
        expect(days.every((length) => Number.isInteger(length) && length >= 1 && length <= 3650)).toBe(true)
      }),
    )
  })
})

test('a rate of 0.4 % a day is 146 % a year, and nothing is lost on the way', () => {
  expect(percentToWire(yearlyRate(percent(4000n)))).toBe('146')
  expect(percentToWire(yearlyRate(percent(1n)))).toBe('0.0365')
  expect(yearlyRate(percent(0n))).toBe(0n)
})

describe('a plan as it is typed', () => {
  const TYPED: TypedPlan = {
    ...{ name: ' Steady ', description: 'Short and\nplain.', min_amount: '100', max_amount: 2500.5 },
    ...{ durations_copy: '7, 2 weeks', ref_bonus: '5', daily_roi: 0.4 },
  }

  test('is read to exact amounts, percents and days', () => {
    expect(readPlan(TYPED)).toEqual({
      terms: {
        ...{ name: 'Steady', description: 'Short and\nplain.', min_amount: 100_000_000n, max_amount: 2_500_500_000n },
        ...{ durations: [7, 14], ref_bonus: 50_000n, daily_roi: 4_000n, early_roi: 0n },
      },
    })
  })

  test('is told everything that is wrong at once', () => {
    const wrong = {
      name: ' ',
      min_amount: '0',
      max_amount: '1.234',
      durations_copy: 'soon',
      ref_bonus: '101',
      daily_roi: 'x',
    }
    const read = readPlan({ ...TYPED, ...wrong })
    expect(read).toEqual({
      errors: Object.fromEntries(Object.keys(wrong).map((field) => [field, [expect.any(String)]])),
    })
  })

  test('has a maximum that is not below its minimum', () => {
    expect(readPlan({ ...TYPED, min_amount: '10.01', max_amount: '10.00' })).toEqual({
      errors: { max_amount: ['Enter a maximum that is not below the minimum.'] },
    })
    expect(readPlan({ ...TYPED, min_amount: '10', max_amount: '10.00' })).toHaveProperty('terms')
  })

  test('has an early rate that is not above its rate per day, and none where none is typed', () => {
    expect(readPlan({ ...TYPED, early_roi: '0.4001' })).toEqual({
      errors: { early_roi: ['Enter an early rate that is not above the rate per day.'] },
    })
    expect(readPlan({ ...TYPED, early_roi: '0.4' })).toMatchObject({ terms: { early_roi: 4_000n } })
    expect(readPlan({ ...TYPED, early_roi: '' })).toEqual({ errors: { early_roi: [expect.any(String)] } })
  })

  test('has no name that only looks like another, and keeps the one that it has', () => {
    for (const name of ['Steady\u3164', 'St\u0435ady', 'Steady\u2800']) {
      expect(readPlan({ ...TYPED, name })).toEqual({ errors: { name: [expect.any(String)] } })
      expect(readPlan({ ...TYPED, name }, { name, description: '' })).toMatchObject({ terms: { name } })
    }
    expect(readPlan({ ...TYPED, name: 'Steady   30' })).toMatchObject({ terms: { name: 'Steady 30' } })
    expect(readPlan({ ...TYPED, name: 'A  b' }, { name: 'A  b', description: '' })).toMatchObject({
      terms: { name: 'A  b' },
    })
  })

  test('promises nothing', () => {
    const word = 'guarant'
    for (const promise of [`A ${word}eed return`, `${word.toUpperCase()}EE of profit`, `${word}eeing 5 %`]) {
      const errors = [expect.stringContaining('Capital is at risk')]
      expect(readPlan({ ...TYPED, description: promise })).toEqual({ errors: { description: errors } })
      expect(readPlan({ ...TYPED, name: promise })).toEqual({ errors: { name: errors } })
    }
  })
})

test('no screen says that anything is guaranteed, nor that it is not', async () => {
  const said: string[] = []
  for await (const file of glob('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', 'src/plans/rules.ts'] })) {
    if (/guarant/i.test(await readFile(file, 'utf8'))) said.push(file)
  }
  expect(said).toEqual([])
})

describe('a change of a plan', () => {
  const plan = {
    ...{ name: 'Steady', description: '', min_amount: microUsd(100n), max_amount: microUsd(5000n), available: true },
    ...{ durations: [14, 30], ref_bonus: percent(50_000n), daily_roi: percent(4_000n), early_roi: percent(1_000n) },
  }

  test.each([
    ['a higher rate', { daily_roi: percent(4_001n) }],
    ['a higher early rate', { early_roi: percent(1_001n) }],
    ['a higher referral percent', { ref_bonus: percent(50_001n) }],
    ['a higher rate with a lower referral percent', { daily_roi: percent(5_000n), ref_bonus: percent(0n) }],
    ['a larger amount', { max_amount: microUsd(5001n) }],
    ['a longer duration', { durations: [14, 30, 365] }],
    ['a shorter duration, which brings inviters their bonus more often', { durations: [1, 14, 30] }],
    ['one duration in the place of another', { durations: [14, 31] }],
  ])('pays more by %s', (_, to) => {
    expect(paysMore(plan, { ...plan, ...to })).toBe(true)
    expect(paysMore({ ...plan, available: false }, { ...plan, ...to, available: false })).toBe(true)
  })

  test('pays more to investors by being shown again, and no more by anything that takes away', () => {
    expect(paysMore({ ...plan, available: false }, plan)).toBe(true)
    const less = {
      daily_roi: percent(1n),
      early_roi: percent(0n),
      ref_bonus: percent(0n),
      durations: [30],
      available: false,
    }
    expect(paysMore(plan, { ...plan, ...less, name: 'Slow', min_amount: microUsd(1n), description: 'Less.' })).toBe(
      false,
    )
    expect(paysMore(plan, plan)).toBe(false)
  })

  test('in steps: whatever passes alone never lets a plan pay more than it did at first', () => {
    const rate = fc.bigInt({ min: 0n, max: 10_000n }).map(percent)
    const amount = fc.bigInt({ min: 100n, max: 9_000n }).map(microUsd)
    const durations = fc.subarray([1, 7, 14, 30, 365], { minLength: 1 })
    const change = fc.record({
      ...{ daily_roi: rate, early_roi: rate, ref_bonus: rate, max_amount: amount, durations, available: fc.boolean() },
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let now = plan
        for (const to of changes) if (!paysMore(now, { ...now, ...to })) now = { ...now, ...to }
        expect(now.daily_roi <= plan.daily_roi && now.ref_bonus <= plan.ref_bonus).toBe(true)
        expect(now.max_amount <= plan.max_amount && now.early_roi <= plan.early_roi).toBe(true)
        expect(plan.durations).toEqual(expect.arrayContaining(now.durations))
      }),
    )
  })
})
