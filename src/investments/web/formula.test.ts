import { expect, test } from 'vitest'
import type { Investment } from '#investments/contract.ts'
import { fromWire } from '#money/micro-usd.ts'
import { countedAt } from './formula.ts'

const BEGAN = '2026-11-01T12:00:00.000Z'
const DAY = 86_400_000
const at = (days: number) => Date.parse(BEGAN) + days * DAY

function investment(changed: Partial<Investment>): Investment {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    tranx_id: 'x',
    txid: null,
    amount: '500.00',
    typed_amount: '500.00',
    status: 'approved',
    reason: null,
    received: '0.00',
    held: '0.00',
    from_suspense: null,
    source: 'payment',
    duration: 14,
    daily_roi: '0.4',
    early_roi: '0',
    ref_bonus: '5',
    created_at: BEGAN,
    began_at: BEGAN,
    ends_at: new Date(at(14)).toISOString(),
    expires_at: null,
    completed_at: null,
    left_early: false,
    earned: '0.00',
    per_seconds_earning: '0.000000000000',
    reinvested: false,
    at_end: 'to wallet',
    reinvested_as: null,
    reinvests: null,
    version: 0,
    history: [],
    user: { id: '0190a000-0000-7000-8000-000000000002', name: 'amara', email: 'amara@mail.example' },
    wallet: { wallet_name: 'Bitcoin', wallet_address: 'x', network: 'bitcoin' },
    plan: { name: 'Steady' },
    ...changed,
  }
}

test('a running one is counted to the second, and not beyond its end', () => {
  expect(countedAt(investment({}), at(1) + 999)).toEqual({ kind: 'running', seconds: 86_400, earned: fromWire('2.00') })
  expect(countedAt(investment({}), at(99))).toMatchObject({ seconds: 14 * 86_400, earned: fromWire('28.00') })
})

test('one that has not begun earns nothing', () => {
  expect(countedAt(investment({ status: 'pending', began_at: null }), at(1))).toEqual({ kind: 'nothing' })
})

test('a completed one was counted to its end, whenever it was posted; one completed early, until then', () => {
  const late = { status: 'completed', completed_at: new Date(at(14) + 29_000).toISOString(), earned: '28.00' } as const
  expect(countedAt(investment(late), at(20))).toMatchObject({ kind: 'ended', seconds: 14 * 86_400 })
  const early = { status: 'completed', completed_at: new Date(at(3)).toISOString(), earned: '6.00' } as const
  expect(countedAt(investment(early), at(20))).toMatchObject({ kind: 'ended', seconds: 3 * 86_400 })
})

test('where a correction changed what it earned, no formula pretends to give it', () => {
  const corrected = { status: 'completed', completed_at: new Date(at(14)).toISOString(), earned: '27.50' } as const
  expect(countedAt(investment(corrected), at(20))).toEqual({ kind: 'corrected' })
})
