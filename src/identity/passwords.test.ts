import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { openRegisteringHouse, PASSWORD } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { openHashThreads } from './hash-thread.ts'
import { hashPassword, isSameHash, openPasswords } from './passwords.ts'
import { recipeToRegister } from './register.ts'
import { COST as COST_OF_TESTS } from './hash-cost.ts'
// by another name than the app's own: tests hash at another cost (`vitest.config.ts`)
import { COST } from '#identity/hash-cost.ts'

const house = opened(openRegisteringHouse)

const recipeOf = (email: string) => house.read((tx) => recipeToRegister(tx, email))

test('a password is hashed as OWASP advises, alike for one e-mail and differently for another', async () => {
  const recipe = await recipeOf('amy@plumb.test')
  expect(recipe).toEqual({ ...COST_OF_TESTS, salt: recipe.salt })
  const byAdvice = await house.passwords.inTurn('192.0.2.1', (turn) => turn.hash(PASSWORD, { ...recipe, ...COST }))
  expect(byAdvice).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verify(byAdvice, PASSWORD)).toBe(true)
  const made = await house.passwords.inTurn('192.0.2.1', (turn) => turn.hash(PASSWORD, recipe))
  const sameRecipe = await recipeOf('amy@plumb.test')
  const again = await house.passwords.inTurn('192.0.2.2', (turn) => turn.hash(PASSWORD, sameRecipe))
  expect(isSameHash(made, again)).toBe(true)
  expect(isSameHash(made, await hashPassword(PASSWORD, await recipeOf('bob@plumb.test')))).toBe(false)
  expect(isSameHash(made, await hashPassword('not the password', recipe))).toBe(false)
})

test('a network from which people sign in goes first, but not when it takes turn after turn and hashes nothing', async () => {
  const { inTurn } = openPasswords(house)
  for (const network of ['192.0.2.10', '192.0.2.20']) await inTurn(network, async (turn) => turn.proved())
  // as where a limit was reached
  for (let n = 0; n < 6; n += 1) await inTurn('192.0.2.10', async () => {})
  const released = Promise.withResolvers<void>()
  // more than run at a time on any machine
  const others = Array.from({ length: 5 }, (_, n) => inTurn(`198.51.100.${n}`, () => released.promise))
  const served: string[] = []
  const asked = ['192.0.2.20', '203.0.113.1', '192.0.2.10'].map((network) =>
    inTurn(network, async () => void served.push(network)),
  )
  released.resolve()
  await Promise.all([...others, ...asked])
  expect(served).toEqual(['192.0.2.20', '203.0.113.1', '192.0.2.10'])
})

test('a thread that fails says so, and the next hash is made', async () => {
  const hash = openHashThreads(1)
  const salt = Buffer.from('a salt of 16 byt')
  await expect(hash(PASSWORD, { ...COST, memoryCost: 1, salt })).rejects.toThrow()
  expect(await verify(await hash(PASSWORD, { ...COST, salt }), PASSWORD)).toBe(true)
})
