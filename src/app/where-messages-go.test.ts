import { expect, test } from 'vitest'
import { whereMessagesGo } from './where-messages-go.ts'

test('a start says where the messages are that no gateway takes', () => {
  const none = { dataDir: '/data/demo', smtpUrl: undefined, smsUrl: undefined }
  expect(whereMessagesGo(none)).toBe('Mails and text messages are written as files to /data/demo/outbox')
  expect(whereMessagesGo({ ...none, smtpUrl: 'smtp://mail' })).toBe(
    'Text messages are written as files to /data/demo/outbox',
  )
  expect(whereMessagesGo({ ...none, smtpUrl: 'smtp://mail', smsUrl: 'https://sms' })).toBeUndefined()
})
