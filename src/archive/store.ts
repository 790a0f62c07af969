import { type Selectable, sql } from 'kysely'
import type { Archive } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'

export type ArchiveRow = Selectable<Archive>
/** A try to make one: whose turn it is, by its id. */
export type ArchiveClaim = { readonly id: string; readonly claimId: string }

/** Whoever makes one has it to themselves for so many milliseconds from what they have written last. */
const LEASE = 120_000
/** Pauses before the next try of one that has failed, in milliseconds. */
const PAUSE = 20_000
/** Tries until it is given up. */
const TRIES = 3

/**
 * Lets a transaction that only reads stand still for as long as a lease: while a statement is printed, or a piece of what it
 * has read waits to be kept. It holds no lock that anybody waits for.
 */
export async function letStandStill(tx: Tx): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(LEASE)}, true)`.execute(tx)
}

export async function insertArchive(
  tx: Tx,
  row: Pick<ArchiveRow, 'id' | 'user_id' | 'asked_at' | 'sealed_key' | 'over_at'>,
): Promise<void> {
  await tx
    .insertInto('archive')
    .values({ ...row, state: 'making', step: 0, tries: 0 })
    .execute()
}

/** What somebody has asked for last, if it is not gone. */
export async function selectArchive(tx: Tx, userId: string): Promise<ArchiveRow | undefined> {
  return tx.selectFrom('archive').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function deleteArchive(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('archive').where('id', '=', id).execute()
}

/** Whether there is anything to make, or to let go of. */
export async function hasArchivesDue(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT EXISTS (SELECT FROM archive WHERE over_at <= database_now())
      OR EXISTS (SELECT FROM archive WHERE state = 'making' AND ${isFree()}) AS due`.execute(tx)
  return rows[0]?.due === true
}

const isFree = () => sql`(claimed_until IS NULL OR claimed_until <= database_now())`
const leased = (milliseconds: number) => sql<Date>`database_now() + ${milliseconds} * interval '1 millisecond'`

/** Lets go of all that was kept for long enough; their pieces go with them. */
export async function deleteOverArchives(tx: Tx): Promise<void> {
  await sql`DELETE FROM archive WHERE id IN (
    SELECT id FROM archive WHERE over_at <= database_now() LIMIT 100 FOR UPDATE SKIP LOCKED)`.execute(tx)
}

/** Takes on the one that was asked for first of those that nobody is at: as `claimId`, to whom it belongs from then on. */
export async function claimArchive(tx: Tx, claimId: string): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    UPDATE archive SET claim_id = ${claimId}, claimed_until = ${leased(LEASE)}, tries = tries + 1, step = 0
    WHERE id = (
      SELECT id FROM archive WHERE state = 'making' AND ${isFree()} AND tries < ${TRIES}
      ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING *`.execute(tx)
  return rows[0]
}

/** One that was tried so often that it is given up. */
export async function selectGivenUp(tx: Tx): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    SELECT * FROM archive WHERE state = 'making' AND ${isFree()} AND tries >= ${TRIES} ORDER BY asked_at LIMIT 1`.execute(
    tx,
  )
  return rows[0]
}

/** Goes on with one that is one's own, for as long as that is so: false where another has taken it up, or it is gone. */
export async function renewClaim(tx: Tx, { id, claimId }: ArchiveClaim, step?: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('archive')
    .set({ claimed_until: leased(LEASE), ...(step === undefined ? {} : { step }) })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives one back, for whoever comes next: at once and as if it had not been tried, or after a pause. */
export async function releaseClaim(tx: Tx, { id, claimId }: ArchiveClaim, why: 'stopped' | 'failed'): Promise<void> {
  const how =
    why === 'failed'
      ? { claimed_until: leased(PAUSE) }
      : { claim_id: null, claimed_until: null, tries: sql<number>`tries - 1` }
  await tx.updateTable('archive').set(how).where('id', '=', id).where('claim_id', '=', claimId).execute()
}

/** It is ready. False where it is somebody else's by now, or gone. */
export async function markReady(
  tx: Tx,
  { id, claimId }: ArchiveClaim,
  made: Pick<ArchiveRow, 'made_at' | 'bytes' | 'holds_identity' | 'over_at' | 'step'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('archive')
    .set({ ...made, state: 'ready', claim_id: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** It is given up. False where somebody else has done that, or it is gone. */
export async function markFailed(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('archive')
    .set({ state: 'failed', claim_id: null, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the pieces of an archive: all, or those of other tries than one. */
export async function deletePieces(tx: Tx, id: string, butOf?: string): Promise<void> {
  const pieces = tx.deleteFrom('archive_piece').where('archive_id', '=', id)
  await (butOf === undefined ? pieces : pieces.where('claim_id', '<>', butOf)).execute()
}

/** One that is there already was written by this try, whose answer was lost. */
export async function insertPiece(
  tx: Tx,
  { id, claimId }: ArchiveClaim,
  number: number,
  sealed: Uint8Array,
): Promise<void> {
  await tx
    .insertInto('archive_piece')
    .values({ archive_id: id, claim_id: claimId, number, sealed })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** A piece of a file that is ready. */
export async function selectPiece(tx: Tx, id: string, number: number): Promise<Uint8Array | undefined> {
  const row = await tx
    .selectFrom('archive_piece')
    .select('sealed')
    .where('archive_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.sealed
}
