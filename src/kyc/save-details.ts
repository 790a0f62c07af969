import { utcDay } from '#approvals/rules.ts'
import { removeDocuments } from '#documents/put-document.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { detailsOf, keepDetails } from './claim-details.ts'
import { draftFor, lockToSubmit } from './draft.ts'
import { readDetails, type TypedDetails } from './read-details.ts'

/**
 * Saves steps of the identity check in a draft. Another kind of document takes the pictures of the one before away.
 * 422 with what is wrong, 409 while a check is under way, and once approved.
 */
export async function saveDetails(tx: Tx, clock: Clock, actor: Investor, typed: TypedDetails): Promise<void> {
  const read = readDetails(typed, utcDay(clock.now()))
  await lockToSubmit(tx, actor.userId)
  const draft = await draftFor(tx, clock, actor.userId)
  const before = await detailsOf(tx, draft)
  if (read.document && before.document && read.document.kind !== before.document.kind) {
    for (const side of ['front', 'back'] as const) await removeDocuments(tx, draft.id, side)
  }
  await keepDetails(tx, clock, draft, { ...before, ...read })
}
