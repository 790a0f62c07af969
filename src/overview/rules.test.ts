import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { microUsd } from '#money/micro-usd.ts'
import { maskEmail, percentChange } from './rules.ts'

describe('a masked e-mail', () => {
  test('shows the first three and the last eleven characters', () => {
    expect(maskEmail('katherine@mail.example')).toBe('katXXXail.example')
    expect(maskEmail('margaret@a.example')).toBe('marXXXt@a.example')
  })

  test('shows fewer where these would show the whole name', () => {
    expect(maskEmail('amy@a.example')).toBe('aXXX@a.example')
    expect(maskEmail('amy@mail.example')).toBe('aXXXail.example')
    expect(maskEmail('ab@c.io')).toBe('aXXX@c.io')
    expect(maskEmail('a@c.io')).toBe('XXX@c.io')
    expect(maskEmail('four@c.io')).toBe('foXXX@c.io')
  })

  // Letters without X, so that what stands on either side of the XXX can be told.
  const word = (most: number) => fc.stringMatching(new RegExp(`^[a-w.+0-9]{1,${most}}$`))
  const address = fc.tuple(word(30), word(30)).map(([name, host]) => ({ name, email: `${name}@${host}` }))

  test('never shows the whole name, nor one character from both ends', () => {
    fc.assert(
      fc.property(address, ({ name, email }) => {
        const [first = '', last = ''] = maskEmail(email).split('XXX')
        expect(email.startsWith(first)).toBe(true)
        expect(email.endsWith(last)).toBe(true)
        expect(first.length).toBeLessThanOrEqual(3)
        expect(last.length).toBeLessThanOrEqual(11)
        const hidden = email.slice(first.length, email.length - last.length)
        expect(first.length + hidden.length + last.length).toBe(email.length)
        const hiddenOfName = Math.min(name.length, email.length - last.length) - first.length
        expect(hiddenOfName).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })

  test('is the plain rule wherever that hides some of the name', () => {
    fc.assert(
      fc.property(address, ({ name, email }) => {
        fc.pre(name.length > 3 && email.length - 11 > 3)
        expect(maskEmail(email)).toBe(`${email.slice(0, 3)}XXX${email.slice(-11)}`)
      }),
    )
  })
})

describe('the percent change', () => {
  const usd = (dollars: number) => microUsd(BigInt(Math.round(dollars * 1_000_000)))

  test('is 0 where both are zero and 100 where only the earlier is', () => {
    expect(percentChange(usd(0), usd(0))).toBe('0')
    expect(percentChange(usd(5), usd(0))).toBe('100')
  })

  test('has up to two decimals and a sign only downwards', () => {
    expect(percentChange(usd(112.5), usd(100))).toBe('12.5')
    expect(percentChange(usd(96.8), usd(100))).toBe('-3.2')
    expect(percentChange(usd(100), usd(100))).toBe('0')
    expect(percentChange(usd(0), usd(100))).toBe('-100')
    expect(percentChange(usd(400), usd(300))).toBe('33.33')
    expect(percentChange(usd(500), usd(300))).toBe('66.67')
    expect(percentChange(usd(99.999999), usd(100))).toBe('0')
  })

  test('is within half a hundredth of the exact change, whatever the amounts', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 18n })
    fc.assert(
      fc.property(amount, amount, (present, earlier) => {
        const text = percentChange(microUsd(present), microUsd(earlier))
        expect(text).toMatch(/^(0|-?(0\.\d?[1-9]|[1-9]\d*(\.\d?[1-9])?))$/)
        const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
        const size = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
        const hundredths = text.startsWith('-') ? -size : size
        const error = hundredths * earlier - (present - earlier) * 10_000n
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(earlier)
      }),
      { numRuns: 2000 },
    )
  })
})
