import { CompiledQuery, isAbortedTransactionError, type KyselyProps, sql, Transaction } from 'kysely'
import { MINUTE, SECOND } from './clock.ts'
import {
  type Database,
  freeBesideOf,
  patienceOf,
  preparingPoolOf,
  readingClientsOf,
  readingPoolOf,
  type Tx,
} from './database.ts'
import type { DB } from './database-schema.ts'
import { belongsTo } from './database-of.ts'
import { codeOf } from './error-code.ts'
import { commit, Pipeline, rollBack, StepByStep } from './pipeline.ts'
import type { Prepared } from './prepared.ts'
import { Refusal } from './refusal.ts'
import { isLostConnection, tryAgain, tryOnceMore } from './try-again.ts'

/**
 * Nobody knows whether what was asked for was done: the connection was lost while COMMIT was under way, and no later try
 * found out. Sent again under the same Idempotency-Key it is done once in all.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('it is not known whether this was committed', { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** No answer to COMMIT in time. */
class CommitUnanswered extends Error {
  readonly code = '08007'
  constructor() {
    super('COMMIT was not answered in time')
    this.name = 'CommitUnanswered'
  }
}

/**
 * One transaction (READ COMMITTED), tried again whole on a serialisation failure, a deadlock or a time that is not right
 * any more (a few times), and when the server is lost or away (for `patience.transaction` from the beginning).
 *
 * A connection that is lost before COMMIT takes its transaction with it: nothing was done. One that is lost while COMMIT
 * is under way leaves it open: then `verb` runs again and must find what the first try left (by its idempotency key, or
 * by the state of the record under its lock), and calls `settled` where it knows, whatever it has found. Where no try
 * finds out it throws OutcomeUnknown, also for a refusal; any other error means that nothing was done.
 *
 * What it sends goes through a pipeline. The first try is sent for what is expected: savepoints are left out and some of
 * it is left for the end. Where something has to be rolled back to a savepoint, or what was left for the end is refused,
 * all of it is rolled back and `verb` runs again, step by step. With `beginsWithFirst` BEGIN goes out with the first
 * statement. Should BEGIN alone fail, that statement is done by itself: so only where nothing would follow from that.
 */
export async function transaction<T>(
  db: Database,
  verb: (tx: Tx, settled: () => void) => Promise<T>,
  { beginsWithFirst = false }: { beginsWithFirst?: boolean } = {},
): Promise<T> {
  let doubtful = false
  const settled = () => {
    doubtful = false
  }
  let stepByStep = false
  const attempt = async () => {
    let committing = false
    let late: NodeJS.Timeout | undefined
    const noAnswer = Promise.withResolvers<never>()
    const beforeCommit = () => {
      committing = true
      // Its connection may have to be kept for as long as the COMMIT waits for a standby; nobody else waits for that.
      late = setTimeout(() => noAnswer.reject(new CommitUnanswered()), patienceOf(db).answer)
    }
    const run = runOnce(db, { stepByStep, beginsWithFirst, beforeCommit }, (tx) => verb(tx, settled))
    // Where nobody waits for it any more, it ends on its own.
    run.catch(() => {})
    try {
      return await Promise.race([run, noAnswer.promise])
    } catch (error) {
      // An error that the server answers to COMMIT means that it has rolled back; with a FATAL one the line breaks too.
      if (committing && isLostConnection(error)) doubtful = true
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  const attempts = async () => {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StepByStep)) throw error
      stepByStep = true
      return attempt()
    }
  }
  try {
    return await tryAgain(patienceOf(db).transaction, attempts)
  } catch (error) {
    throw doubtful ? new OutcomeUnknown(error) : error
  }
}

type RunOnce = { stepByStep: boolean; beginsWithFirst: boolean; beforeCommit: () => void }

/** Does a verb, reads the answers to all that it has sent, and commits; else rolls back. */
function runOnce<T>(db: Database, how: RunOnce, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    const pipeline = new Pipeline(db, connection, how.stepByStep)
    belongsTo(pipeline.tx, db)
    await pipeline.begin(how.beginsWithFirst)
    try {
      const done = await verb(pipeline.tx)
      await pipeline.end().catch((error: unknown) => {
        if (error instanceof Refusal && !how.stepByStep) throw new StepByStep('what was left for the end is refused')
        throw error
      })
      pipeline.close()
      how.beforeCommit()
      await commit(connection)
      return done
    } catch (error) {
      pipeline.close()
      if (!isAbortedTransactionError(error)) await rollBack(connection)
      throw error
    }
  })
}

/**
 * A transaction that only reads (REPEATABLE READ, read only): one consistent view, so that the figures of a screen agree.
 * Statements that do not wait for one another, as in `Promise.all`, go out in one round trip.
 * Where it waits for its turn, each try does anew: while the database is away nobody waits for the patience of others.
 */
export async function readTransaction<T>(
  db: Database,
  read: (tx: Tx) => Promise<T>,
  patience = patienceOf(db).read,
  inTurn: (work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<T> {
  return tryAgain(patience, () => inTurn(() => readIn(readingPoolOf(db), db, read)))
}

/** What a statement says that was planned for other columns. */
const PLAN_CHANGED = '0A000'

/**
 * The same for reads that are made often, in statements of few texts: each is planned once for each connection. Where a
 * newer process has added a column since, of which `*` would be one more, it is read as it is elsewhere.
 */
export async function readTransactionPrepared<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return tryAgain(patienceOf(db).read, () =>
    readIn(preparingPoolOf(db), db, read).catch((error: unknown) => {
      if (codeOf(error) !== PLAN_CHANGED) throw error
      return readIn(readingPoolOf(db), db, read)
    }),
  )
}

/** A transaction on a connection that is there opens and closes none. */
const NO_POOL = { config: {}, driver: {}, dialect: {} } as KyselyProps

const BEGIN = CompiledQuery.raw('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
const COMMIT = CompiledQuery.raw('COMMIT')
const ROLLBACK = CompiledQuery.raw('ROLLBACK')

/** The database of each transaction that only reads. */
const readers = new WeakMap<Tx, Database>()

/**
 * BEGIN goes out together with the first statement, and nobody waits for COMMIT: of what only reads it tells nothing.
 * Statements are answered in the order in which they were sent, so by the end it is known whether it had begun. `snapshot`
 * says what it sees, where that is not the present state, and is answered before anything is read.
 */
function readIn<T>(pool: Database, db: Database, read: (tx: Tx) => Promise<T>, snapshot?: CompiledQuery): Promise<T> {
  const executor = pool.getExecutor()
  return executor.provideConnection(async (connection) => {
    let over = false
    let cause: unknown
    const own = executor.withConnectionProvider({
      async provideConnection(use) {
        // What one of several has failed for, another may still be about to ask: the connection is somebody else's by then.
        if (over) throw new Error('this transaction is over')
        // those behind a failed one fail because of it, and some of them are heard of before
        return use(connection).catch((error: unknown) => {
          throw (cause ??= error)
        })
      },
    })
    const tx = new Transaction<DB>({ ...NO_POOL, executor: own })
    belongsTo(tx, db)
    readers.set(tx, db)
    const begun = connection.executeQuery(BEGIN)
    begun.catch(() => {})
    try {
      if (snapshot !== undefined) await connection.executeQuery(snapshot)
      const answer = await read(tx)
      await begun
      connection.executeQuery(COMMIT).catch(() => {})
      return answer
    } catch (error) {
      over = true
      // where this fails the connection is lost, and its pool gives it to nobody any more
      await connection.executeQuery(ROLLBACK).catch(() => {})
      throw error
    } finally {
      over = true
    }
  })
}

/** The same for a read of one statement, which agrees with itself: no transaction has to be begun and ended around it. */
export async function readOnce<T>(
  db: Database,
  read: (tx: Tx) => Promise<T>,
  patience = patienceOf(db).read,
): Promise<T> {
  return tryAgain(patience, () =>
    readingPoolOf(db)
      .connection()
      .execute((connection) => {
        const tx = connection as Tx
        belongsTo(tx, db)
        return read(tx)
      }),
  )
}

/**
 * The same for a statement that is planned once for each connection: for what is asked with every call. Each value is
 * null or a text. Answers its rows.
 */
export async function readPrepared<Row extends object>(
  db: Database,
  { name, text }: Prepared<Row>,
  values: readonly (string | null)[],
  patience = patienceOf(db).read,
): Promise<Row[]> {
  return tryAgain(patience, async () => {
    const client = await readingClientsOf(db).connect()
    try {
      return (await client.query<Row>({ name, text, values: [...values] })).rows
    } finally {
      client.release()
    }
  })
}

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
  const db = readers.get(tx)
  if (db === undefined || freeBesideOf(db) === undefined || performance.now() < (aloneUntil.get(db) ?? 0))
    return read(tx)
  const snapshot = await exportSnapshot(tx, db)
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
async function exportSnapshot(tx: Tx, db: Database): Promise<string> {
  // the server ends who stands still, and this one does while the other reads
  const asked = sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot,
    set_config('idle_in_transaction_session_timeout', ${String(patienceOf(db).answer)}, true)`
  try {
    const { rows } = await asked.execute(tx)
    return rows[0]?.snapshot ?? ''
  } catch (error) {
    // what was sent before it may have failed, and is not read again
    if (KEEPS_SNAPSHOT.has(codeOf(error))) {
      aloneUntil.set(db, performance.now() + ALONE)
      tryOnceMore(error)
    }
    throw error
  }
}
