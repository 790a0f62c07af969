import { describe, expect, test } from 'vitest'
import { readSettings } from './config.ts'

describe('the address that people use', () => {
  test.each([
    undefined,
    'https://plumb.example',
    'http://localhost:3000',
    'http://plumb.localhost',
    'http://127.0.0.1:3000',
    'http://127.1',
    'http://[::1]:3000/',
  ])('may be %s in production', (appUrl) => {
    expect(readSettings({ NODE_ENV: 'production', APP_URL: appUrl }).production).toBe(true)
  })

  test.each([
    ...['http://plumb.example', 'http://192.168.1.5:3000', 'http://localhost.example', 'http://127.0.0.1.example'],
    ...['http://localhost@plumb.example', 'http://10.0.0.1', 'http://[::ffff:10.0.0.1]'],
  ])('is not %s in production, where sessions and passwords could be read on the way', (appUrl) => {
    const read = (env: Record<string, string>) => () => readSettings({ APP_URL: appUrl, ...env })
    expect(read({ NODE_ENV: 'production' })).toThrow(
      `APP_URL is "${appUrl}": in production it begins with https://, unless it is this machine's own.`,
    )
    expect(read({})).not.toThrow()
  })
})

test.each(['https://help.plumb.test/a?b=c', 'mailto:help@plumb.test', 'http://localhost:3000/help', undefined])(
  'support may lead to %s',
  (place) => {
    expect(readSettings({ SUPPORT_URL: place }).supportUrl).toBe(place)
  },
)

test.each(['javascript:alert(1)', 'data:text/html,<script>', 'http://help.plumb.test', '//help.plumb.test', 'help'])(
  'the start is refused where support would lead to %s',
  (place) => {
    expect(() => readSettings({ SUPPORT_URL: place })).toThrow(
      `SUPPORT_URL is "${place}": it may be an address such as https://help.example.com or mailto:help@example.com.`,
    )
  },
)
