import { expect, test } from 'vitest'
import type { Investment } from '#investments/contract.ts'
import { eventsOf } from './investment-events.ts'

const CREATED = '2026-11-01T12:00:00.000Z'
const APPROVED = '2026-11-02T12:00:00.000Z'
const NOW = Date.parse('2026-11-12T13:00:00.000Z')

type Act = Investment['history'][number]

const created: Act = { at: CREATED, by: 'investor', before: null, after: facts('pending'), reason: null }
const paid: Act = { ...created, before: facts('pending'), after: facts('waiting approval') }
const approved: Act = {
  at: APPROVED,
  by: 'administrator',
  before: facts('waiting approval'),
  after: { ...facts('approved'), date: APPROVED },
  reason: null,
}

function facts(status: Investment['status'], amount = '500.00'): Act['after'] {
  return { status, amount, date: CREATED }
}

function investment(changed: Partial<Investment>): Investment {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    tranx_id: 'x',
    txid: null,
    amount: '500.00',
    typed_amount: '500.00',
    status: 'pending',
    reason: null,
    received: '0.00',
    held: '0.00',
    from_suspense: null,
    source: 'payment',
    duration: 14,
    daily_roi: '0.4',
    early_roi: '0',
    ref_bonus: '5',
    created_at: CREATED,
    began_at: null,
    ends_at: null,
    expires_at: '2026-11-02T12:00:00.000Z',
    completed_at: null,
    left_early: false,
    earned: '0.00',
    per_seconds_earning: '0.000000000000',
    reinvested: false,
    at_end: 'to wallet',
    reinvested_as: null,
    reinvests: null,
    version: 0,
    history: [created],
    user: { id: '0190a000-0000-7000-8000-000000000002', name: 'amara', email: 'amara@mail.example' },
    wallet: { wallet_name: 'Bitcoin', wallet_address: 'x', network: 'bitcoin' },
    plan: { name: 'Steady' },
    ...changed,
  }
}

const titles = (of: Investment) => eventsOf(of, NOW).map(({ title }) => title)
const running = investment({
  status: 'approved',
  began_at: APPROVED,
  ends_at: '2026-11-16T12:00:00.000Z',
  history: [created, paid, approved],
})

test('a pending one waits for the payment', () => {
  expect(titles(investment({}))).toEqual(['Created', 'Waiting for your payment'])
})

test('a running one knows its day, and when how much comes back', () => {
  expect(titles(running)).toEqual([
    'Created',
    'Marked as paid',
    'Approved, earning started',
    'Day 11 of 14',
    'Back to your Earnings Wallet',
  ])
  expect(eventsOf(running, NOW).at(-1)).toMatchObject({
    detail: '$500.00, with $28.00 planned by then',
    state: 'ahead',
  })
})

test('what it does at its end is said as ahead, and each choice as what has happened', () => {
  const chosen = { ...facts('approved'), at_end: 'reinvest all' } as const
  const choice: Act = { ...approved, by: 'investor', before: facts('approved'), after: chosen }
  const one: Investment = { ...running, at_end: 'reinvest all', history: [created, paid, approved, choice] }
  const events = eventsOf(one, NOW)
  expect(events[3]).toMatchObject({
    title: 'Choice for its end',
    detail: 'Principal and earnings to be reinvested, by you',
  })
  expect(events.at(-1)?.title).toBe('Principal and earnings reinvested')
  const back: Act = { ...choice, before: chosen, after: facts('approved') }
  expect(eventsOf({ ...running, history: [back] }, NOW)[0]?.detail).toBe('To go back to your balance, by you')
})

test('one that was reinvested at its end says so, and one that was not says why', () => {
  const chosen = { ...facts('approved'), at_end: 'reinvest all' } as const
  const done: Act = { ...approved, by: 'system', before: chosen, after: { ...chosen, status: 'completed' } }
  const completed = { status: 'completed', at_end: 'reinvest all', reinvested: true } as const
  expect(titles(investment({ ...completed, history: [done] }))).toEqual(['Completed and reinvested'])
  // by hand, later
  const refused = investment({ ...completed, history: [{ ...done, reason: 'Not reinvested: The plan has gone.' }] })
  expect(eventsOf(refused, NOW)).toMatchObject([{ title: 'Completed', detail: 'Not reinvested: The plan has gone.' }])
  const made: Act = { ...created, by: 'system', after: facts('approved') }
  expect(titles(investment({ source: 'reinvest', status: 'completed', history: [made] }))).toEqual([
    'Reinvested from the one that ended',
  ])
})

test('the last day stays the last, however late it is', () => {
  expect(eventsOf(running, NOW + 30 * 86_400_000).at(-2)?.title).toBe('Day 14 of 14')
})

test('what was paid from the bonus goes back to it', () => {
  expect(titles({ ...running, source: 'bonus' }).at(-1)).toBe('Back to your bonus balance')
})

test('one that is paid from a balance waits for an administrator, not for a payment', () => {
  const edited: Act = { ...approved, before: facts('approved'), after: facts('waiting approval') }
  const from = { source: 'bonus', expires_at: null } as const
  expect(titles(investment(from))).toEqual(['Created from your bonus balance', 'Waiting for approval'])
  expect(titles(investment({ ...from, status: 'waiting approval', history: [edited] }))).toEqual([
    'Waiting for approval',
    'Waiting for approval',
  ])
})

test('what has happened and what is ahead have one form of date', () => {
  const asides = eventsOf(running, NOW).map(({ aside }) => (typeof aside === 'string' ? aside : ''))
  const dated = asides.filter((aside) => /\d/.test(aside))
  expect(dated.length).toBeGreaterThan(3)
  for (const aside of dated) expect(aside).toMatch(/^[A-Z][a-z]{2} \d+, \d+:\d\d\s[AP]M$/u)
})

test('an edit says who changed what, and why', () => {
  const edit: Act = {
    ...approved,
    before: facts('approved'),
    after: facts('approved', '450.00'),
    reason: 'fee of the network',
  }
  const [event] = eventsOf(investment({ status: 'declined', history: [edit] }), NOW)
  expect(event).toMatchObject({
    title: 'Corrected',
    detail: '$500.00 became $450.00, by an administrator, fee of the network',
    state: 'done',
  })
})

test('an edit of the year alone says both years', () => {
  const earlier = { ...facts('pending'), date: '2025-11-01T12:00:00.000Z' }
  const edit: Act = { ...approved, before: facts('pending'), after: earlier }
  expect(eventsOf(investment({ history: [edit] }), NOW)[0]?.detail).toMatch(/2026, .* became .* 2025, /)
})

test('one that was not paid in time has expired by itself', () => {
  const expired: Act = {
    at: APPROVED,
    by: 'system',
    before: facts('pending'),
    after: facts('declined'),
    reason: 'expired',
  }
  const [, event] = eventsOf(investment({ status: 'declined', history: [created, expired] }), NOW)
  expect(event).toMatchObject({ title: 'Expired', detail: 'not marked as paid in time' })
  // an administrator's word is theirs
  const edited: Act = { ...expired, by: 'administrator', after: facts('pending') }
  const [, edit] = eventsOf(investment({ status: 'pending', history: [created, edited] }), NOW)
  expect(edit?.detail).toMatch(/expired$/)
})

test('one that its investor gave up says so, and by whom', () => {
  const cancelled: Act = {
    at: APPROVED,
    by: 'investor',
    before: facts('pending'),
    after: facts('declined'),
    reason: 'cancelled by investor',
  }
  const [, event] = eventsOf(investment({ status: 'declined', history: [created, cancelled] }), NOW)
  expect(event).toMatchObject({ title: 'Cancelled', detail: 'by you' })
})

test('where lines of a long history are left out it says so, with the way to all of them', () => {
  const events = eventsOf(
    investment({ status: 'approved', history: [created, { ...paid, after_gap: true }, approved] }),
    NOW,
  )
  expect(events.map(({ title }) => title).slice(0, 4)).toEqual([
    ...['Created', 'Some changes are not shown here', 'Marked as paid', 'Approved, earning started'],
  ])
  expect(events[1]).toMatchObject({ detail: expect.anything() })
})
