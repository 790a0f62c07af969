import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { MINUTE } from './clock.ts'
import type { DB } from './database-schema.ts'
import { type DocumentKeys, giveDocumentKeys } from './document-key.ts'
import { FrequentStatements } from './frequent-statements.ts'
import { guardConnection } from './guard-connection.ts'
import { givePepper, type Pepper } from './pepper.ts'
import { IGNORE_ROLE_SETTINGS } from './role-settings.ts'

/** The pool, typed by the live schema. Stores get a transaction instead: see `Tx`. */
export type Database = Kysely<DB>
/** An open transaction. */
export type Tx = Transaction<DB>

/** The role whose rights the app's own login has: it cannot change or delete what is in the books. */
export const APP_ROLE = 'plumb_app'

const INT8 = 20
const NUMERIC = 1700

pg.types.setTypeParser(INT8, (text) => BigInt(text))
// Sums of bigint come back numeric: a store that forgets to cast gets an error instead of a float.
pg.types.setTypeParser(NUMERIC, (text) => {
  if (!/^-?[0-9]+$/.test(text)) throw new Error(`the database answered a fraction (${text}); cast it in the store`)
  return BigInt(text)
})

/** Milliseconds for which is waited, each for a reason of its own. Tests have less patience. */
export const PATIENCE = {
  /** how long a transaction is tried again when its connection is lost: a failover takes 5 to 17 seconds */
  transaction: 25_000,
  /** the same for a read: somebody who waits for a screen is told sooner, and asks again on their own */
  read: 5000,
  /** how long a statement's answer is awaited before the connection is taken for lost; longer than for any lock */
  answer: 30_000,
  /** how long a lock is waited for */
  lock: 20_000,
  /**
   * how long a transaction may stand still: a process that was stopped in the middle of one loses it, and with it its
   * locks, well before those who wait for them give up
   */
  idle: 10_000,
}
export type Patience = typeof PATIENCE

const patience = new WeakMap<Database, Patience>()

/** The patience that a pool was opened with. */
export function patienceOf(db: Database): Patience {
  return patience.get(db) ?? PATIENCE
}

/** No query here is long enough to be worth compiling, which takes longer than the largest of them. */
const NO_COMPILING = 'SET jit = off'

/** Connections of one process: those that may write, those that only read, and one to read beside another. */
const WRITING = 8
const READING = 4
const BESIDE = 1

const readingPools = new WeakMap<Database, Database>()

/**
 * The pool for what only reads. Writes that wait for a lock or a standby hold connections of their own pool; screens go on.
 */
export function readingPoolOf(db: Database): Database {
  return readingPools.get(db) ?? db
}

type Beside = { pool: pg.Pool; db: Database }
const besidePools = new WeakMap<Database, Beside>()

/** The one connection on which what a transaction sees is read beside it; undefined while somebody has it. */
export function freeBesideOf(db: Database): Database | undefined {
  const beside = besidePools.get(db)
  if (beside === undefined) return undefined
  const { totalCount, idleCount, waitingCount } = beside.pool
  return BESIDE - totalCount + idleCount - waitingCount > 0 ? beside.db : undefined
}

const readingClients = new WeakMap<Database, pg.Pool>()

/** The connections of the pool for what only reads, for statements that are kept prepared (`readPrepared`). */
export function readingClientsOf(db: Database): pg.Pool {
  const pool = readingClients.get(db)
  if (pool === undefined) throw new Error('this database was not opened with connections to read by')
  return pool
}

const preparingPools = new WeakMap<Database, Database>()

/**
 * The same connections, on which every statement is planned once, by a name of its own. For reads whose statements have
 * few texts, and a plan that is the same whatever is asked: a list that can be searched has neither.
 */
export function preparingPoolOf(db: Database): Database {
  return preparingPools.get(db) ?? db
}

const frequentStatements = new WeakMap<Database, FrequentStatements>()

/** From now on each statement that writes is planned when it is sent: a plan that was kept is for other columns. */
export function planEachTime(db: Database): void {
  frequentStatements.get(db)?.end()
}

/** A name for every statement. */
function namesForAll(): NameOf {
  const names = new Map<string, string>()
  return (text) => names.get(text) ?? (names.set(text, `read ${names.size}`), `read ${names.size - 1}`)
}

type NameOf = (text: string, values: readonly unknown[]) => string | undefined

/** The connections of a pool, on which a statement that has a name is planned once. */
function preparing(pool: pg.Pool, nameOf: NameOf): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: async () => {},
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known !== undefined) return known
      const query = (text: string, values: readonly unknown[] = []) => {
        const name = nameOf(text, values)
        return name === undefined ? client.query(text, [...values]) : client.query({ name, text, values: [...values] })
      }
      const release = (lost?: boolean) => client.release(lost)
      const named = { query: query as unknown as PostgresPoolClient['query'], release }
      wrapped.set(client, named)
      return named
    },
  }
}

/** Opens its pools, as whoever the address names: for the app its own login, see `admitApp`. */
export function openDatabase(
  connection: pg.PoolConfig,
  options: {
    /** connections that may write; no more than that only read, four at most */
    size?: number | undefined
    log: (error: Error) => void
    patience?: Partial<Patience>
    /** for whatever keys what it writes */
    pepper?: Pepper
    /** for whatever seals what people hand in */
    documentKeys?: DocumentKeys
  },
): { db: Database; pool: pg.Pool } {
  const times = { ...PATIENCE, ...options.patience }
  const pool = openPool({ max: options.size ?? WRITING, pipeline: true, ...connection }, times, options.log)
  // What is sent on one of these does not wait for the answer to what was sent before.
  const reading = Math.min(options.size ?? READING, READING)
  const others = openPool({ max: reading, ...connection, pipeline: true }, times, options.log)
  // what reads beside another is asked for once a minute, and finds its connection still there
  const beside = openPool(
    { max: BESIDE, idleTimeoutMillis: 2 * MINUTE, ...connection, pipeline: true },
    times,
    options.log,
  )
  const frequent = new FrequentStatements()
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool, (text, values) => frequent.nameOf(text, values)) }),
  })
  frequentStatements.set(db, frequent)
  let closing: Promise<unknown> | undefined
  // Kysely would end no pool where nothing was ever written
  db.destroy = async () => void (await (closing ??= Promise.all([pool.end(), others.end(), beside.end()])))
  patience.set(db, times)
  givePepper(db, options.pepper)
  giveDocumentKeys(db, options.documentKeys)
  readingPools.set(db, new Kysely<DB>({ dialect: new PostgresDialect({ pool: others }) }))
  besidePools.set(db, { pool: beside, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: beside }) }) })
  preparingPools.set(db, new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(others, namesForAll()) }) }))
  readingClients.set(db, others)
  return { db, pool }
}

/** What is sent at one moment goes out in one piece: each piece is a call of the system, which costs more than what it holds. */
function sendTogether(client: pg.Client): void {
  const query = client.query.bind(client) as (...sent: unknown[]) => unknown
  const { stream } = (client as pg.Client & { connection: { stream: Socket } }).connection
  const sent = (...statement: unknown[]) => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return query(...statement)
  }
  client.query = sent as typeof client.query
}

function openPool(connection: pg.PoolConfig, times: Patience, log: (error: Error) => void): pg.Pool {
  const limits = `SET idle_in_transaction_session_timeout = ${times.idle}; SET lock_timeout = ${times.lock}`
  const pool = new pg.Pool({
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...connection,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: async (client) => {
      client.on('error', log)
      guardConnection(client as pg.Client, connection, times.answer)
      if (connection.pipeline === true) sendTogether(client as pg.Client)
      await client.query(`${IGNORE_ROLE_SETTINGS}; SET TIME ZONE 'UTC'; ${limits}; ${NO_COMPILING}`)
    },
  })
  pool.on('error', log)
  return pool
}
