import { recordAct } from '#audit/record.ts'
import { passGateAgain } from '#identity/gate.ts'
import { hasProvedLately } from '#identity/stepped-up.ts'
import type { Investor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import { CannotOpen, openBytes } from '#kit/seal-bytes.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import type { FileAnswer } from '#kit/wire.ts'
import { findUser } from '#users/find.ts'
import { pauseOf } from '#users/pause-withdrawals.ts'
import { openArchiveKey, placeOfPiece } from './key.ts'
import { selectArchive, selectPiece } from './store.ts'

type House = { db: Database; clock: Clock }
type Opened = Awaited<ReturnType<typeof openArchive>>

/** How often somebody may download theirs within an hour. */
const MOST_DOWNLOADS = 20

/**
 * The actor's own file, opened piece by piece as it is read; each piece is for who may still have it. 404 where there is
 * none, or none any more; 409 where it has what they handed in for identity checks and they have not proved within five
 * minutes who they are, or their withdrawals are paused; 429 beyond 20 in an hour.
 */
export async function downloadArchive(house: House, actor: Investor): Promise<FileAnswer> {
  const opened = await transaction(house.db, (tx) => openArchive(tx, house.clock, actor))
  const name = `plumb-archive-${opened.madeAt.toISOString().slice(0, 10)}.zip`
  return { name, type: 'application/zip', bytes: piecesOf(house.db, actor, opened) }
}

async function openArchive(tx: Tx, clock: Clock, actor: Investor) {
  const limit = { key: `archive download/${actor.userId}`, most: MOST_DOWNLOADS, milliseconds: HOUR }
  await countAttempt(tx, clock, [limit], 'You have downloaded this too often.')
  const row = await selectArchive(tx, actor.userId)
  const isThere = row !== undefined && row.over_at > (await databaseClock(tx)).now()
  if (!isThere || row.made_at === null) refuse('not found', 'There is no such file. Ask for one first.')
  if (row.holds_identity === true && !(await hasProvedLately(tx, clock, actor))) {
    refuse(
      'wrong state',
      'This file has what you handed in for your identity check. Sign out, sign in again, and download it within five minutes.',
    )
  }
  if (row.holds_identity === true) await refuseAfterChange(tx, clock, actor)
  const key = await openArchiveKey(tx, row)
  if (key === undefined) refuse('not found', 'Part of this file was erased since. Ask for a new one.')
  await recordAct(tx, clock, actor, { action: 'download archive', subject: { kind: 'user', id: actor.userId } })
  return { id: row.id, key, bytes: Number(row.bytes), madeAt: row.made_at }
}

/** 409 while withdrawals are paused: whoever has the mailbox alone can have the password anew, and pictures do not come back. */
async function refuseAfterChange(tx: Tx, clock: Clock, { userId }: Investor): Promise<void> {
  const user = await findUser(tx, userId)
  if (user === undefined || pauseOf(user, clock.now()) === null) return
  refuse(
    'wrong state',
    'This file has what you handed in for your identity check, and something by which you are known was changed lately. Download it when your withdrawals are no longer paused.',
  )
}

async function* piecesOf(db: Database, actor: Investor, { id, key, bytes }: Opened): AsyncGenerator<Uint8Array> {
  let given = 0
  for (let number = 0; given < bytes; number += 1) {
    const sealed = await readTransaction(db, async (tx) => {
      await passGateAgain(tx, actor)
      return selectPiece(tx, id, number)
    })
    // it was let go of meanwhile
    if (sealed === undefined) throw new CannotOpen('a piece of an archive is gone')
    const piece = openBytes(key, placeOfPiece(id, number), sealed)
    given += piece.length
    yield piece
  }
}
