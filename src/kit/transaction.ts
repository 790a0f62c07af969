import { CompiledQuery, isAbortedTransactionError, type KyselyProps, type QueryResult, Transaction } from 'kysely'
import {
  type Database,
  patienceOf,
  planEachTime,
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
import { isLostConnection, tryAgain } from './try-again.ts'

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

/** SQLSTATEs of a statement whose plan is for other columns, or is not there any more. */
const PLAN_GONE = new Set(['0A000', '26000'])

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
  let isPlannedEachTime = false
  const attempts = async () => {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof StepByStep && !stepByStep) stepByStep = true
        else if (PLAN_GONE.has(codeOf(error)) && !isPlannedEachTime) {
          isPlannedEachTime = true
          planEachTime(db)
        } else throw error
      }
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

/**
 * The same for reads that are made often, in statements of few texts: each is planned once for each connection. Where a
 * newer process has added a column since, of which `*` would be one more, it is read as it is elsewhere.
 */
export async function readTransactionPrepared<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return tryAgain(patienceOf(db).read, () =>
    readIn(preparingPoolOf(db), db, read).catch((error: unknown) => {
      if (!PLAN_GONE.has(codeOf(error))) throw error
      return readIn(readingPoolOf(db), db, read)
    }),
  )
}

/** A transaction on a connection that is there opens and closes none. */
const NO_POOL = { config: {}, driver: {}, dialect: {} } as KyselyProps

const BEGIN = CompiledQuery.raw('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
const COMMIT = CompiledQuery.raw('COMMIT')
const ROLLBACK = CompiledQuery.raw('ROLLBACK')

/** A transaction that only reads: in which database, and a way to ask whose failures are its own alone. */
export type Reader = { db: Database; askAlone: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>> }
const readers = new WeakMap<Tx, Reader>()

/** Undefined for a transaction that writes. */
export const readerOf = (tx: Tx): Reader | undefined => readers.get(tx)

/**
 * BEGIN goes out together with the first statement, and nobody waits for COMMIT: of what only reads it tells nothing.
 * Statements are answered in the order in which they were sent, so by the end it is known whether it had begun. `snapshot`
 * says what it sees, where that is not the present state, and is answered before anything is read.
 */
export function readIn<T>(
  pool: Database,
  db: Database,
  read: (tx: Tx) => Promise<T>,
  snapshot?: CompiledQuery,
): Promise<T> {
  const executor = pool.getExecutor()
  return executor.provideConnection(async (connection) => {
    let over = false
    let cause: unknown
    // What one of several has failed for, another may still be about to ask: the connection is somebody else's by then.
    const refuseWhenOver = () => {
      if (over) throw new Error('this transaction is over')
    }
    const own = executor.withConnectionProvider({
      async provideConnection(use) {
        refuseWhenOver()
        // those behind a failed one fail because of it, and some of them are heard of before
        return use(connection).catch((error: unknown) => {
          throw (cause ??= error)
        })
      },
    })
    const askAlone = async <Row>(query: CompiledQuery<Row>) => {
      refuseWhenOver()
      return connection.executeQuery<Row>(query)
    }
    const tx = new Transaction<DB>({ ...NO_POOL, executor: own })
    belongsTo(tx, db)
    readers.set(tx, { db, askAlone })
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
