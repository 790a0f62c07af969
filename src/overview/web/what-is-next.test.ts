import { describe, expect, test } from 'vitest'
import type { Investment } from '#investments/contract.ts'
import { fromWire } from '#money/micro-usd.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { firstSteps, isNew, whatIsNext } from './what-is-next.ts'

const DAY = 86_400_000
const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const inDays = (days: number) => new Date(NOON + days * DAY).toISOString()

/** As much of an investment as is looked at. */
function investment(status: Investment['status'], given: Partial<Investment> = {}): Investment {
  const runs = status === 'approved' ? { began_at: inDays(0), ends_at: inDays(14) } : { began_at: null, ends_at: null }
  return {
    status,
    source: 'payment',
    amount: '500.00',
    held: '0.00',
    completed_at: null,
    ...runs,
    ...given,
  } as Investment
}
type Asked = { status: Investment['status']; amount: string; held?: Withdrawal['held'] }
const next = (investments: Investment[], withdrawals: readonly Asked[] = []) =>
  whatIsNext({ investments, withdrawals: withdrawals.map((one) => ({ held: null, ...one })) }, NOON)

describe('what goes on with an investor’s money', () => {
  test('is nothing where there is none, or all of it is over', () => {
    expect(next([])).toEqual([{ kind: 'nothing' }])
    const over = [investment('declined'), investment('completed', { completed_at: inDays(-1) })]
    const closed = [
      { status: 'completed', amount: '5.00' },
      { status: 'declined', amount: '7.00' },
    ] as const
    expect(next(over, [...closed])).toEqual([{ kind: 'nothing' }])
  })

  test('is a payment to be made, for what is still to come in for the newest', () => {
    const newest = investment('pending', { amount: '250.00', held: '50.00' })
    expect(next([newest, investment('pending')])).toEqual([
      { kind: 'unpaid', count: 2, newest, amount: fromWire('200.00') },
    ])
  })

  test('is what is being checked: marked as paid, paid for by money that is here, or edited back', () => {
    const marked = investment('waiting approval', { amount: '1000.00' })
    expect(next([marked])).toEqual([{ kind: 'checked', count: 1, amount: fromWire('1000.00') }])
    const covered = investment('pending', { held: '500.00' })
    const bonus = investment('pending', { source: 'bonus', amount: '140.00' })
    expect(next([marked, covered, bonus])).toMatchObject([{ kind: 'checked', count: 3, amount: fromWire('1640.00') }])
  })

  test('is what is asked for and what leaves, which nothing does before it is approved', () => {
    const asked = { status: 'pending', amount: '20.00' } as const
    const approved = { status: 'approved', amount: '30.00' } as const
    expect(next([], [asked])).toEqual([{ kind: 'asked', count: 1, amount: fromWire('20.00') }])
    expect(next([], [approved, asked, approved])).toEqual([
      { kind: 'asked', count: 1, amount: fromWire('20.00') },
      { kind: 'leaving', count: 2, amount: fromWire('60.00') },
    ])
  })

  test('is what a new address is waited for, until when, and not that it is checked before', () => {
    const held = (confirmed: boolean, until: string) => ({
      ...({ status: 'pending', amount: '20.00' } as const),
      held: { address_id: 'a', confirmed, until },
    })
    const found = { kind: 'held', count: 1, amount: fromWire('20.00') }
    expect(next([], [held(true, inDays(1))])).toEqual([{ ...found, until: inDays(1) }])
    expect(next([], [held(false, inDays(-1))])).toEqual([{ ...found, until: null }])
    expect(next([], [held(true, inDays(0))])).toEqual([{ kind: 'asked', count: 1, amount: fromWire('20.00') }])
  })

  test('is what comes back first, and all that runs', () => {
    const late = investment('approved', { amount: '700.00', ends_at: inDays(30) })
    const soon = investment('approved', { amount: '120.00', ends_at: inDays(3), source: 'bonus' })
    expect(next([late, soon])).toEqual([
      { kind: 'comes back', amount: fromWire('120.00'), until: inDays(3), bonus: true },
      { kind: 'running', count: 2, amount: fromWire('820.00') },
    ])
  })

  test('says once of the only one that runs when it comes back', () => {
    expect(next([investment('approved', { ends_at: inDays(3) })])).toMatchObject([{ kind: 'comes back' }])
  })

  test('stands in one order, what the investor has to do first', () => {
    const all = [investment('approved'), investment('approved'), investment('waiting approval'), investment('pending')]
    expect(next(all, [{ status: 'pending', amount: '1.00' }]).map(({ kind }) => kind)).toEqual([
      ...['unpaid', 'checked', 'asked', 'comes back', 'running'],
    ])
  })
})

describe('the first steps', () => {
  const steps = (investments: Investment[], state = 'none', neededFor = 'invest') =>
    firstSteps({ investments }, { state, needed_for: neededFor }).map((step) => `${step.name} ${step.state}`)

  test('lead from the identity to a plan and to its payment', () => {
    expect(steps([])).toEqual(['verified done', 'identity now', 'plan later', 'pay later'])
    expect(steps([], 'submitted')).toEqual(['verified done', 'identity now', 'plan later', 'pay later'])
    expect(steps([], 'approved')).toEqual(['verified done', 'identity done', 'plan now', 'pay later'])
    expect(steps([investment('pending')], 'approved')).toEqual([
      ...['verified done', 'identity done', 'plan done', 'pay now'],
    ])
    expect(steps([investment('waiting approval')], 'approved').at(-1)).toBe('pay done')
  })

  test.each(['withdraw', 'off'])('leave out the identity where it is not needed before one invests: %s', (mode) => {
    expect(steps([], 'none', mode)).toEqual(['verified done', 'plan now', 'pay later'])
  })

  test('begin again with the plan where a payment was declined', () => {
    expect(steps([investment('declined')], 'approved')).toEqual([
      ...['verified done', 'identity done', 'plan now', 'pay later'],
    ])
  })

  test('are over once anything has been approved', () => {
    expect(isNew({ investments: [] })).toBe(true)
    expect(isNew({ investments: [investment('waiting approval'), investment('declined')] })).toBe(true)
    expect(isNew({ investments: [investment('approved')] })).toBe(false)
    expect(isNew({ investments: [investment('completed', { completed_at: inDays(-1) })] })).toBe(false)
  })
})
