import { createHash } from 'node:crypto'
import type { DocumentSide } from '#documents/contract.ts'
import { documentsOf, openDocument } from '#documents/read.ts'
import type { Tx } from '#kit/database.ts'
import { CannotOpen } from '#kit/seal-bytes.ts'
import { type ClaimDetails, detailsOf } from './claim-details.ts'
import { type ClaimRow, selectKeptClaims } from './claim-store.ts'

type Picture = { kind: DocumentSide; created_at: Date; bytes: number; sha256: string }
type Opened = (ClaimDetails & { pictures: Picture[] }) | { unreadable: true }
type Told = { check: string | null } & Pick<ClaimRow, 'begun_at' | 'submitted_at' | 'word'> & Opened

/**
 * What is kept of all that somebody has handed in for identity checks, oldest first: what they typed, opened, and what each
 * picture is; `unreadable` is what does not open here. `check` is null for what was not submitted. For nobody but them, and only when they have just proved who they
 * are.
 */
export async function ownClaims(tx: Tx, userId: string) {
  const told: Told[] = []
  for (const claim of await selectKeptClaims(tx, userId)) {
    const { id, begun_at, submitted_at, word } = claim
    const check = submitted_at === null ? null : id
    told.push({ check, begun_at, submitted_at, word, ...(await opened(tx, claim)) })
  }
  return told
}

/**
 * The pictures of all that somebody has handed in, one at a time, oldest first: `claim` counts from 1. One that does not
 * open is null.
 */
export async function* ownPictures(
  tx: Tx,
  userId: string,
): AsyncGenerator<{ claim: number; kind: DocumentSide; picture: Uint8Array | null }> {
  for (const [at, { id }] of (await selectKeptClaims(tx, userId)).entries()) {
    for (const { kind } of await documentsOf(tx, id)) {
      const picture = await openDocument(tx, id, kind).catch((error: unknown) => {
        if (error instanceof CannotOpen) return null
        throw error
      })
      if (picture !== undefined) yield { claim: at + 1, kind, picture }
    }
  }
}

/** Nobody is kept from the rest by one claim that does not open. */
async function opened(tx: Tx, claim: ClaimRow): Promise<Opened> {
  try {
    return { ...(await detailsOf(tx, claim)), pictures: await pictures(tx, claim.id) }
  } catch (error) {
    if (error instanceof CannotOpen) return { unreadable: true }
    throw error
  }
}

async function pictures(tx: Tx, claimId: string): Promise<Picture[]> {
  const told: Picture[] = []
  for (const { kind, created_at } of await documentsOf(tx, claimId)) {
    const picture = await openDocument(tx, claimId, kind)
    if (picture === undefined) continue
    const sha256 = createHash('sha256').update(picture).digest('hex')
    told.push({ kind, created_at, bytes: picture.length, sha256 })
  }
  return told
}
