import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database-schema.ts'
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

/** Connections of one process: those that may write, and those that only read. README.md tells operators the sum. */
const WRITING = 8
const READING = 4

const readingPools = new WeakMap<Database, Database>()

/**
 * The pool for what only reads. Writes that wait for a lock or a standby hold connections of their own pool; screens go on.
 */
export function readingPoolOf(db: Database): Database {
  return readingPools.get(db) ?? db
}

/** Opens both pools, as whoever the address names: for the app its own login, see `admitApp`. */
export function openDatabase(
  connection: pg.PoolConfig,
  options: {
    size?: number
    log: (error: Error) => void
    patience?: Partial<Patience>
    /** for whatever keys what it writes */
    pepper?: Pepper
  },
): { db: Database; pool: pg.Pool } {
  const times = { ...PATIENCE, ...options.patience }
  const pool = openPool({ max: options.size ?? WRITING, ...connection }, times, options.log)
  const others = openPool({ max: READING, ...connection }, times, options.log)
  const end = async () => void (await Promise.all([pool.end(), others.end()]))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect: () => pool.connect(), end } }),
  })
  patience.set(db, times)
  givePepper(db, options.pepper)
  readingPools.set(db, new Kysely<DB>({ dialect: new PostgresDialect({ pool: others }) }))
  return { db, pool }
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
      await client.query(`${IGNORE_ROLE_SETTINGS}; SET TIME ZONE 'UTC'; ${limits}; ${NO_COMPILING}`)
    },
  })
  pool.on('error', log)
  return pool
}
