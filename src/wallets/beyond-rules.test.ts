import { expect, test } from 'vitest'
import { fromWire, toWire } from '#money/micro-usd.ts'
import { beyondFree } from './beyond-rules.ts'

test.each([
  { why: 'what comes in is beyond nothing', direction: 'in', account: 'capital', free: '-50.00', beyond: '0.00' },
  { why: 'as much as is free may go', direction: 'out', account: 'capital', free: '100.00', beyond: '0.00' },
  { why: 'the rest is owed or set apart', direction: 'out', account: 'fees', free: '70.00', beyond: '30.00' },
  { why: 'no more than is taken', direction: 'out', account: 'returns', free: '-500.00', beyond: '100.00' },
  { why: 'the reserve is not what is free', direction: 'out', account: 'reserve', free: '0.00', beyond: '0.00' },
  {
    why: 'the reserve of a house that is short',
    direction: 'out',
    account: 'reserve',
    free: '-20.00',
    beyond: '20.00',
  },
] as const)('of $100.00 going $direction with $free free, $beyond is not free: $why', ({ free, beyond, ...of }) => {
  expect(toWire(beyondFree({ ...of, amount: fromWire('100.00') }, fromWire(free)))).toBe(beyond)
})
