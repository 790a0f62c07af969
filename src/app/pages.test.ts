import { expect, test } from 'vitest'
import { cachingOf } from './kept-files.ts'
import { codingFor } from './send-body.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.4, gzip', 'br'],
  ['gzip;q=1.0,BR ; q=1', 'br'],
  ['br;q=0', undefined],
  ['gzip, br;q=0.0, identity', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['x-br, x-gzip', undefined],
  ['gzip, brotli', 'gzip'],
])('what goes out to whom %s says that it can be read is compressed so: %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})

test('what a new build replaces is never kept for ever', () => {
  expect(cachingOf('/assets/core-abc.js')).toContain('immutable')
  for (const file of ['/sw.js', '/manifest.webmanifest', '/prerendered/login.html'])
    expect(cachingOf(file)).toBe('no-cache')
})
