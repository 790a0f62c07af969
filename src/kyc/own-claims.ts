import { createHash } from 'node:crypto'
import { documentsOf, openDocument } from '#documents/read.ts'
import type { Tx } from '#kit/database.ts'
import { detailsOf } from './claim-details.ts'
import { selectKeptClaims } from './claim-store.ts'

/**
 * What is kept of all that somebody has handed in for identity checks, oldest first: what they typed, opened, and what each
 * picture is. `check` is null for what was not submitted. For nobody but them, and only when they have just proved who they
 * are.
 */
export async function ownClaims(tx: Tx, userId: string) {
  const told = []
  for (const claim of await selectKeptClaims(tx, userId)) {
    const { id, begun_at, submitted_at, word } = claim
    const check = submitted_at === null ? null : id
    told.push({
      check,
      begun_at,
      submitted_at,
      word,
      ...(await detailsOf(tx, claim)),
      pictures: await pictures(tx, id),
    })
  }
  return told
}

async function pictures(tx: Tx, claimId: string) {
  const told = []
  for (const { kind, created_at } of await documentsOf(tx, claimId)) {
    const picture = await openDocument(tx, claimId, kind)
    if (picture === undefined) continue
    const sha256 = createHash('sha256').update(picture).digest('hex')
    told.push({ kind, created_at, bytes: picture.length, sha256 })
  }
  return told
}
