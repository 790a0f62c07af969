import { recordAct } from '#audit/record.ts'
import { eraseKey } from '#documents/person-key.ts'
import { removeDocuments } from '#documents/put-document.ts'
import { type Clock, DAY } from '#kit/clock.ts'
import type { Actor, System } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { KYC_KEEP_DAYS, settingsNow } from '#settings/read.ts'
import { lockFreeUsers } from '#users/lock-user.ts'
import { changeClaim, type ClaimRow, deleteDraft, selectKeptClaims, selectOver } from './claim-store.ts'

const JOB: System = { job: 'erase identity documents' }
/** Claims in one transaction. */
const BATCH = 50

/**
 * Erases what rejected and abandoned checks were handed in with, once it was kept for as long as the setting says. Answers
 * how many; of people who are locked it is left for the next time.
 */
export async function eraseOverdue(tx: Tx, clock: Clock): Promise<number> {
  const { kycKeepDays } = await settingsNow(tx, { kycKeepDays: KYC_KEEP_DAYS })
  const before = new Date(clock.now().getTime() - kycKeepDays * DAY)
  const found = await selectOver(tx, before, BATCH)
  const free = new Set(await lockFreeUsers(tx, [...new Set(found.map(({ user_id }) => user_id))].toSorted()))
  let erased = 0
  for (const userId of free) {
    const over = (await selectKeptClaims(tx, userId)).filter(({ over_at }) => over_at !== null && over_at < before)
    await eraseClaims(tx, clock, JOB, userId, over)
    erased += over.length
  }
  return erased
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
      const erased = { details: null, number_hash: null, over_at: null, erased_at: clock.now() }
      await changeClaim(tx, id, erased)
      const subject = { kind: 'identity check', id } as const
      await recordAct(tx, clock, actor, { action: 'erase identity documents', subject })
    }
  }
  if ((await selectKeptClaims(tx, userId)).length === 0) await eraseKey(tx, userId)
}
