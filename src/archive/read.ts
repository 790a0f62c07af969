import { hasProvedLately } from '#identity/stepped-up.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { factorsOf } from '#factors/read.ts'
import type { OwnArchive } from './contract.ts'
import { ARCHIVE_PARTS } from './parts.ts'
import { selectArchive } from './store.ts'

/** How far the actor's own file has come; null where they have asked for none, or it is gone. */
export async function ownArchive(tx: Tx, clock: Clock, actor: Investor): Promise<OwnArchive | null> {
  const row = await selectArchive(tx, actor.userId)
  if (row === undefined || row.over_at <= (await databaseClock(tx)).now()) return null
  const { state, step, asked_at, made_at, over_at, bytes } = row
  return {
    ...{ state, step, steps: ARCHIVE_PARTS.length },
    ...{ asked_at: asked_at.toISOString(), made_at: made_at?.toISOString() ?? null, over_at: over_at.toISOString() },
    bytes: bytes === null ? null : Number(bytes),
    sign_in_first: row.holds_identity === true && (await mustSignInFirst(tx, clock, actor)),
  }
}

/** Whoever has a factor is asked for it by the call itself. */
async function mustSignInFirst(tx: Tx, clock: Clock, actor: Investor): Promise<boolean> {
  if ((await factorsOf(tx, actor.userId)).length > 0) return false
  return !(await hasProvedLately(tx, clock, actor))
}
