import type { Tx } from '#kit/database.ts'
import { type DocumentSide, SIDES } from './contract.ts'
import { openFor } from './person-key.ts'
import { sealedPlace } from './put-document.ts'
import { type KeptDocument, selectKinds, selectSameFiles, selectSealed } from './store.ts'

/** Which pictures there are of a claim, and since when: the document's front, its back, the person. */
export async function documentsOf(tx: Tx, claimId: string): Promise<KeptDocument[]> {
  const kept = await selectKinds(tx, claimId)
  return kept.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const placeOf = ({ kind }: KeptDocument) => SIDES.indexOf(kind)

/** One picture of a claim as it was kept; undefined where there is none, or none any more. */
export async function openDocument(tx: Tx, claimId: string, kind: DocumentSide): Promise<Uint8Array | undefined> {
  const row = await selectSealed(tx, claimId, kind)
  if (row === undefined) return undefined
  const { user_id: userId, sealed } = row
  return openFor(tx, { userId, place: sealedPlace({ userId, claimId, kind }) }, sealed)
}

/** Which pictures of these claims somebody else has sent as well, as the very same file, by claim. */
export async function sameFiles(
  tx: Tx,
  claimIds: readonly string[],
): Promise<Map<string, { kind: DocumentSide; user_id: string }[]>> {
  return Map.groupBy(await selectSameFiles(tx, claimIds), ({ claim_id }) => claim_id)
}
