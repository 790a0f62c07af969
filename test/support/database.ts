/** Real PostgreSQL for tests: one server for the run, one database cloned from a migrated template for each who asks. */
import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { admitApp } from '#postgres/admit-app.ts'
import { APP_ROLE, openDatabase, type Database, type Patience } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { newToken } from '#kit/ids.ts'
import { migrate } from '#postgres/migrate.ts'
import { transaction } from '#kit/transaction.ts'
import { ensureMaster } from '#documents/ensure-master.ts'
import { givenDocumentKeys } from '#kit/document-key.ts'
import { givenPepper, type Pepper } from '#kit/pepper.ts'
import { moveClock, type MovedClock } from '../../scripts/moved-clock.ts'

const TEMPLATE = 'plumb_template'
const SERVER_VARIABLE = 'TEST_DATABASE_URL'
const MADE_VARIABLE = 'TEST_MADE_DATA_DIR'
/** Linux's folder in memory. */
const MEMORY = '/dev/shm'
/** Bytes: the databases of four files at a time, and what the server writes ahead. */
const ENOUGH = 4 * 1024 ** 3

export type TestServer = {
  /** A fresh, migrated, empty database. */
  createDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }>
  close(): Promise<void>
}

/** The server that TEST_DATABASE_URL names, else an embedded one in a folder of its own. */
export async function openTestServer(): Promise<TestServer> {
  const given = process.env[SERVER_VARIABLE]
  return given === undefined ? openOwnServer() : serverAt(given, async () => {})
}

/**
 * A data folder of one's own with a database that nothing has been done with. It was made once for the run: that takes
 * longer than to start it. Whoever asks removes it.
 */
export async function madeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-made-'))
  const made = process.env[MADE_VARIABLE]
  if (made !== undefined) copyDataDir(made, dataDir)
  return dataDir
}

/** With its owners: as root, the server's user is another. */
function copyDataDir(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', join(from, 'postgres'), to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** An embedded server in a folder of its own, for what concerns the whole of it. */
export async function openOwnServer(): Promise<TestServer> {
  const dataDir = await madeDataDir()
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return serverAt(embedded.connectionString, async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
}

/**
 * Vitest's global set-up: starts the server once and names it to the workers. Temporary files of all tests lie in
 * memory where there is room: half of what the databases cost was making and deleting files on the disk.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env['TMPDIR'] === undefined && hasRoom(MEMORY)) process.env['TMPDIR'] = MEMORY
  if (process.env[SERVER_VARIABLE] !== undefined) return async () => {}
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-test-'))
  const made = await mkdtemp(join(tmpdir(), 'plumb-test-'))
  await (await startEmbeddedPostgres({ dataDir, log: () => {} })).stop()
  copyDataDir(dataDir, made)
  process.env[MADE_VARIABLE] = made
  // what tests start as processes of their own is read and compiled once for all of them
  process.env['NODE_COMPILE_CACHE'] ??= join(made, 'compiled')
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await onAdmin(embedded.connectionString, async (client) => {
    // No test of this server cuts its power. What is to outlast that has a server of its own.
    await client.query('ALTER ROLE ALL SET synchronous_commit = off')
  })
  process.env[SERVER_VARIABLE] = embedded.connectionString
  return async () => {
    delete process.env[SERVER_VARIABLE]
    delete process.env[MADE_VARIABLE]
    await embedded.stop()
    for (const folder of [dataDir, made]) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ENOUGH && freemem() > ENOUGH
  } catch {
    return false
  }
}

/** Acts, as the owner, on the template from which this run's databases are cloned from then on. After `setup`. */
export async function onTemplate<T>(act: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await openTestServer()
  await (await server.createDatabase()).drop()
  const client = new pg.Client({ connectionString: withDatabase(process.env[SERVER_VARIABLE] ?? '', TEMPLATE) })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

export type TestDatabase = {
  db: Database
  /** as the owner of the tables */
  ownerUrl: string
  /** as the app comes in */
  appUrl: string
  pepper: Pepper
  pool: pg.Pool
  /** Moves the database's time, which stands still. */
  clock: MovedClock
  close(): Promise<void>
}

/** Where the clocks of tests stand at first. */
export const START = new Date('2026-03-01T12:00:00Z')

/** What every database of `testDatabase` goes with. */
export const CODE_PEPPER = 'a pepper of tests, which is no secret'
export const DOCUMENT_KEY = Buffer.from('a document key that is no secret').toString('base64')

/** What a new connection does first is slow: the server has read and planned nothing for it yet. */
export const FEW_CONNECTIONS = 4
/** Where many act at one moment and none is to wait for a connection. */
export const TO_RACE = 10

/** A fresh database, open as the app opens it, with few connections unless it is to race. Close it in afterAll. */
export async function testDatabase(
  options: { size?: number; start?: Date; patience?: Partial<Patience> } = {},
): Promise<TestDatabase> {
  const server = await openTestServer()
  const { connectionString, drop } = await server.createDatabase()
  const { pepper, documentKeys } = keys()
  const appUrl = await admitApp({ connectionString, appConnectionString: undefined, pepper })
  const { db, pool } = openDatabase(
    { connectionString: appUrl },
    {
      ...{ size: options.size ?? FEW_CONNECTIONS, log: () => {}, pepper, documentKeys },
      ...(options.patience === undefined ? {} : { patience: options.patience }),
    },
  )
  const clock = await moveClock(connectionString, options.start ?? START)
  await transaction(db, (tx) => ensureMaster(tx, clock))
  return {
    db,
    pool,
    clock,
    ownerUrl: connectionString,
    appUrl,
    pepper,
    async close() {
      await db.destroy()
      await clock.close()
      await drop()
      await server.close()
    },
  }
}

function keys() {
  const pepper = givenPepper('the pepper of tests', CODE_PEPPER)
  const documentKeys = givenDocumentKeys('the document key of tests', DOCUMENT_KEY)
  if (pepper === undefined || documentKeys === undefined) throw new Error('tests have no pepper or no document key')
  return { pepper, documentKeys }
}

/** Connections of one's own to such a database, as another process of the app has them. Destroy it in the end. */
export function openBeside(appUrl: string): Database {
  return openDatabase({ connectionString: appUrl }, { size: 4, log: () => {}, ...keys() }).db
}

/** Empties tables which each test of a file finds empty. A database for each test costs twenty times as much. */
export async function emptyTables({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>, ...tables: string[]): Promise<void> {
  await onAdmin(ownerUrl, async (client) => void (await client.query(`TRUNCATE ${tables.join(', ')}`)))
}

/** The servers whose template this process has found, or brought, up to date. */
const templates = new Set<string>()

function serverAt(adminUrl: string, close: () => Promise<void>): TestServer {
  return {
    async createDatabase() {
      const name = `t_${newToken(9)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, 'x')}`
      await onAdmin(adminUrl, async (client) => {
        // Test files start side by side; a template in use cannot be cloned.
        await client.query('SELECT pg_advisory_lock(77)')
        if (!templates.has(adminUrl)) {
          const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE])
          if (rowCount === 0) await client.query(`CREATE DATABASE ${TEMPLATE}`)
          await migrate({ connectionString: withDatabase(adminUrl, TEMPLATE) })
          templates.add(adminUrl)
        }
        // Copying files costs half of writing each page ahead first, which is the default.
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
      })
      return {
        connectionString: withDatabase(adminUrl, name),
        drop: () =>
          onAdmin(adminUrl, async (client) => {
            const { rows } = await client.query<{ login: string }>(
              `SELECT '${APP_ROLE}_' || oid AS login FROM pg_database WHERE datname = $1`,
              [name],
            )
            await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
            // its login belongs to the server and outlasts it
            for (const { login } of rows) await client.query(`DROP ROLE IF EXISTS ${login}`)
          }),
      }
    },
    close,
  }
}

async function onAdmin(url: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
