import { expect, test } from 'vitest'
import { otherWaits, waitingLine } from './record-parts.tsx'

test('what waits is told apart by what it waits for, and every record is told once', () => {
  const line = waitingLine({ count: 3, unpaid: 2, second: 1, all: 7 })
  expect(line).toBe('3 wait for a decision, 2 unpaid, 1 for a second administrator, 1 your own')
  expect(waitingLine({ count: 1, unpaid: 0, second: 0, all: 1 })).toBe('1 waits for a decision')
  expect(waitingLine({ count: 0, unpaid: 2, second: 0, all: 2 })).toBe('Nothing waits for a decision, 2 unpaid')
  expect(waitingLine({ count: 0, all: 0 })).toBe('Nothing waits for a decision')
})

test('of identity checks, which know neither a payment nor a second administrator, the rest is one’s own', () => {
  expect(otherWaits({ count: 2, all: 3 })).toBe(', 1 your own')
})
