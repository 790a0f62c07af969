import { expect, test } from 'vitest'
import type { AuditLine } from '#audit/contract.ts'
import { subjectOf } from './audit-words.ts'

const line = (kind: string, name: string | null, after: unknown, before: unknown = null): AuditLine => ({
  ...{
    id: 'l',
    at: '2026-03-01T00:00:00Z',
    actor: null,
    asked_by: null,
    job: null,
    address: null,
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
