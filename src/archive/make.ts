import { provenUser } from '#identity/gate.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { sealBytes } from '#kit/seal-bytes.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { operatorName } from '#mail/operator-name.ts'
import { notify } from '#notifications/notify.ts'
import { awaitMovements } from '#statements/await-movements.ts'
import { findUser } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { ARCHIVE_KEPT } from './ask.ts'
import { openArchiveKey, placeOfPiece } from './key.ts'
import { type ArchivedFile, packFiles } from './pack.ts'
import { ARCHIVE_PARTS, type Making } from './parts.ts'
import { archiveReadme } from './readme.ts'
import {
  type ArchiveClaim,
  type ArchiveRow,
  claimArchive,
  deleteOverArchives,
  deletePieces,
  hasArchivesDue,
  insertPiece,
  letStandStill,
  markFailed,
  markReady,
  releaseClaim,
  renewClaim,
  selectGivenUp,
} from './store.ts'

/** A day that is over, whenever somebody came. */
const LONG_OVER = '1970-01-01'

/** Somebody else has it by now, or it is gone; or this process stops. */
class NotOurs extends Error {}

/**
 * Lets go of what was kept for a day, and makes what was asked for, one after the other, each by one process at a time. What
 * was broken off is taken up again once its lease is over, from the beginning, three times at most; then it has failed, and
 * whoever asked is told. Until it is whole nobody has any of it.
 */
export async function makeArchives(db: Database, stopping?: AbortSignal): Promise<void> {
  if (!(await readTransaction(db, hasArchivesDue))) return
  await transaction(db, deleteOverArchives)
  await transaction(db, giveUp)
  while (stopping?.aborted !== true) {
    const claimId = newId()
    const taken = await transaction(db, (tx) => claimArchive(tx, claimId))
    if (taken === undefined) return
    await makeOne(db, taken, { id: taken.id, claimId }, stopping)
  }
}

async function giveUp(tx: Tx): Promise<void> {
  const found = await selectGivenUp(tx)
  if (found === undefined || (await lockUser(tx, found.user_id)) === undefined) return
  // whoever was slow may have made it meanwhile: then its pieces are those of a file that is ready
  if (!(await markFailed(tx, found.id))) return
  await deletePieces(tx, found.id)
  await tell(tx, found.user_id, { status_text: 'failed', status_color: 'red' })
}

async function makeOne(db: Database, of: ArchiveRow, claim: ArchiveClaim, stopping?: AbortSignal): Promise<void> {
  try {
    const made = await packOne(db, of, claim, stopping)
    await transaction(db, (tx) => finish(tx, of, claim, made))
  } catch (error) {
    const stopped = stopping?.aborted === true
    if (error instanceof NotOurs && !stopped) return
    await transaction(db, (tx) => releaseClaim(tx, claim, stopped ? 'stopped' : 'failed'))
    if (!stopped) throw error
  }
}

type Made = { at: Date; bytes: number; holdsIdentity: boolean }

/** Packs all of it in one view of the database, and keeps it piece by piece. */
async function packOne(db: Database, of: ArchiveRow, claim: ArchiveClaim, stopping?: AbortSignal): Promise<Made> {
  const user = await readTransaction(db, (tx) => findUser(tx, of.user_id))
  if (user === undefined) throw new NotOurs('the person is gone')
  // what they have asked for at the gate is done for them as who they are now
  const person = provenUser(user, { address: '', userAgent: '' })
  // a period that is over, of whoever came this month too: what counts from before is waited for
  const now = await awaitMovements(db, person, { from: LONG_OVER, to: LONG_OVER })
  // nothing is written or removed but by whose turn it is, under the lock on its row
  const write = (verb: (tx: Tx) => Promise<void>, step?: number) =>
    transaction(db, async (tx) => {
      const isOurs = stopping?.aborted !== true && (await renewClaim(tx, claim, step))
      if (!isOurs) throw new NotOurs('this archive is made elsewhere')
      await verb(tx)
    })
  return readTransaction(db, async (tx) => {
    await letStandStill(tx)
    const key = await openArchiveKey(tx, of)
    if (key === undefined) throw new Error('the key of a person was erased')
    // whatever an earlier try has left
    await write((other) => deletePieces(other, of.id))
    const operator = await operatorName(tx)
    const making = { tx, now, person, since: user.created_at, operator, leftOut: [], holdsIdentity: false }
    let number = 0
    const reached = (step: number) => write(async () => {}, step)
    const bytes = await packFiles(filesOf(making, reached), now, async (piece) => {
      const sealed = sealBytes(key, placeOfPiece(of.id, number), piece)
      await write((other) => insertPiece(other, claim, number, sealed))
      number += 1
    })
    return { at: now, bytes, holdsIdentity: making.holdsIdentity }
  })
}

async function* filesOf(making: Making, reached: (step: number) => Promise<void>): AsyncGenerator<ArchivedFile> {
  for (const [step, part] of ARCHIVE_PARTS.entries()) {
    await reached(step)
    yield* part(making)
  }
  const { operator, person, now: at, leftOut } = making
  yield { name: 'README.txt', bytes: [archiveReadme({ operator, name: person.name, at, leftOut })] }
}

async function finish(tx: Tx, of: ArchiveRow, claim: ArchiveClaim, { at, bytes, holdsIdentity }: Made): Promise<void> {
  if ((await lockUser(tx, of.user_id)) === undefined) return
  const isOurs = await markReady(tx, claim, {
    ...{ made_at: at, bytes: BigInt(bytes), holds_identity: holdsIdentity, step: ARCHIVE_PARTS.length },
    over_at: new Date(at.getTime() + ARCHIVE_KEPT),
  })
  if (!isOurs) return
  await deletePieces(tx, of.id, claim.claimId)
  await tell(tx, of.user_id, { status_text: 'ready', status_color: 'green' })
}

/** Told to the person alone: by a notification, and by mail. */
async function tell(
  tx: Tx,
  userId: string,
  how: { status_text: 'ready' | 'failed'; status_color: 'green' | 'red' },
): Promise<void> {
  const clock = await databaseClock(tx)
  await notify(tx, clock, userId, 'users', {
    ...{ icon: 'identity', title: 'Everything that is mine', bold_value: '', ...how },
  })
}
