import { expect, test } from 'vitest'
import type { Notification } from '#notifications/contract.ts'
import { LOG_RESTARTED } from '#notifications/title-rules.ts'
import { placeOf } from './links.ts'

const told = (data: Partial<Notification['data']>, subject: Notification['subject'] = null): Notification => ({
  ...{ id: 'one', created_at: '2026-03-10T12:00:00Z', read_at: null, subject },
  data: { icon: 'security', title: '', bold_value: '', status_color: 'red', status_text: '', ...data },
})

test('what is wrong with the books, or not signed, opens the Funds screen', () => {
  const alarm = told({ icon: 'approval', title: 'The log is not signed' }, { kind: 'alarm', id: 'log' })
  expect(placeOf(alarm)).toEqual({ view: 'admin', link: { to: '/admin-funds', search: {} } })
})

test('that the log goes on under another name opens the books, for everybody', () => {
  expect(placeOf(told({ title: LOG_RESTARTED }))).toEqual({ view: 'both', link: { to: '/books', search: {} } })
})
