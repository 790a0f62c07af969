import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCode, readRecoveryCode, RECOVERY_CODE_BYTES, recoveryCodeOf } from './rules.ts'

test('a recovery code has five groups of letters and digits that nobody takes for one another', () => {
  for (let round = 0; round < 200; round += 1) {
    const code = recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES))
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){4}$/)
    expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''))
  }
})

test('each of the 32 letters is as likely as any other', () => {
  const letters = new Set(
    Array.from({ length: 256 }, (_, byte) => recoveryCodeOf(Buffer.alloc(RECOVERY_CODE_BYTES, byte))[0]),
  )
  expect(letters.size).toBe(32)
  expect(256 % letters.size).toBe(0)
})

test('a recovery code is read as people write it down', () => {
  expect(readRecoveryCode(' ABCDE fghjk-MNPQR-stvwx yz012 ')).toBe('abcdefghjkmnpqrstvwxyz012')
  expect(readRecoveryCode('0o1il-00000-11111-22222-33333')).toBe('0011100000111112222233333')
  const four = 'abcde-fghjk-mnpqr-stvwx'
  for (const wrong of ['', 'abcde', four, `${four}-abcdef`, `${four}-abcdu`, '123456']) {
    expect(readRecoveryCode(wrong), wrong).toBeNull()
  }
})

test('the code of an app has six digits, with blanks or without, and of no other alphabet', () => {
  expect(readCode('123 456')).toBe('123456')
  for (const wrong of ['', '12345', '1234567', '12345a', '-12345', '１２３４５６', '1e5', '٠١٢٣٤٥']) {
    expect(readCode(wrong), wrong).toBeNull()
  }
})
