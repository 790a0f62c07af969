import { expect, test } from 'vitest'
import type { AuditLine } from '#audit/contract.ts'
import { subjectInList, subjectOf, toTheSecond } from './audit-words.ts'
import { fieldInWords, keptInWords } from './field-words.ts'

const line = (kind: string, name: string | null, after: unknown, before: unknown = null): AuditLine => ({
  ...{
    id: 'l',
    at: '2026-03-01T00:00:00Z',
    actor: null,
    asked_by: null,
    job: null,
    address: null,
    device: null,
    action: 'a',
    reason: null,
  },
  ...{ subject: { kind, id: 's', name }, before, after },
})

test('a line about a setting is called by the setting, whatever the facts begin with', () => {
  expect(subjectOf(line('setting', 'kyc', { why: 'always', asked_for: 'change kyc' }, { kyc: 'x' }))).toBe(
    'Identity check',
  )
  expect(subjectOf(line('setting', 'daily_alone_limit', { state: 'agreed' }))).toBe('Daily limit per administrator')
  expect(subjectOf(line('setting', null, { state: 'agreed' }))).toBe(null)
})

test('a line about a plan or a wallet is called as it was then, or as it is now where the line does not say', () => {
  expect(subjectOf(line('plan', 'Now', { name: 'Then' }, { name: 'Before' }))).toBe('Then')
  expect(subjectOf(line('wallet', 'Bitcoin', { state: 'refused' }))).toBe('Bitcoin')
  expect(subjectOf(line('user', 'amy', { balance: '1.00' }))).toBe('amy')
})

test('a line about an amount is called by how much, to the micro-dollar, and by whose it is', () => {
  const paid = { status: 'completed', amount: '471.00', date: '2026-03-01T00:00:00Z', txid: null }
  expect(subjectOf(line('withdrawal', 'sofia', paid, { ...paid, status: 'approved' }))).toBe('$471.00, sofia')
  expect(subjectOf(line('referral', 'ines', { status: 'approved', amount: '12.345678' }))).toBe('$12.345678, ines')
  const refund = { ...paid, refund: { amount: '20.00', txid: null, address: 'bc1' } }
  expect(subjectOf(line('investment', 'amy', refund))).toBe('$20.00, amy')
  const asked = { asked_for: 'pay withdrawal', would_be: { status: 'completed', amount: '9000.00' }, moved: '9000.00' }
  expect(subjectOf(line('withdrawal', 'sofia', asked))).toBe('$9,000.00, sofia')
  expect(subjectOf(line('user', 'amy', { account: 'bonus', balance: '80.00', amount: '30.00' }))).toBe('$30.00, amy')
  expect(subjectOf(line('withdrawal', 'sofia', { state: 'agreed' }))).toBe('sofia')
})

test('what has no name is told apart in a list by its id, and the one reserve by nothing', () => {
  const id = '01975f5e-0000-7000-8000-000000000001'
  const unnamed = line('message', null, {})
  expect(subjectInList({ ...unnamed, subject: { ...unnamed.subject, id } })).toBe('01975f5e…0001')
  expect(subjectInList(line('reserve', null, { backing: 'strict' }, { backing: 'disclosed' }))).toBe('')
  expect(subjectInList(line('reserve', null, { amount: '500.00', direction: 'in' }))).toBe('$500.00')
})

test.each([
  ['asked_for', 'change limit', 'Request', 'Change of a limit'],
  ['would_be, second_approval_limit', '5000.00', 'Would become, Second approval above', '$5,000.00'],
  ['moved', '-1234.000001', 'At stake', '($1,234.000001)'],
  ['kyc', 'withdraw', 'Identity check', 'Before withdrawing'],
  ['payment_hours', '1', 'Time to pay', '1 hour'],
  ['platform_name', null, 'Name of the operator', 'the default'],
  ['min_amount', '100.00', 'Minimum amount', '$100.00'],
  ['daily_roi', '0.4', 'Rate per day', '0.4%'],
  ['network', 'bnb smart chain', 'Network', 'BNB Smart Chain'],
  ['direction', 'in', 'Direction', 'coming in'],
  ['roles', ['owner', 'reviewer'], 'Roles', 'owner, reviewer'],
])('what the log keeps as %s, %s, is read in words', (name, value, field, words) => {
  expect([fieldInWords(name), keptInWords(name, value)]).toEqual([field, words])
})

test('what has no words stands as it is, and a time is told to the second', () => {
  const id = '01975f5e-0000-7000-8000-000000000001'
  expect([fieldInWords('plan_id'), keptInWords('plan_id', id)]).toEqual(['Plan id', id])
  expect(keptInWords('asked_for', 'a request of another age')).toBe('a request of another age')
  expect(keptInWords('kyc', 'sometimes')).toBe('sometimes')
  expect(keptInWords('date', '2026-03-01T10:20:30.000Z')).toBe(toTheSecond('2026-03-01T10:20:30.000Z'))
  expect([undefined, null, true, '', []].map((value) => keptInWords('status', value))).toEqual([
    ...['none', 'none', 'yes', 'empty', 'none'],
  ])
})
