import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegisteringHouse, PASSWORD, type RegisteringHouse } from '../../test/registering.ts'
import { openHashThreads } from './hash-thread.ts'
import { COST, hashPassword, isSameHash } from './passwords.ts'
import { recipeToRegister } from './register.ts'

let house: RegisteringHouse
beforeAll(async () => {
  house = await openRegisteringHouse()
})
afterAll(() => house.close())

const recipeOf = (email: string) => house.read((tx) => recipeToRegister(tx, email))

test('a password is hashed as OWASP advises, alike for one e-mail and differently for another', async () => {
  const recipe = await recipeOf('amy@plumb.test')
  const made = await house.passwords.hash('192.0.2.1', PASSWORD, recipe)
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verify(made, PASSWORD)).toBe(true)
  const again = await house.passwords.hash('192.0.2.2', PASSWORD, await recipeOf('amy@plumb.test'))
  expect(isSameHash(made, again)).toBe(true)
  expect(isSameHash(made, await hashPassword(PASSWORD, await recipeOf('bob@plumb.test')))).toBe(false)
  expect(isSameHash(made, await hashPassword('not the password', recipe))).toBe(false)
})

test('a thread that fails says so, and the next hash is made', async () => {
  const hash = openHashThreads(1)
  const salt = Buffer.from('a salt of 16 byt')
  await expect(hash(PASSWORD, { ...COST, memoryCost: 1, salt })).rejects.toThrow()
  expect(await verify(await hash(PASSWORD, { ...COST, salt }), PASSWORD)).toBe(true)
})
