import { describe, expect, test, vi } from 'vitest'
import { hasUnprintable, printable } from './letters.ts'
import { dayInZone, lastDays, readPeriod, SETTLED_DAYS, startOfDay, startsOfDays, timeOf } from './rules.ts'

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

  test.each(['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'])(
    'of the last days each begins where a period of it does, through every change of the clocks: %s',
    (zone) => {
      for (const now of ['2026-11-20T12:00:00Z', '2019-03-01T00:00:00Z', '2012-01-02T11:59:59.999Z']) {
        const days = lastDays(new Date(now), 366, zone)
        expect(days.at(-1)?.day).toBe(dayInZone(new Date(now), zone))
        expect(days).toEqual(days.map(({ day }) => ({ day, begins: startOfDay(day, zone) })))
        const following = days.slice(1).map(({ day }) => Date.parse(day) - 86_400_000)
        expect(following).toEqual(days.slice(0, -1).map(({ day }) => Date.parse(day)))
      }
    },
  )

  test('of ten years takes a sixth of the looks at the clocks of its zone that each day for itself would', () => {
    const [format, parts] = [
      vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get'),
      vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts'),
    ]
    try {
      const [zone, from, to] = ['Europe/Berlin', '2016-03-31', '2026-03-30']
      const starts = startsOfDays({ from, to, zone, begins: new Date('2016-03-30T22:00:00Z') })
      expect(starts).toHaveLength(3652)
      expect(format.mock.calls.length + parts.mock.calls.length).toBeLessThan(2500)
    } finally {
      format.mockRestore()
      parts.mockRestore()
    }
  })

  test.each([
    // clocks that were set there and back again within a week, and days that were left out
    ...[
      ['America/Recife', '2000-09-25'],
      ['America/Noronha', '2000-10-01'],
      ['America/Argentina/Tucuman', '2004-05-25'],
    ],
    ...[
      ['Pacific/Apia', '2011-12-20'],
      ['Pacific/Kwajalein', '1993-08-15'],
      ['Asia/Gaza', '2011-07-20'],
    ],
  ])('days begin when they do, one by one: %s from %s', (zone, from) => {
    const to = new Date(Date.parse(from) + 30 * 86_400_000).toISOString().slice(0, 10)
    const days = Array.from({ length: 31 }, (_, n) => new Date(Date.parse(from) + n * 86_400_000).toISOString())
    const each = days.map((day) => startOfDay(day.slice(0, 10), zone))
    expect(startsOfDays({ from, to, zone, begins: startOfDay(from, zone) })).toEqual(each)
  })

  test('no zone has set its clocks there and back again within the days that are stepped over', () => {
    const closest = Math.min(...Intl.supportedValuesOf('timeZone').map(daysThereAndBack))
    expect(closest).toBeGreaterThan(SETTLED_DAYS)
    expect(closest).toBeLessThan(8)
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

type Zoned = { epochMilliseconds: number; offset: string; getTimeZoneTransition(direction: 'next'): Zoned | null }
type Times = { Instant: { fromEpochMilliseconds(at: number): { toZonedDateTimeISO(zone: string): Zoned } } }

/** The fewest days after which a zone went back to what its clocks had shown, since 1970. */
function daysThereAndBack(zone: string): number {
  const { Temporal } = globalThis as unknown as { Temporal: Times }
  let [before, present] = [
    undefined as Zoned | undefined,
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone),
  ]
  let fewest = Number.POSITIVE_INFINITY
  for (let next = present.getTimeZoneTransition('next'); next !== null; next = present.getTimeZoneTransition('next')) {
    if (next.epochMilliseconds > Date.UTC(2040, 0, 1)) break
    const days = (next.epochMilliseconds - present.epochMilliseconds) / 86_400_000
    if (before?.offset === next.offset) fewest = Math.min(fewest, days)
    before = present
    present = next
  }
  return fewest
}
