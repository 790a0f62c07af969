import { createHmac } from 'node:crypto'
import type { Tx } from '#kit/database.ts'
import { selectSaltKey } from './store.ts'
import type { UserRow } from '#users/find.ts'
import { COST, type Recipe } from './hash-cost.ts'

const SALT_BYTES = 16
/** How a hash begins: algorithm, version, cost and salt (the PHC string format). */
const BEGINNING = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$/

/**
 * How passwords of an e-mail address are hashed, all of them alike: as that of its user is, where there is one, else with
 * a salt that a secret key of the database makes of the address. So one hash of what was typed can be compared with the
 * user's and with those of registrations, and an address that nobody has costs the same.
 */
export async function recipeFor(
  tx: Tx,
  email: string,
  user: Pick<UserRow, 'password_hash'> | undefined,
): Promise<Recipe> {
  const derived = createHmac('sha256', await selectSaltKey(tx))
    .update(email)
    .digest()
  return recipeOf(user?.password_hash ?? '') ?? { ...COST, salt: derived.subarray(0, SALT_BYTES) }
}

/** How a hash was made, or undefined if it is none of ours. */
function recipeOf(hash: string): Recipe | undefined {
  const [found, memory, time, parallelism, salt] = BEGINNING.exec(hash) ?? []
  if (found === undefined || salt === undefined) return undefined
  return {
    memoryCost: Number(memory),
    timeCost: Number(time),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  }
}
