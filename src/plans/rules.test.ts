import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percent, percentToWire } from '#money/percent.ts'
import { readDurations, readPlan, writeDurations, yearlyRate, type TypedPlan } from './rules.ts'

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
        ...{ durations: [7, 14], ref_bonus: 50_000n, daily_roi: 4_000n },
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

  test('promises nothing', () => {
    const word = 'guarant'
    for (const promise of [`A ${word}eed return`, `${word.toUpperCase()}EE of profit`, `${word}eeing 5 %`]) {
      const errors = [expect.stringContaining('Capital is at risk')]
      expect(readPlan({ ...TYPED, description: promise })).toEqual({ errors: { description: errors } })
      expect(readPlan({ ...TYPED, name: promise })).toEqual({ errors: { name: errors } })
    }
  })
})
