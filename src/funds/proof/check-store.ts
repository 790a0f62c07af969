import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { isUsable, type BooksMark, presentMark } from '#ledger/proof/mark.ts'
import type { Proved } from '#ledger/proof/proof.ts'

/** What one check found. */
export type FoundCheck = {
  outcome: 'clean' | 'wrong' | 'failed'
  /** in full */
  whole: boolean
  checked_at: Date
  milliseconds: number
  proofs: readonly Proved[]
}
/** The last check, as it is kept, and up to where the books were clean. */
export type KeptCheck = FoundCheck & { whole_at: Date | null; mark: BooksMark | null }

/** Held by whoever checks the books, to the end of the transaction. */
const LOCK = 7_214_500_189

/**
 * Begins a check: everything that follows sees one state of the database. False where somebody else is at it. The first
 * statement of its transaction.
 */
export async function lockCheck(tx: Tx): Promise<boolean> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
  const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS held`.execute(tx)
  return rows[0]?.held === true
}

/** Whether any process checks the books now. */
export async function isBeingChecked(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) + objid::bigint = ${LOCK}`.execute(tx)
  return rows.length > 0
}

/** Undefined before the first. */
export async function selectBooksCheck(tx: Tx): Promise<KeptCheck | undefined> {
  const row = await tx.selectFrom('books_check').selectAll().executeTakeFirst()
  if (row === undefined) return undefined
  const { mark_at: at, mark_oldest: oldest, mark_server: server, proofs, ...rest } = row
  const mark = at === null || oldest === null || server === null ? null : { at, oldest, server }
  return { ...rest, proofs: proofs as unknown as Proved[], mark }
}

/** Since when there is somebody here; null where nobody is. */
export async function selectBeginning(tx: Tx): Promise<Date | null> {
  const row = await tx.selectFrom('app_user').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return row?.created_at ?? null
}

/** The mark that the next look at what has changed begins from; null where there is none, or it cannot be used. */
export async function selectMark(tx: Tx): Promise<BooksMark | null> {
  return usableMark(await selectBooksCheck(tx), await presentMark(tx))
}

/** The same of a check that was read; after anything but a clean one what has changed can be told from nowhere. */
export function usableMark(last: KeptCheck | undefined, now: BooksMark): BooksMark | null {
  return last?.outcome === 'clean' && last.mark !== null && isUsable(last.mark, now) ? last.mark : null
}

/** When the whole was checked last, null where it never was. One of a time to come is none: the clock was set back since. */
export function lastWhole(check: Pick<KeptCheck, 'whole_at'> | undefined, now: Date): Date | null {
  const at = check?.whole_at ?? null
  return at !== null && at <= now ? at : null
}

/** Keeps what was found; the mark moves only where it is given. */
export async function writeCheck(tx: Tx, found: FoundCheck, mark: BooksMark | null): Promise<void> {
  const moved = mark === null ? {} : { mark_at: mark.at, mark_oldest: mark.oldest, mark_server: mark.server }
  const whole = found.whole && found.outcome !== 'failed' ? { whole_at: found.checked_at } : {}
  const row = { ...found, proofs: JSON.stringify(found.proofs), ...whole, ...moved }
  await tx
    .insertInto('books_check')
    .values({ one: true, ...row })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
}

/** Keeps that a check came to nothing; what it left is as it was. */
export async function writeFailure(tx: Tx, failed: Omit<FoundCheck, 'outcome' | 'proofs'>): Promise<void> {
  await writeCheck(tx, { ...failed, outcome: 'failed', proofs: [] }, null)
}
