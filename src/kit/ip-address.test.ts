import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIpAddress } from './ip-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:40000 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:40000', '203.0.113.7'],
  ['2001:0DB8:0001:0002:0000:0000:0000:0005', '2001:db8:1:2::5'],
  ['[2001:db8:1:2::5]:40000', '2001:db8:1:2::5'],
  ['[2001:db8:1:2::5]', '2001:db8:1:2::5'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['::', '::'],
])('%s is %s', (written, address) => {
  expect(readIpAddress(written)).toBe(address)
})

test.each([
  '',
  'unknown',
  '_hidden',
  'x'.repeat(80),
  '203.0.113',
  '203.0.113.07',
  '0x7f.1',
  '2130706433',
  '1.2.3.4:x',
  '[::1',
  '::1::',
  'example.com:80',
])('no address is “%s”', (written) => {
  expect(readIpAddress(written)).toBeUndefined()
})

/** Eight parts of an IPv6 address, many of them 0, as it may be written. */
const spelledTwice = fc
  .record({
    parts: fc.array(fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }),
    spellings: fc.tuple(aSpelling(), aSpelling()),
  })
  .map(({ parts, spellings }) => spellings.map((spelling) => spell(parts, spelling)))

type Spelling = { upper: boolean; padded: boolean; short: number | null; dotted: boolean; as: 'bare' | 'port' | 'zone' }
function aSpelling(): fc.Arbitrary<Spelling> {
  return fc.record({
    ...{ upper: fc.boolean(), padded: fc.boolean(), short: fc.option(fc.nat(7)), dotted: fc.boolean() },
    as: fc.constantFrom('bare', 'port', 'zone'),
  })
}

function spell(parts: readonly number[], { upper, padded, short, dotted, as }: Spelling): string {
  const hex = parts.map((part) => part.toString(16).padStart(padded ? 4 : 1, '0'))
  const dots = parts.slice(6).flatMap((part) => [part >> 8, part & 255])
  const written = dotted ? [...hex.slice(0, 6), dots.join('.')] : hex
  // `::` stands for the zeros from one place on, if there are two or more
  const from = short ?? written.length
  const end = written.findIndex((part, at) => at >= from && !/^0+$/.test(part))
  const to = end === -1 ? written.length : end
  const text = to - from > 1 ? `${written.slice(0, from).join(':')}::${written.slice(to).join(':')}` : written.join(':')
  const cased = upper ? text.toUpperCase() : text
  return as === 'bare' ? cased : as === 'port' ? `[${cased}]:443` : `${cased}%eth0`
}

test('however an IPv6 address is written, it is read as one', () => {
  fc.assert(
    fc.property(spelledTwice, ([one = '', other = '']) => {
      expect(readIpAddress(one)).toBeDefined()
      expect(readIpAddress(one)).toBe(readIpAddress(other))
      // what has been read is not read otherwise a second time
      expect(readIpAddress(readIpAddress(one) ?? '')).toBe(readIpAddress(one))
    }),
    { numRuns: 1000 },
  )
})

test('however an IPv4 address is written, it is read as itself', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(65_535), fc.boolean(), (address, port, upper) => {
      const hex = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'))
      const mapped = `${hex.slice(0, 2).join('')}:${hex.slice(2).join('')}`
      const ways = [`::ffff:${mapped}`, `0:0:0:0:0:ffff:${mapped}`, `::ffff:${address}`, `[::ffff:${mapped}]:${port}`]
      for (const way of [address, `${address}:${port}`, ...ways]) {
        expect(readIpAddress(upper ? way.toUpperCase() : way)).toBe(address)
      }
    }),
  )
})
