import { recordAct } from '#audit/record.ts'
import { eraseKey } from '#documents/person-key.ts'
import { removeDocuments } from '#documents/put-document.ts'
import { type Clock, DAY } from '#kit/clock.ts'
import type { Actor, System } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { oneByOne, sweep } from '#kit/sweep.ts'
import { KYC_KEEP_DAYS, settingsNow } from '#settings/read.ts'
import { lockFreeUsers } from '#users/lock-user.ts'
import {
  changeClaim,
  type ClaimRow,
  deleteDraft,
  asErased,
  selectClaim,
  selectKeptClaims,
  selectOver,
} from './claim-store.ts'

const JOB: System = { job: 'erase identity documents' }

/**
 * Erases what rejected and abandoned checks were handed in with, once it was kept for as long as the setting says, one by
 * one: what fails keeps nothing else. Of people who are locked it is left for the next time.
 */
export async function eraseOverdue(
  { db, clock }: { db: Database; clock: Clock },
  stopping?: AbortSignal,
): Promise<void> {
  const work = oneByOne(
    async (tx, after, most) => selectOver(tx, await keptSince(tx, clock), after, most),
    async (tx, id) => {
      const userId = (await selectClaim(tx, id))?.user_id
      if (userId === undefined || (await lockFreeUsers(tx, [userId])).length === 0) return
      const [before, claim] = [await keptSince(tx, clock), await selectClaim(tx, id)]
      // somebody may have gone on with a draft before the lock was there
      if (!claim || claim.erased_at !== null || claim.over_at === null || claim.over_at >= before) return
      await eraseClaims(tx, clock, JOB, userId, [claim])
    },
  )
  // one after the other: two claims of one person wait for the same lock
  await sweep(db, { ...work, sideBySide: 1 }, stopping)
}

/** What is over since before this moment is kept no longer. */
async function keptSince(tx: Tx, clock: Clock): Promise<Date> {
  const { kycKeepDays } = await settingsNow(tx, { kycKeepDays: KYC_KEEP_DAYS })
  return new Date(clock.now().getTime() - kycKeepDays * DAY)
}

/** Erases everything that somebody has handed in, with their key. What was decided stays. The caller holds the lock on them. */
export async function eraseIdentity(tx: Tx, clock: Clock, actor: Actor, userId: string): Promise<void> {
  await eraseClaims(tx, clock, actor, userId, await selectKeptClaims(tx, userId))
}

/** Erases some of what somebody has handed in, and their key with the last of it. The caller holds the lock on them. */
export async function eraseClaims(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  userId: string,
  claims: readonly ClaimRow[],
): Promise<void> {
  for (const { id, submitted_at } of claims) {
    await removeDocuments(tx, id)
    if (submitted_at === null) await deleteDraft(tx, id)
    else {
      await changeClaim(tx, id, asErased(clock.now()))
      const subject = { kind: 'identity check', id } as const
      await recordAct(tx, clock, actor, { action: 'erase identity documents', subject })
    }
  }
  if ((await selectKeptClaims(tx, userId)).length === 0) await eraseKey(tx, userId)
}
