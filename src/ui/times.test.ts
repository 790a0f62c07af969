import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ago as agoTogether, clockTime, dayOf, momentOf, timeLeft as leftTogether, wholeMomentOf } from './times.ts'

/** As it is read: what keeps a figure and its unit on one line is a space all the same. */
const read = (words: string) => words.replaceAll('\u00a0', ' ')
const ago = (...asked: Parameters<typeof agoTogether>) => read(agoTogether(...asked))
const timeLeft = (...asked: Parameters<typeof leftTogether>) => read(leftTogether(...asked))

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('how long ago something was is said in its largest unit', () => {
  expect(ago(NOW - 59_999, NOW)).toBe('just now')
  expect(ago(NOW - 9 * MINUTE, NOW)).toBe('9 min ago')
  expect(ago(NOW - HOUR + 1, NOW)).toBe('59 min ago')
  expect(ago(NOW - DAY + 1, NOW)).toBe('23 h ago')
  expect(ago('2026-11-01T12:00:00.000Z', NOW)).toBe('19 d ago')
})

test('what a clock ahead of ours has just done was just now', () => {
  expect(ago(NOW + 5 * MINUTE, NOW)).toBe('just now')
})

test('what is left is said in two units, and is never negative', () => {
  expect(timeLeft(NOW + 11 * DAY + 21 * HOUR + 59 * MINUTE, NOW)).toBe('11 d 21 h')
  expect(timeLeft(NOW + DAY, NOW)).toBe('1 d 0 h')
  expect(timeLeft(NOW + 3 * HOUR + 5 * MINUTE, NOW)).toBe('3 h 5 min')
  expect(timeLeft(NOW + 30 * MINUTE, NOW)).toBe('30 min')
  expect(timeLeft('2026-11-20T11:00:00.000Z', NOW)).toBe('0 min')
})

test('a figure and its unit are never parted by the end of a line', () => {
  for (const passed of [MINUTE, HOUR, 8 * DAY]) expect(agoTogether(NOW - passed, NOW)).not.toContain(' ')
  for (const left of [MINUTE, 3 * HOUR, 8 * DAY]) expect(leftTogether(NOW + left, NOW)).not.toContain(' ')
})

test('a moment that decides something names its zone', () => {
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(NOW)
  expect(wholeMomentOf(NOW)).toMatch(/^Nov \d+, 2026, \d+:00 [AP]M /)
  expect(wholeMomentOf(NOW)).toContain(zone.find(({ type }) => type === 'timeZoneName')?.value)
})

const ZONES = ['America/Los_Angeles', 'UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
/** What a program that knows `#ui/times.ts` prints in a zone. */
function printedIn(TZ: string, program: string, input = ''): string {
  const words = ['--input-type=module', '-e', `import * as times from '#ui/times.ts'; ${program}`]
  return execFileSync(process.execPath, words, { env: { ...process.env, TZ }, encoding: 'utf8', input }).trim()
}

test('a day of the calendar is the same day in every zone', () => {
  const shown = ZONES.map((zone) => printedIn(zone, `console.log(times.dateOf('1990-12-31'))`))
  expect(shown).toEqual(ZONES.map(() => 'Dec 31, 1990'))
})

test('days, times and the zone itself are those that Intl would write, in every zone', () => {
  const instants = fc.sample(
    fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
    500,
  )
  const compare = `
    import { readFileSync } from 'node:fs'
    const written = (options) => new Intl.DateTimeFormat('en-US', options)
    const day = { month: 'short', day: 'numeric' }
    const time = { hour: 'numeric', minute: '2-digit' }
    const kinds = [
      [times.dayOf, written({ ...day, year: 'numeric' })],
      [times.clockTime, written(time)],
      [times.momentOf, written({ ...day, ...time })],
    ]
    for (const at of JSON.parse(readFileSync(0, 'utf8')))
      for (const [ours, theirs] of kinds)
        if (ours(at) !== theirs.format(new Date(at))) console.log(at, ours(at), theirs.format(new Date(at)))
    console.log(times.ownZone() === written().resolvedOptions().timeZone)`
  for (const zone of ZONES) expect(printedIn(zone, compare, JSON.stringify(instants)), zone).toBe('true')
})

test('what is no time is refused, and not shown as one', () => {
  for (const show of [dayOf, clockTime, momentOf]) expect(() => show('tomorrow')).toThrow(RangeError)
})
