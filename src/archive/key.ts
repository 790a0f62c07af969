import { createSecretKey, type KeyObject } from 'node:crypto'
import { openFor, sealFor } from '#documents/person-key.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newSecret } from '#kit/ids.ts'
import type { ArchiveRow } from './store.ts'

const placeOfKey = (id: string) => `key of archive ${id}`
/** What a piece belongs to: elsewhere it does not open. */
export const placeOfPiece = (id: string, number: number): string => `piece ${number} of archive ${id}`

/** A key of its own for a file, sealed with the person's. The caller holds the lock on the user. */
export async function newArchiveKey(
  tx: Tx,
  clock: Clock,
  { id, userId }: { id: string; userId: string },
): Promise<Uint8Array> {
  return sealFor(tx, clock, { userId, place: placeOfKey(id) }, Buffer.from(newSecret(), 'base64url'))
}

/** Undefined where the person's key was erased, with what they had handed in for identity checks. */
export async function openArchiveKey(
  tx: Tx,
  { id, user_id: userId, sealed_key }: Pick<ArchiveRow, 'id' | 'user_id' | 'sealed_key'>,
): Promise<KeyObject | undefined> {
  const bytes = await openFor(tx, { userId, place: placeOfKey(id) }, sealed_key)
  return bytes === undefined ? undefined : createSecretKey(bytes)
}
