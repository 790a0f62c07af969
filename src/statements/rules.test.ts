import { describe, expect, test, vi } from 'vitest'
import { microUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { hasUnprintable, printable } from './letters.ts'
import { dayInZone, readPeriod, startOfDay, timeOf, yieldOf } from './rules.ts'

describe('a period', () => {
  const now = new Date('2026-03-30T10:00:00Z')
  test.each([
    ['2026-03-29', 'UTC', '2026-03-29T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-03-29', 'Pacific/Kiritimati', '2026-03-28T10:00:00.000Z'],
    // at midnight the clocks went on to one o'clock
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ])('day %s of %s begins at %s', (day, zone, begins) => {
    expect(startOfDay(day, zone).toISOString()).toBe(begins)
    expect(dayInZone(new Date(begins), zone)).toBe(day)
  })

  test('takes the last day whole, on the day when the clocks change as well', () => {
    const period = readPeriod({ from: '2026-03-28', to: '2026-03-29', zone: 'Europe/Berlin' }, now)
    expect(period).toMatchObject({
      begins: new Date('2026-03-27T23:00:00Z'),
      ends: new Date('2026-03-29T22:00:00Z'),
    })
  })

  test('has no end yet on a day that is not over, and ends today where it would reach further', () => {
    expect(readPeriod({ from: '2026-03-30', to: '2026-03-30' }, now)).toMatchObject({ ends: null, zone: 'UTC' })
    expect(readPeriod({ from: '2026-03-01', to: '2030-01-01' }, now)).toMatchObject({ ends: null, to: '2026-03-30' })
  })

  test('may be ten years long and not a day longer', () => {
    expect(readPeriod({ from: '2016-03-31', to: '2026-03-30' }, now)).toMatchObject({ to: '2026-03-30' })
    expect(readPeriod({ from: '2016-03-30', to: '2026-03-30' }, now)).toMatchObject({ field: 'to' })
  })

  test('tells the time of a place', () => {
    const moment = new Date('2026-03-29T01:30:05.900Z')
    expect(['UTC', 'Europe/Berlin', 'Asia/Kathmandu'].map((zone) => timeOf(moment, zone))).toEqual([
      ...['01:30:05', '03:30:05', '07:15:05'],
    ])
  })

  test('keeps one format for a time zone, however many ways its name is written', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    for (let n = 0; n < 200; n += 1) {
      const zone = 'Antarctica/Troll'.replace(/[a-z]/gi, (letter, at: number) =>
        (n >> (at % 8)) & 1 ? letter.toUpperCase() : letter.toLowerCase(),
      )
      expect(readPeriod({ from: '2026-03-01', to: '2026-03-02', zone }, now)).not.toHaveProperty('problem')
    }
    expect(made.mock.calls.length).toBeLessThanOrEqual(1)
    made.mockRestore()
    expect(readPeriod({ from: '2026-03-01', to: '2026-03-02', zone: 'No/Where' }, now)).toMatchObject({ field: 'zone' })
  })
})

describe('the formula of an earning', () => {
  const terms = {
    principal: microUsd(500_000_000n),
    dailyRoi: percent(4_000n),
    duration: 14,
    beganAt: new Date('2026-03-01T12:00:00Z'),
  }
  const at = new Date('2026-03-02T12:00:00Z')
  test('is said where it gives the amount, and not where it is a micro-dollar off', () => {
    const earning = { at, after: terms.beganAt, terms }
    expect(yieldOf({ ...earning, amount: microUsd(2_000_000n) })).toMatchObject({ seconds_from: 0, seconds_to: 86_400 })
    expect(yieldOf({ ...earning, amount: microUsd(2_000_001n) })).toBeNull()
  })
})

describe('letters of a printed page', () => {
  test.each([
    ['Žluťoučký kůň', 'Zlutoucký kun', false],
    ['Größe €5', 'Größe €5', false],
    ['План\nA', '???? A', true],
    ['Why?', 'Why?', false],
    ['a\u200Eb', 'ab', false],
  ])('%s is printed as %s', (text, printed, lacking) => {
    expect(printable(text)).toBe(printed)
    expect(hasUnprintable(text)).toBe(lacking)
  })
})
