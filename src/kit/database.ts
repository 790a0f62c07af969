import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database-schema.ts'

/** The pool, typed by the live schema. Stores get a transaction instead: see `Tx`. */
export type Database = Kysely<DB>
/** An open transaction. */
export type Tx = Transaction<DB>

/** The role that the app takes on every connection: it cannot change or delete what is in the books. */
export const APP_ROLE = 'plumb_app'

const INT8 = 20
const NUMERIC = 1700

pg.types.setTypeParser(INT8, (text) => BigInt(text))
// Sums of bigint come back numeric: a store that forgets to cast gets an error instead of a float.
pg.types.setTypeParser(NUMERIC, (text) => {
  if (!/^-?[0-9]+$/.test(text)) throw new Error(`the database answered a fraction (${text}); cast it in the store`)
  return BigInt(text)
})

/**
 * A process that was stopped in the middle of a transaction loses it, and with it its locks, well before those who wait
 * for them give up.
 */
const TIME_LIMITS = "SET idle_in_transaction_session_timeout = '10s'; SET lock_timeout = '20s'"

/** No query here is long enough to be worth compiling, which takes longer than the largest of them. */
const NO_COMPILING = 'SET jit = off'

/** Connections of one process: those that may write, and those that only look. README.md tells operators the sum. */
const WRITING = 8
const LOOKING = 4

const looking = new WeakMap<Database, Database>()

/**
 * The pool for what only looks. Writes that wait for a lock or a standby hold the connections of theirs; screens go on.
 */
export function lookingPoolOf(db: Database): Database {
  return looking.get(db) ?? db
}

/** Opens both pools. Every connection takes the app's role before anything else is run on it. */
export function openDatabase(
  connection: pg.PoolConfig,
  options: { size?: number; log: (error: Error) => void },
): { db: Database; pool: pg.Pool } {
  const pool = openPool({ max: options.size ?? WRITING, ...connection }, options.log)
  const others = openPool({ max: LOOKING, ...connection }, options.log)
  const end = async () => void (await Promise.all([pool.end(), others.end()]))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect: () => pool.connect(), end } }),
  })
  looking.set(db, new Kysely<DB>({ dialect: new PostgresDialect({ pool: others }) }))
  return { db, pool }
}

function openPool(connection: pg.PoolConfig, log: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...connection,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: async (client) => {
      client.on('error', log)
      doubtUnreplicated(client)
      await client.query(`SET ROLE ${APP_ROLE}; SET TIME ZONE 'UTC'; ${TIME_LIMITS}; ${NO_COMPILING}`)
    },
  })
  pool.on('error', log)
  return pool
}

const WARNING = '01000'
/** SQLSTATE "transaction resolution unknown". */
const UNKNOWN = '08007'

/**
 * With synchronous standbys a COMMIT whose wait for them is cancelled is answered as done, with a warning: it stands on
 * this machine alone, and would be gone should another take over. That is no answer: the statement fails with 08007.
 */
function doubtUnreplicated(client: pg.ClientBase): void {
  let doubt: string | undefined
  client.on('notice', ({ code, message = '' }) => {
    if (code === WARNING && message.startsWith('canceling wait for synchronous replication')) doubt = message
  })
  const query = client.query.bind(client) as (...sent: unknown[]) => unknown
  const queryInDoubt = async (...sent: unknown[]): Promise<unknown> => {
    const answer = await query(...sent)
    if (doubt === undefined) return answer
    const error = new Error(doubt)
    doubt = undefined
    throw Object.assign(error, { code: UNKNOWN })
  }
  client.query = queryInDoubt as typeof client.query
}
