import { createHash } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { keyed } from '#kit/pepper.ts'
import type { DocumentSide } from './contract.ts'
import { sealFor } from './person-key.ts'
import { deleteSealed, putSealed } from './store.ts'

/** Which picture of which claim of whom. */
export type DocumentPlace = { userId: string; claimId: string; kind: DocumentSide }

export const sealedPlace = ({ claimId, kind }: DocumentPlace): string => `${kind} of claim ${claimId}`

/**
 * Keeps a picture, sealed, in the place of one that was there; `sent` is the file as it came, of which a keyed hash is
 * kept, so that the same file of another person is recognised. The caller holds the lock on the user.
 */
export async function putDocument(
  tx: Tx,
  clock: Clock,
  document: DocumentPlace,
  { picture, sent }: { picture: Uint8Array; sent: Uint8Array },
): Promise<void> {
  const { userId, claimId, kind } = document
  const sealed = await sealFor(tx, clock, { userId, place: sealedPlace(document) }, picture)
  const sent_hash = keyed(tx, 'document file', createHash('sha256').update(sent).digest('hex'))
  await putSealed(tx, {
    ...{ id: newId(), user_id: userId, claim_id: claimId, kind, sealed, sent_hash },
    created_at: clock.now(),
  })
}

/** Removes the pictures of a claim, or one of them. */
export async function removeDocuments(tx: Tx, claimId: string, kind?: DocumentSide): Promise<void> {
  await deleteSealed(tx, claimId, kind)
}
