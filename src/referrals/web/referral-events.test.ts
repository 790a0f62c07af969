import { expect, test } from 'vitest'
import type { Referral } from '#referrals/contract.ts'
import { eventsOf, isHeld } from './referral-events.ts'

const MADE = '2026-03-01T12:00:00.000Z'
type Act = Referral['history'][number]

const facts = (status: Referral['status'], changed: Partial<Act['after']> = {}): Act['after'] => {
  return { status, held_status: null, amount: '25.00', reason: null, ...changed }
}
const made: Act = { at: MADE, by: 'administrator', before: null, after: facts('pending'), reason: null }
const approved: Act = { ...made, before: facts('pending'), after: facts('approved') }
const HELD = 'investment no longer approved'
const held: Act = {
  ...made,
  before: facts('approved'),
  after: facts('declined', { held_status: 'approved', reason: HELD }),
  reason: HELD,
}

function referral(status: Referral['status'], ...history: Act[]): Referral {
  const person = { id: '0190a000-0000-7000-8000-000000000002', name: 'amara', email: 'amara@mail.example' }
  return {
    ...{ id: '0190a000-0000-7000-8000-000000000001', amount: '25.00', status, reason: null },
    ...{ ref_bonus: '5', investment_amount: '500.00', created_at: MADE, version: 0 },
    ...{ history, inviter: person, invited: person },
  }
}
const lines = (of: Referral) => eventsOf(of).map(({ title, detail, state }) => [title, detail, state])

test('a pending one waits to be checked', () => {
  expect(lines(referral('pending', made))).toEqual([
    ['Their investment was approved', '$25.00, by an administrator', 'done'],
    ['Under review', undefined, 'now'],
    ['Into your Referral Wallet', undefined, 'ahead'],
  ])
})

test('one that follows its investment says how', () => {
  const corrected: Act = { ...approved, before: facts('approved'), after: facts('approved', { amount: '20.00' }) }
  const completed: Act = { ...made, by: 'system', before: facts('approved'), after: facts('completed') }
  expect(lines(referral('completed', made, approved, corrected, completed)).slice(1)).toEqual([
    ['Approved', 'by an administrator', 'done'],
    ['Corrected with their investment', '$25.00 became $20.00, by an administrator', 'done'],
    ['Completed with their investment', '', 'done'],
  ])
})

test('held is not declined', () => {
  expect(lines(referral('declined', made, approved, held)).at(-1)).toEqual([
    'Held',
    'by an administrator, investment no longer approved',
    'done',
  ])
  expect(isHeld(referral('declined', made, approved, held))).toBe(true)
  const declined: Act = { ...approved, after: facts('declined', { reason: 'known to us' }), reason: 'known to us' }
  expect(isHeld(referral('declined', made, declined))).toBe(false)
  expect(lines(referral('declined', made, declined)).at(-1)).toEqual([
    'Declined',
    'by an administrator, known to us',
    'done',
  ])
})
