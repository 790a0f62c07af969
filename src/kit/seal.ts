/** What the database keeps for one reader alone, closed with the pepper: a copy of the database does not open it. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Tx } from './database.ts'
import { keyed } from './pepper.ts'
import { openBytes, sealBytes } from './seal-bytes.ts'

/** How it looks where it is kept; what looks otherwise was written before there was a pepper. */
export const SEALED = 'sealed/'

/** Closes a text. `place` names what it belongs to: put elsewhere it does not open. */
export function seal(tx: Tx, place: string, text: string): string {
  return SEALED + sealBytes(keyOf(tx), place, Buffer.from(text)).toString('base64')
}

/** Opens it again. Throws where it was closed with another pepper or for another place, or was changed. */
export function unseal(tx: Tx, place: string, kept: string): string {
  if (!kept.startsWith(SEALED)) return kept
  return openBytes(keyOf(tx), place, Buffer.from(kept.slice(SEALED.length), 'base64')).toString('utf8')
}

const keyOf = (tx: Tx): KeyObject => createSecretKey(Buffer.from(keyed(tx, 'seal', ''), 'hex'))
