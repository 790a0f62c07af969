import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { documentKeysOf, type MasterKey } from '#kit/document-key.ts'
import { CannotOpen, openBytes, sealBytes } from '#kit/seal-bytes.ts'
import { deleteKey, insertKey, selectKey, selectMaster } from './store.ts'

/** Bytes: AES-256. */
const LENGTH = 32

const wrapPlace = (userId: string) => `document key of ${userId}`

/** The key of a person's documents, made with the first of them. The caller holds the lock on the user. */
async function ownKey(tx: Tx, clock: Clock, userId: string): Promise<KeyObject> {
  const known = await keptKey(tx, userId)
  if (known !== undefined) return known
  const master = masterKey(tx, (await selectMaster(tx)) ?? '')
  const bytes = randomBytes(LENGTH)
  const wrapped = sealBytes(master.key, wrapPlace(userId), bytes)
  await insertKey(tx, { user_id: userId, master: master.id, wrapped, made_at: clock.now() })
  return createSecretKey(bytes)
}

/** Undefined where there is none, or it was erased. */
async function keptKey(tx: Tx, userId: string): Promise<KeyObject | undefined> {
  const row = await selectKey(tx, userId)
  if (row === undefined) return undefined
  return createSecretKey(openBytes(masterKey(tx, row.master).key, wrapPlace(userId), row.wrapped))
}

function masterKey(tx: Tx, id: string): MasterKey {
  const master = documentKeysOf(tx).find(id)
  if (master === undefined) throw new CannotOpen('this process does not have the document key that is in force')
  return master
}

/** Closes something for a person, at a place. The caller holds the lock on the user. */
export async function sealFor(
  tx: Tx,
  clock: Clock,
  { userId, place }: { userId: string; place: string },
  bytes: Uint8Array,
): Promise<Uint8Array> {
  return sealBytes(await ownKey(tx, clock, userId), `${place} of ${userId}`, bytes)
}

/** Opens it again; undefined where the person's key was erased. Throws CannotOpen where it was closed for another person or place. */
export async function openFor(
  tx: Tx,
  { userId, place }: { userId: string; place: string },
  sealed: Uint8Array,
): Promise<Uint8Array | undefined> {
  const key = await keptKey(tx, userId)
  return key === undefined ? undefined : openBytes(key, `${place} of ${userId}`, sealed)
}

/** Erases a person's key: nothing that was closed with it opens again, here or in any copy made from now on. */
export async function eraseKey(tx: Tx, userId: string): Promise<void> {
  await deleteKey(tx, userId)
}

/** The same key, wrapped by another master key. */
export function rewrap(row: { user_id: string; wrapped: Uint8Array }, from: MasterKey, to: MasterKey): Uint8Array {
  const place = wrapPlace(row.user_id)
  return sealBytes(to.key, place, openBytes(from.key, place, row.wrapped))
}
