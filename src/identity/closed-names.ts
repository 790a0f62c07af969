import { createHmac } from 'node:crypto'
import type { Tx } from '#kit/database.ts'
import { insertClosedName, selectClosedName } from './closed-name-store.ts'
import { selectSaltKey } from './store.ts'

/** What accounts are called that were closed; nobody who registers may be called so. */
const CLOSED = 'closed-'

/** The name of an account that its owner has closed. */
export function pseudonymOf(userId: string): string {
  return CLOSED + userId.slice(-12)
}

/** Keeps a name from ever being somebody else's, without saying what it was. */
export async function retireName(tx: Tx, name: string): Promise<void> {
  await insertClosedName(tx, await hashOf(tx, name))
}

/** Whether nobody can have this name, because it was that of an account which was closed, or looks like one. */
export async function isRetired(tx: Tx, name: string): Promise<boolean> {
  return name.toLowerCase().startsWith(CLOSED) || (await selectClosedName(tx, await hashOf(tx, name)))
}

async function hashOf(tx: Tx, name: string): Promise<string> {
  return createHmac('sha256', await selectSaltKey(tx))
    .update(`name/${name.toLowerCase()}`)
    .digest('hex')
}
