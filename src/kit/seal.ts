/** What the database keeps for one reader alone, closed with the pepper: a copy of the database does not open it. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Tx } from './database.ts'
import { keyed } from './pepper.ts'

/** How it looks where it is kept; what looks otherwise was written before there was a pepper. */
export const SEALED = 'sealed/'
const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Closes a text. `place` names what it belongs to: put elsewhere it does not open. */
export function seal(tx: Tx, place: string, text: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, keyOf(tx), nonce).setAAD(Buffer.from(place))
  const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64')
}

/** Opens it again. Throws where it was closed with another pepper or for another place, or was changed. */
export function unseal(tx: Tx, place: string, kept: string): string {
  if (!kept.startsWith(SEALED)) return kept
  const bytes = Buffer.from(kept.slice(SEALED.length), 'base64')
  const [nonce, tag, closed] = [
    bytes.subarray(0, NONCE),
    bytes.subarray(NONCE, NONCE + TAG),
    bytes.subarray(NONCE + TAG),
  ]
  const decipher = createDecipheriv(CIPHER, keyOf(tx), nonce, { authTagLength: TAG })
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  return Buffer.concat([decipher.update(closed), decipher.final()]).toString('utf8')
}

const keyOf = (tx: Tx): Buffer => Buffer.from(keyed(tx, 'seal', ''), 'hex')
