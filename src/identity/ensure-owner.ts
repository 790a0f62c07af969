import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { makeOwner } from './make-owner.ts'
import { hashPassword } from './passwords.ts'
import { readOwner } from './read-details.ts'
import { lockOwners } from '#users/lock-user.ts'

/**
 * Makes the owner that OWNER_EMAIL, OWNER_PASSWORD and OWNER_NAME name, where there is no owner yet. Throws sentences
 * that name what has to be mended, and the way without these variables.
 */
export async function ensureOwner(
  tx: Tx,
  clock: Clock,
  owner: { email: string; password: string; name: string },
): Promise<void> {
  if (await hasOwner(tx)) return
  const details = await readVariables(tx, owner)
  if (details === undefined) return
  const { name, email, password } = details
  await makeOwner(tx, clock, { name, email, passwordHash: await hashPassword(password) })
  if (!(await hasOwner(tx))) throw new Error('OWNER_EMAIL or OWNER_NAME was taken just now. Start again.')
}

const WAYS_ON =
  'Nobody is an owner yet: set this right, or start without OWNER_EMAIL and OWNER_PASSWORD and open the link that it prints.'

/** The details, or undefined if another process that started together with this one has made the owner meanwhile. */
async function readVariables(tx: Tx, owner: { email: string; password: string; name: string }) {
  try {
    return await readOwner(tx, { ...owner, password_confirmation: owner.password })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (await hasOwner(tx)) return undefined
    const sentences = Object.entries(error.errors ?? {}).map(
      ([field, said]) => `OWNER_${field.toUpperCase()}: ${said[0]}`,
    )
    throw new Error([...sentences, WAYS_ON].join(' '), { cause: error })
  }
}

async function hasOwner(tx: Tx): Promise<boolean> {
  return (await lockOwners(tx)).length > 0
}
