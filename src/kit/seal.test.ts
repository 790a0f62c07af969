import { expect, test } from 'vitest'
import { opened } from '../../test/support/opened.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { seal, SEALED, unseal } from './seal.ts'

const house = opened(openRegisteringHouse)
const TEXT = 'Your code: 123456'

test('what is sealed is told by nothing, and opens for its own place alone', async () => {
  const [one, other] = await house.read(async (tx) => [seal(tx, 'message/1', TEXT), seal(tx, 'message/1', TEXT)])
  expect(one).toMatch(/^sealed\//)
  expect(Buffer.from(one?.slice(SEALED.length) ?? '', 'base64').toString('latin1')).not.toContain('123456')
  // the same text twice does not look the same
  expect(one).not.toBe(other)
  expect(await house.read(async (tx) => unseal(tx, 'message/1', one ?? ''))).toBe(TEXT)
  await expect(house.read(async (tx) => unseal(tx, 'message/2', one ?? ''))).rejects.toThrow()
})

test('whoever changes a byte of it has made it unreadable', async () => {
  const sealed = await house.read(async (tx) => seal(tx, 'message/1', TEXT))
  const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    const text = SEALED + changed.toString('base64')
    await expect(house.read(async (tx) => unseal(tx, 'message/1', text))).rejects.toThrow()
  }
})
