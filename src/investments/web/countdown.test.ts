import { expect, test } from 'vitest'
import { countdown } from './countdown.ts'

test('minutes and seconds, the last of which has begun', () => {
  expect(countdown(59 * 60_000 + 59_000)).toBe('59:59')
  expect(countdown(245_000)).toBe('4:05')
  expect(countdown(1)).toBe('0:01')
  expect(countdown(0)).toBe('0:00')
  expect(countdown(-5000)).toBe('0:00')
})
