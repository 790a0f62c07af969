import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCode, readRecoveryCode, RECOVERY_CODE_BYTES, recoveryCodeOf } from './rules.ts'

test('a recovery code has three groups of letters and digits that nobody takes for one another', () => {
  for (let round = 0; round < 200; round += 1) {
    const code = recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES))
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){2}$/)
    expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''))
  }
})

test('each of the 32 letters is as likely as any other', () => {
  const letters = new Set(Array.from({ length: 256 }, (_, byte) => recoveryCodeOf(Buffer.alloc(15, byte))[0]))
  expect(letters.size).toBe(32)
  expect(256 % letters.size).toBe(0)
})

test('a recovery code is read as people write it down', () => {
  expect(readRecoveryCode(' ABCDE fghjk-MNPQR ')).toBe('abcdefghjkmnpqr')
  expect(readRecoveryCode('0o1il-00000-11111')).toBe('001110000011111')
  for (const wrong of ['', 'abcde', 'abcde-fghjk-mnpqrs', 'abcde-fghjk-mnpqu', '123456']) {
    expect(readRecoveryCode(wrong), wrong).toBeNull()
  }
})

test('the code of an app has six digits, with blanks or without, and of no other alphabet', () => {
  expect(readCode('123 456')).toBe('123456')
  for (const wrong of ['', '12345', '1234567', '12345a', '-12345', '１２３４５６', '1e5', '٠١٢٣٤٥']) {
    expect(readCode(wrong), wrong).toBeNull()
  }
})
