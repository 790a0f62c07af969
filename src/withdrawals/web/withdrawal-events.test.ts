import { expect, test } from 'vitest'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { eventsOf } from './withdrawal-events.ts'

const ASKED = '2026-03-01T12:00:00.000Z'
type Act = Withdrawal['history'][number]

const facts = (status: Withdrawal['status'], changed: Partial<Act['after']> = {}): Act['after'] => {
  return { status, amount: '20.00', date: ASKED, txid: null, ...changed }
}
const asked: Act = { at: ASKED, by: 'investor', before: null, after: facts('pending'), reason: null }
const approved: Act = { ...asked, by: 'administrator', before: facts('pending'), after: facts('approved') }

function withdrawal(status: Withdrawal['status'], ...history: Act[]): Withdrawal {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    amount: '20.00',
    typed_amount: '20.00',
    source: 'investment',
    status,
    reason: null,
    created_at: ASKED,
    completed_at: null,
    wallet_id: '0190a000-0000-7000-8000-000000000009',
    wallet_name: 'Bitcoin',
    network: 'bitcoin',
    wallet_address: 'x',
    txid: null,
    held: null,
    stopped_until: null,
    address_distrusted: false,
    said_paid: null,
    version: 0,
    history,
    user: { id: '0190a000-0000-7000-8000-000000000002', name: 'amara', email: 'amara@mail.example' },
  }
}
const lines = (of: Withdrawal) =>
  eventsOf(of, Date.parse(ASKED)).map(({ title, detail, state }) => [title, detail, state])

test('a pending one is under review, and is going to be paid', () => {
  expect(lines(withdrawal('pending', asked))).toEqual([
    ['Requested', '$20.00, by you', 'done'],
    ['Under review', 'An administrator reviews it before it is paid', 'now'],
    ['Paid to your address', undefined, 'ahead'],
  ])
})

test('one to a new address is held, until when that is known, and reviewed after that', () => {
  const at = (confirmed: boolean) =>
    lines({
      ...withdrawal('pending', asked),
      held: { address_id: 'a', confirmed, until: '2026-03-02T12:00:00.000Z' },
    }).slice(1, 3)
  const reviewed = ['Under review', undefined, 'ahead']
  expect(at(true)).toEqual([[expect.stringMatching(/^Held until Mar 2, /), 'The address is new', 'now'], reviewed])
  const first = 'This address is new. Open the link in our email to confirm it.'
  expect(at(false)).toEqual([['Confirm the address', first, 'now'], reviewed])
})

test('an approved one is paid next', () => {
  expect(lines(withdrawal('approved', asked, approved))).toEqual([
    ['Requested', '$20.00, by you', 'done'],
    ['Approved', 'by an administrator', 'done'],
    ['To be paid', undefined, 'now'],
    ['Paid to your address', undefined, 'ahead'],
  ])
})

test('a paid one ends there, with its transaction', () => {
  const paid: Act = { ...approved, before: facts('approved'), after: facts('completed', { txid: 'b'.repeat(64) }) }
  expect(lines(withdrawal('completed', asked, approved, paid)).slice(2)).toEqual([
    ['Paid', 'transaction id bbbbbb…bbbbbb, by an administrator', 'done'],
  ])
})

test('one that was declined says why, one that was cancelled by whom', () => {
  const declined: Act = { ...approved, after: facts('declined'), reason: 'The address is an exchange’s' }
  expect(lines(withdrawal('declined', asked, declined)).at(-1)).toEqual([
    'Declined',
    'by an administrator, The address is an exchange’s',
    'done',
  ])
  const cancelled: Act = {
    ...asked,
    before: facts('pending'),
    after: facts('declined'),
    reason: 'cancelled by investor',
  }
  expect(lines(withdrawal('declined', asked, cancelled)).at(-1)).toEqual(['Cancelled', 'by you', 'done'])
})

test('a correction says what became of what', () => {
  const edit: Act = { ...approved, after: facts('pending', { amount: '15.00' }), reason: 'asked for by mail' }
  expect(lines(withdrawal('pending', asked, edit))[1]).toEqual([
    'Corrected',
    '$20.00 became $15.00, by an administrator, asked for by mail',
    'done',
  ])
})

test('one to a new address waits to be confirmed, then for its hours, and is reviewed after that', () => {
  const later = (hours: number) => new Date(Date.parse(ASKED) + hours * 3_600_000).toISOString()
  const held = (confirmed: boolean, until: string) =>
    lines({ ...withdrawal('pending', asked), held: { address_id: 'x', confirmed, until } }).map(([title]) => title)
  expect(held(false, later(24)).slice(1)).toEqual(['Confirm the address', 'Under review', 'Paid to your address'])
  expect(held(true, later(24))[1]).toMatch(/^Held until /)
  expect(held(false, later(0))[1]).toBe('Confirm the address')
  expect(held(true, later(0)).slice(1)).toEqual(['Under review', 'Paid to your address'])
})
