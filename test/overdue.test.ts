import { expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { behind, publishedOf } from '../scripts/overdue.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString()

test('a package is late once a newer version is out for more than 90 days, however new the newest is', () => {
  const published = { '1.9.0': daysAgo(300), '1.10.0': daysAgo(91), '1.11.0': daysAgo(2) }
  expect(behind('1.9.0', published, NOW)).toEqual({ newer: '1.10.0', days: 91 })
  expect(behind('1.9.0', { ...published, '1.10.0': daysAgo(90) }, NOW)).toBeUndefined()
  expect(behind('1.10.0', published, NOW)).toBeUndefined()
  expect(behind('1.11.0', published, NOW)).toBeUndefined()
})

test('what was published later with a lower number is no newer version', () => {
  const published = { '2.0.0': daysAgo(200), '1.9.9': daysAgo(150) }
  expect(behind('2.0.0', published, NOW)).toBeUndefined()
})

test('a version that is not finished is newer only than another that is not', () => {
  const published = { '1.0.0': daysAgo(400), '2.0.0-beta.9': daysAgo(300), '2.0.0-beta.10': daysAgo(200) }
  expect(behind('1.0.0', published, NOW)).toBeUndefined()
  expect(behind('2.0.0-beta.9', published, NOW)).toEqual({ newer: '2.0.0-beta.10', days: 200 })
  expect(behind('2.0.0-beta.10', { ...published, '2.0.0': daysAgo(100) }, NOW)).toEqual({ newer: '2.0.0', days: 100 })
})

test('a version that was taken back is none to bring a package up to', () => {
  const time = { created: daysAgo(900), modified: daysAgo(1), '1.0.0': daysAgo(400), '1.0.1': daysAgo(300) }
  expect(behind('1.0.0', publishedOf({ versions: ['1.0.0', '1.0.1'], time }), NOW)).toEqual({
    newer: '1.0.1',
    days: 300,
  })
  expect(behind('1.0.0', publishedOf({ versions: ['1.0.0'], time }), NOW)).toBeUndefined()
  // npm answers one alone without a list
  expect(publishedOf({ versions: '1.0.0', time })).toEqual({ '1.0.0': time['1.0.0'] })
})
