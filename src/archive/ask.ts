import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import { lockUserAndClock } from '#users/lock-user.ts'
import { newArchiveKey } from './key.ts'
import { deleteArchive, insertArchive, selectArchive } from './store.ts'

/** For how long a file is there once it is ready, and a request without one, in milliseconds. */
export const ARCHIVE_KEPT = DAY
/** How often somebody may ask for one within 24 hours. */
const MOST_ARCHIVES = 3

/**
 * Asks for everything that is the actor's as one file; the job makes it. While one is made, that one is it, and nothing is
 * counted. One that is ready is let go of for the new one. 429 beyond three in 24 hours.
 */
export async function askForArchive(tx: Tx, actor: Investor): Promise<void> {
  const { userId } = actor
  const locked = await lockUserAndClock(tx, userId)
  if (locked === undefined) refuse('not found', 'There is no such account.')
  const { clock } = locked
  const before = await selectArchive(tx, userId)
  if (before?.state === 'making') return
  const limit = { key: `archive/${userId}`, most: MOST_ARCHIVES, milliseconds: DAY }
  await countAttempt(tx, clock, [limit], 'You can ask for this three times within 24 hours.')
  if (before !== undefined) await deleteArchive(tx, before.id)
  const [id, now] = [newId(), clock.now()]
  await insertArchive(tx, {
    ...{ id, user_id: userId, asked_at: now, over_at: new Date(now.getTime() + ARCHIVE_KEPT) },
    sealed_key: await newArchiveKey(tx, clock, { id, userId }),
  })
  await recordAct(tx, clock, actor, { action: 'ask for archive', subject: { kind: 'user', id: userId } })
}
