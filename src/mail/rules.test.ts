import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMailAddress, problemsOfMail } from './rules.ts'

test.each([
  'ann@example.com',
  'ann.lee+plumb@mail.example.co.uk',
  "o'neil_{x}@a.example",
  'a@xn--bcher-kva.example',
  `${'a'.repeat(64)}@example.com`,
])('%s is one address', (address) => {
  expect(isMailAddress(address)).toBe(true)
})

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@localhost',
  'ann@example..com',
  '.ann@example.com',
  'ann.@example.com',
  'a..b@example.com',
  'ann@-example.com',
  'ann@example.com.',
  ' ann@example.com',
  'ann@example.com ',
  'ann @example.com',
  'Ann <ann@example.com>',
  '<ann@example.com>',
  'ann@example.com,eve@example.com',
  'ann@example.com;eve@example.com',
  'ann@example.com eve@example.com',
  'ann@example.com\r\nBcc: eve@example.com',
  'ann@example.com\nRCPT TO:<eve@example.com>',
  '"ann@example.com,eve"@example.com',
  'ann@eve@example.com',
  'ann(comment)@example.com',
  'ann@[127.0.0.1]',
  'änn@example.com',
  'ann@exämple.com',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a'.repeat(64)}.com`,
  `ann@${'a.'.repeat(125)}com`,
])('%j is not', (address) => {
  expect(isMailAddress(address)).toBe(false)
})

test('whatever is put into an address that could begin a header, a list or a command, it is refused', () => {
  const harm = fc.constantFrom('\r', '\n', '\0', ',', ';', ':', '<', '>', '(', ')', '[', ']', '"', '\\', ' ', '\t', '@')
  fc.assert(
    fc.property(fc.nat(15), harm, (place, character) => {
      const address = 'ann@example.com'
      expect(isMailAddress(address.slice(0, place) + character + address.slice(place))).toBe(false)
    }),
  )
})

test('everything that is wrong with a mail is said at once', () => {
  expect(problemsOfMail({ title: 'Hello', content: 'Text', receiver: 'ann@example.com' })).toEqual({})
  expect(problemsOfMail({ title: ' ', content: '\n', receiver: 'a@b.c, d@e.f' })).toEqual({
    title: ['Enter a title.'],
    content: ['Enter the text of the mail.'],
    receiver: ['Enter one email address, such as ann@example.com.'],
  })
  expect(problemsOfMail({ title: 'Hi\r\nBcc: eve@example.com', content: 'x', receiver: 'ann@example.com' })).toEqual({
    title: ['Use a title of one line.'],
  })
})
