import { CompiledQuery, sql } from 'kysely'
import { MINUTE, SECOND } from './clock.ts'
import { type Database, freeBesideOf, patienceOf, type Tx } from './database.ts'
import { codeOf } from './error-code.ts'
import { readerOf, readIn, type Reader } from './transaction.ts'
import { tryOnceMore } from './try-again.ts'

/** Milliseconds for which nothing more is read beside anything, after a snapshot could not be handed over. */
const ALONE = 10 * MINUTE
const aloneUntil = new WeakMap<Database, number>()
/** Milliseconds for which the second connection is waited for: it may have been cut off without a word. */
const BEGINS_WITHIN = 2 * SECOND

/**
 * Reads on a connection of its own what a transaction that only reads sees, so that the database does both at once; `other`
 * is the transaction there. Where that connection is taken or cannot be had, and in any other transaction, `other` is the
 * transaction itself: nobody who holds a connection waits for another.
 */
export async function readBeside<T>(tx: Tx, read: (other: Tx) => Promise<T>): Promise<T> {
  const reader = readerOf(tx)
  if (reader === undefined) return read(tx)
  const { db } = reader
  if (freeBesideOf(db) === undefined || performance.now() < (aloneUntil.get(db) ?? 0)) return read(tx)
  const snapshot = await exportSnapshot(tx, reader)
  const beside = freeBesideOf(db)
  if (beside === undefined) return read(tx)
  const begun = Promise.withResolvers<boolean>()
  const late = setTimeout(() => begun.resolve(false), BEGINS_WITHIN)
  const readThere = async (other: Tx) => {
    begun.resolve(true)
    if (await begun.promise) return read(other)
    throw new Error('it came too late, and is read elsewhere')
  }
  const there = readIn(beside, db, readThere, CompiledQuery.raw(`SET TRANSACTION SNAPSHOT '${snapshot}'`))
  there.catch(() => begun.resolve(false))
  const isThere = await begun.promise
  clearTimeout(late)
  return isThere ? there : read(tx)
}

/** SQLSTATEs of a server that hands a snapshot to nobody: not allowed, not known, not here, nowhere to write it. */
const KEEPS_SNAPSHOT = new Set(['42501', '42883', '0A000', '25001', '53100', '58030'])

/** Answers the name of what a transaction sees. Where the server hands it to nobody, all is read again without that. */
async function exportSnapshot(tx: Tx, { db, askAlone }: Reader): Promise<string> {
  // the server ends who stands still, and this one does while the other reads
  const asked = sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot,
    set_config('idle_in_transaction_session_timeout', ${String(patienceOf(db).answer)}, true)`
  try {
    const { rows } = await askAlone(asked.compile(tx))
    return rows[0]?.snapshot ?? ''
  } catch (error) {
    // behind what was sent before it and has failed it is not looked at: that is not read again
    if (KEEPS_SNAPSHOT.has(codeOf(error))) {
      aloneUntil.set(db, performance.now() + ALONE)
      tryOnceMore(error)
    }
    throw error
  }
}
