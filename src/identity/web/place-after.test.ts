import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeAfterSignIn } from './place-after.ts'

const ORIGIN = 'https://plumb.test'
const asked = (next: string) => placeAfterSignIn(`?${new URLSearchParams({ next })}`, ORIGIN)

test.each([
  '/investment?tab=active',
  '/payment?tranx_id=a&amount=1.00&address=b',
  '/investment?tab=active&panel=details&of=x#why',
  '/view-account/0b?panel=top-up',
])('leads back to %s', (place) => {
  expect(asked(place)).toBe(ORIGIN + place)
})

test('leads to the dashboard where nothing was asked for', () => {
  expect(placeAfterSignIn('', ORIGIN)).toBe('/dashboard')
  expect(asked('')).toBe('/dashboard')
})

test.each(['/', '/?next=%2Finvestment', '/?next=%2F%3Fnext%3D%2F%2Fevil.test', '/login', '/x/../'])(
  'leads to the dashboard where signing in was all that had been opened: %j',
  (place) => {
    expect(asked(place)).toBe('/dashboard')
  },
)

test.each([
  '//evil.test',
  '//evil.test/investment',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n//evil.test',
  '///evil.test',
  'https://evil.test/investment',
  'https:evil.test',
  'https://plumb.test@evil.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.test',
  '%2F%2Fevil.test',
  'investment',
])('leads to no other site: %j', (place) => {
  expect(asked(place)).toBe('/dashboard')
})

test.each(['/%2F%2Fevil.test', '/%5Cevil.test', '/.//evil.test', '/a/..//evil.test'])(
  'what only looks like another site stays a path of this one: %j',
  (place) => {
    expect(new URL(asked(place), ORIGIN).origin).toBe(ORIGIN)
  },
)

test('whatever a link says, it leads to this site', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '.',
    '..',
    ':',
    '@',
    '%2F',
    '%5C',
    'evil.test',
    'https',
    'javascript',
    '?',
    '#',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(new URL(asked(parts.join('')), ORIGIN).origin).toBe(ORIGIN)
    }),
    { numRuns: 2000 },
  )
})
