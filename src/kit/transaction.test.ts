import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeDataDir, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { openDatabase, type Tx } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { readTransaction, transaction } from './transaction.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

const backendOf = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
  return rows[0]?.pid ?? 0
}
/** Ends a connection from the server's side, as its restart or its own time limits do. */
const endBackend = async (pid: number): Promise<void> => {
  await owner.query('SELECT pg_terminate_backend($1, 5000)', [pid])
}

describe.each([
  ['transaction', transaction],
  ['reading transaction', readTransaction],
] as const)('a %s whose connection the server ends', (_, run) => {
  test('between two statements is done again from the start', async () => {
    let attempts = 0
    const answer = await run(database.db, async (tx) => {
      attempts += 1
      const pid = await backendOf(tx)
      if (attempts === 1) await endBackend(pid)
      await backendOf(tx)
      return 'done'
    })
    expect([answer, attempts]).toEqual(['done', 2])
  })

  test('during a statement is done again from the start', async () => {
    let attempts = 0
    const answer = await run(database.db, async (tx) => {
      attempts += 1
      const pid = await backendOf(tx)
      if (attempts === 1) await Promise.all([sql`SELECT pg_sleep(10)`.execute(tx), endBackend(pid)])
      return 'done'
    })
    expect([answer, attempts]).toEqual(['done', 2])
  })
})

test.each([
  ['a time that is not right any more', 'PLB07'],
  ['a quote that ended meanwhile', 'PLB09'],
  ['somebody else’s change', '40001'],
  ['two that wait for each other', '40P01'],
])('a posting is made again for %s (%s), however long the machine stood still', async (_, code) => {
  const { db } = openDatabase({ connectionString: database.appUrl }, { log: () => {}, patience: { transaction: 0 } })
  let attempts = 0
  try {
    const answer = await transaction(db, async (tx) => {
      attempts += 1
      if (attempts === 1) await sql.raw(`DO $$ BEGIN RAISE 'in its way' USING ERRCODE = '${code}'; END $$`).execute(tx)
      return 'posted'
    })
    expect([answer, attempts]).toEqual(['posted', 2])
  } finally {
    await db.destroy()
  }
})

test('a posting that somebody is always in the way of is given up after seven tries', async () => {
  let attempts = 0
  const doing = transaction(database.db, async (tx) => {
    attempts += 1
    await sql`DO $$ BEGIN RAISE 'in its way' USING ERRCODE = '40001'; END $$`.execute(tx)
  })
  await expect(doing).rejects.toMatchObject({ code: '40001' })
  expect(attempts).toBe(7)
})

test('a warning is told by where it comes from, and not by its words, which are in the server’s language', async () => {
  let attempts = 0
  await transaction(database.db, async (tx) => {
    attempts += 1
    await sql`DO $$ BEGIN
      RAISE WARNING 'canceling wait for synchronous replication due to user request';
    END $$`.execute(tx)
  })
  expect(attempts).toBe(1)
})

test('who waits for a lock outlasts a process that was stopped while it held it', async () => {
  const { rows } = await sql<{ outlasts: boolean }>`
    SELECT current_setting('idle_in_transaction_session_timeout')::interval * 1.5
      < current_setting('lock_timeout')::interval AS outlasts`.execute(database.db)
  expect(rows).toEqual([{ outlasts: true }])
})

describe('a COMMIT whose wait for the standbys is cancelled', () => {
  let server: EmbeddedPostgres
  let dataDir: string
  beforeAll(async () => {
    dataDir = await madeDataDir()
    server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('is held for unknown: the transaction is done again, and finds what it left', async () => {
    const { connectionString } = server
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    await admin.query('CREATE TABLE done (key text PRIMARY KEY)')
    await admin.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    await admin.query('SET synchronous_commit = local; SELECT pg_reload_conf()')
    const { db } = openDatabase({ connectionString }, { log: () => {} })
    const outcomes: boolean[] = []
    const answered = transaction(db, async (tx) => {
      const made = await sql`INSERT INTO done VALUES ('once') ON CONFLICT DO NOTHING`.execute(tx)
      outcomes.push(made.numAffectedRows === 1n)
      return 'answered'
    })
    try {
      // Somebody loses patience with a standby that is away.
      const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      await expect.poll(async () => (await admin.query(cancel)).rowCount).toBe(1)
      expect(await answered).toBe('answered')
      expect(outcomes).toEqual([true, false])
    } finally {
      await db.destroy()
      await admin.end()
    }
  })
})
