import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { lockUser } from '#users/lock-user.ts'
import type { UserRow } from '#users/find.ts'
import { detailsOf, keepDetails } from './claim-details.ts'
import { type ClaimRow, insertClaim, selectClaim, selectDraft } from './claim-store.ts'
import { kycMayBecome } from './rules.ts'
import { selectNewestCheck } from './store.ts'

/** Locks the user whose check it is. 409 while one is under way, and once approved, unless another document is asked for. */
export async function lockToSubmit(tx: Tx, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new Error(`user ${userId} has gone`)
  if (kycMayBecome(user.kyc, 'submitted')) return user
  const renews = user.kyc === 'approved' && user.identity_asked_at !== null
  const waits = (await selectNewestCheck(tx, userId))?.state === 'submitted'
  if (renews && !waits) return user
  return refuse('wrong state', waits ? 'Your identity check has been submitted.' : 'Your identity check is approved.')
}

/** The draft of somebody who is locked, begun where there is none. */
export async function draftFor(tx: Tx, clock: Clock, userId: string): Promise<ClaimRow> {
  return (await selectDraft(tx, userId)) ?? begin(tx, clock, userId)
}

/**
 * Begins anew, with what an earlier claim says of the person and, unless another document is asked for, of the document.
 * Pictures are taken anew in any case. The caller holds the lock on the user.
 */
export async function beginAgain(tx: Tx, clock: Clock, claimId: string, keep: { document: boolean }): Promise<void> {
  const earlier = await selectClaim(tx, claimId)
  // what was erased stays so
  if (earlier === undefined || earlier.details === null) return
  if ((await selectDraft(tx, earlier.user_id)) !== undefined) return
  const { document, ...person } = await detailsOf(tx, earlier)
  const draft = await begin(tx, clock, earlier.user_id)
  await keepDetails(tx, clock, draft, { ...person, ...(keep.document && document && { document }) })
}

async function begin(tx: Tx, clock: Clock, userId: string): Promise<ClaimRow> {
  const now = clock.now()
  const draft: ClaimRow = {
    ...{ id: newId(), user_id: userId, begun_at: now, over_at: now, details: null },
    ...{
      number_hash: null,
      kind_number_hash: null,
      expires_on: null,
      word: null,
      word_given_at: null,
      flags: [],
      submitted_at: null,
      erased_at: null,
      provider: null,
      reference: null,
      asked_at: null,
    },
  }
  await insertClaim(tx, draft)
  return draft
}
