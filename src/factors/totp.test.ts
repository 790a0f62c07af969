import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { newAppSecret, secretAddress, stepOf } from './totp.ts'

/** `12345678901234567890`, the secret of RFC 6238's examples, in base 32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Appendix B, SHA-1: seconds since 1970 and the last six of the eight digits there. */
const RFC_CODES: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
const at = (seconds: number) => new Date(seconds * 1000)
const hasOathtool = spawnSync('oathtool', ['--version']).status === 0

test.each(RFC_CODES)('at %i seconds the code of RFC 6238 is of its step', (seconds, code) => {
  expect(stepOf(RFC_SECRET, code, at(seconds), -1n)).toBe(BigInt(Math.floor(seconds / 30)))
})

test('a code is good half a minute before and after its step, and then no more', () => {
  const [, [seconds, code]] = RFC_CODES as [unknown, [number, string]]
  const step = Math.floor(seconds / 30)
  const taken = (moment: number) => stepOf(RFC_SECRET, code, at(moment), -1n)
  for (const moment of [(step - 1) * 30, step * 30, step * 30 + 29, (step + 2) * 30 - 1]) {
    expect(taken(moment), String(moment - step * 30)).toBe(BigInt(step))
  }
  for (const moment of [(step - 1) * 30 - 1, (step + 2) * 30]) expect(taken(moment)).toBeUndefined()
})

test('a code of a step that was taken is not taken again, nor is one of a step before it', () => {
  const [, [seconds, code]] = RFC_CODES as [unknown, [number, string]]
  const step = BigInt(Math.floor(seconds / 30))
  expect(stepOf(RFC_SECRET, code, at(seconds), step - 1n)).toBe(step)
  expect(stepOf(RFC_SECRET, code, at(seconds), step)).toBeUndefined()
  expect(stepOf(RFC_SECRET, code, at(seconds), step + 1n)).toBeUndefined()
})

test('a secret has 160 bits, and is another each time', () => {
  const secrets = new Set(Array.from({ length: 50 }, newAppSecret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('the address for the QR code says who the operator is and whose it is, whatever these are called', () => {
  const address = secretAddress({ issuer: 'Plumb & Söhne: 1?', label: 'amy+x@plumb.test', secret: RFC_SECRET })
  const { protocol, host, pathname, searchParams } = new URL(address)
  expect([protocol, host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(pathname)).toContain('amy+x@plumb.test')
  expect([searchParams.get('issuer'), searchParams.get('secret')]).toEqual(['Plumb & Söhne: 1?', RFC_SECRET])
})

test.skipIf(!hasOathtool)('codes agree with those of oathtool (skipped where it is not installed)', () => {
  const secret = newAppSecret()
  for (const [seconds] of RFC_CODES) {
    const { stdout } = spawnSync('oathtool', ['--totp', '-b', '--now', at(seconds).toISOString(), secret])
    expect(stepOf(secret, stdout.toString().trim(), at(seconds), -1n)).toBe(BigInt(Math.floor(seconds / 30)))
  }
})
