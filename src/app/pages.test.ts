import { expect, test } from 'vitest'
import { cachingOf } from './pages.ts'
import { takesBrotli } from './send-page.ts'

test.each([
  [undefined, false],
  ['', false],
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=0.4, gzip', true],
  ['gzip;q=1.0,BR ; q=1', true],
  ['br;q=0', false],
  ['gzip, br;q=0.0, identity', false],
  ['x-br', false],
  ['gzip, brotli', false],
])('a page goes out compressed to whom %s says that it can be read: %s', (accepted, takes) => {
  expect(takesBrotli(accepted)).toBe(takes)
})

test('what a new build replaces is never kept for ever, wherever the house is installed', () => {
  const folder = '/srv/assets/plumb/dist'
  expect(cachingOf(`${folder}/assets/core-abc.js`, folder)).toContain('immutable')
  for (const file of ['sw.js', 'manifest.webmanifest', 'prerendered/login.html'])
    expect(cachingOf(`${folder}/${file}`, folder)).toBe('no-cache')
})
