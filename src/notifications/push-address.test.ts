import { expect, test } from 'vitest'
import { isPublicAddress, lookUpPublic, mayBeEndpoint } from './push-address.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QOgm',
  'https://wns2-par02p.notify.windows.com/w/?token=BQ',
])('%s may be a push service', (endpoint) => {
  expect(mayBeEndpoint(endpoint, false)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com:22/x',
  'https://user:pass@push.example.com/x',
  'https://push.example.com/x#y',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://LOCALHOST./x',
  'https://db/x',
  'https://db.internal/x',
  'https://printer.local./x',
  'ftp://push.example.com/x',
  'file:///etc/passwd',
  'http://127.0.0.1:9999/x',
  `https://push.example.com/${'x'.repeat(1000)}`,
  'not an address',
])('%s may not', (endpoint) => {
  expect(mayBeEndpoint(endpoint, false)).toBe(false)
})

test('the setting for trying out opens this machine over http, and nothing else', () => {
  expect(mayBeEndpoint('http://127.0.0.1:9999/x', true)).toBe(true)
  expect(mayBeEndpoint('http://127.0.0.2:9999/x', true)).toBe(false)
  expect(mayBeEndpoint('http://localhost:9999/x', true)).toBe(false)
  expect(mayBeEndpoint('https://10.0.0.1/x', true)).toBe(false)
})

test.each(['8.8.8.8', '142.250.1.1', '2a00:1450:4001:800::200a', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
  ...['::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', 'nonsense', ''],
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('a name that leads to this machine is not connected to', async () => {
  const answered = await new Promise((resolve) =>
    lookUpPublic('localhost', { all: true }, (error, found) => resolve(error ?? found)),
  )
  expect(String(answered)).toContain('localhost is no public address')
})
