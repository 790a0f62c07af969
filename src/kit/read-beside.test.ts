import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { atOnce } from './pipeline.ts'
import { type Database, openDatabase, type Patience, type Tx } from './database.ts'
import { readBeside } from './read-beside.ts'
import { readTransaction, transaction } from './transaction.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('CREATE TABLE seen (n integer)')
  await owner.query('GRANT SELECT, INSERT ON seen TO PUBLIC; CREATE TABLE closed (n integer)')
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

const look = async (tx: Tx) => {
  const { rows } = await sql<{ pid: number; seen: number }>`
    SELECT pg_backend_pid() AS pid, (SELECT count(*) FROM seen)::integer AS seen`.execute(tx)
  return rows[0] ?? { pid: 0, seen: -1 }
}
const write = () => owner.query('INSERT INTO seen VALUES (1)')

/** Connections of their own, of which none that only reads is open yet. */
async function withOthers(patience: Partial<Patience>, work: (db: Database) => Promise<void>): Promise<void> {
  const { db } = openDatabase({ connectionString: database.appUrl }, { log: () => {}, patience })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

test('what is read beside a transaction is read on another connection, and is what the transaction sees', async () => {
  const [own, beside] = await readTransaction(database.db, async (tx) => {
    const first = await look(tx)
    await write()
    return [first, await readBeside(tx, look)]
  })
  expect(beside.pid).not.toBe(own.pid)
  expect(beside.seen).toBe(own.seen)
  expect((await readTransaction(database.db, look)).seen).toBe(own.seen + 1)
})

test('nothing can be written beside it either', async () => {
  const { rows } = await readTransaction(database.db, (tx) =>
    readBeside(tx, (other) =>
      sql<{ only: string }>`SELECT current_setting('transaction_read_only') AS only`.execute(other),
    ),
  )
  expect(rows).toEqual([{ only: 'on' }])
})

test('it is read in the transaction itself while another reads beside its own', async () => {
  const pids = await readTransaction(database.db, (one) =>
    readBeside(one, async (beside) => {
      const other = await readTransaction(database.db, async (tx) => [await look(tx), await readBeside(tx, look)])
      return [(await look(beside)).pid, ...other.map(({ pid }) => pid)]
    }),
  )
  expect(pids[2]).toBe(pids[1])
  expect(pids[1]).not.toBe(pids[0])
})

test('of many at once all come to an end, and each sees one moment', async () => {
  const read = () =>
    readTransaction(database.db, async (tx) => {
      const first = await look(tx)
      await write()
      return (await atOnce([look(tx), readBeside(tx, look)])).map(({ seen }) => seen - first.seen)
    })
  const all = await Promise.all(Array.from({ length: 20 }, read))
  expect(all.flat()).toEqual(Array.from({ length: 40 }, () => 0))
})

test('whoever closes the database waits for what is read beside a transaction, and no connection stays open', async () => {
  const { db } = openDatabase({ connectionString: database.appUrl }, { log: () => {} })
  const reading = Promise.withResolvers<void>()
  const pids = readTransaction(db, async (tx) => {
    const { pid } = await look(tx)
    const beside = await readBeside(tx, async (other) => {
      reading.resolve()
      await sql`SELECT pg_sleep(0.3)`.execute(other)
      return look(other)
    })
    return [pid, beside.pid]
  })
  await reading.promise
  await db.destroy()
  const open = async () =>
    (await owner.query('SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)', [await pids])).rows
  await expect.poll(open).toEqual([])
})

test('a transaction that writes reads in itself, and so what it has written', async () => {
  const [before, beside] = await transaction(database.db, async (tx) => {
    const first = await look(tx)
    await sql`INSERT INTO seen VALUES (1)`.execute(tx)
    return [first, await readBeside(tx, look)]
  })
  expect(beside).toEqual({ pid: before.pid, seen: before.seen + 1 })
})

test('where the connection beside it is lost the transaction is done again from the start', async () => {
  let attempts = 0
  await readTransaction(database.db, async (tx) => {
    attempts += 1
    return readBeside(tx, async (other) => {
      const { pid } = await look(other)
      if (attempts === 1) await owner.query('SELECT pg_terminate_backend($1, 5000)', [pid])
      return look(other)
    })
  })
  expect(attempts).toBe(2)
})

test('so it is where its own is lost before anything is read beside it', async () => {
  let attempts = 0
  await readTransaction(database.db, async (tx) => {
    attempts += 1
    const ended = attempts === 1 ? sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx) : undefined
    return atOnce([readBeside(tx, look), ended])
  })
  expect(attempts).toBe(2)
})

test('it is read in the transaction itself where the server has no connection left', async () => {
  const { rows } = await sql<{ login: string }>`SELECT session_user::text AS login`.execute(database.db)
  const login = pg.escapeIdentifier(rows[0]?.login ?? '')
  await withOthers({}, async (db) => {
    let attempts = 0
    try {
      const [own, beside] = await readTransaction(db, async (tx) => {
        attempts += 1
        const first = await look(tx)
        await owner.query(`ALTER ROLE ${login} CONNECTION LIMIT 1`)
        return [first, await readBeside(tx, look)] as const
      })
      expect([attempts, beside.pid]).toEqual([1, own.pid])
    } finally {
      await owner.query(`ALTER ROLE ${login} CONNECTION LIMIT -1`)
    }
  })
})

test('a transaction waits for what is read beside it for as long as for an answer, though it stands still', async () => {
  await withOthers({ idle: 1000, read: 0 }, async (db) => {
    const [own, after] = await readTransaction(db, async (tx) => {
      const first = await look(tx)
      await readBeside(tx, (other) => sql`SELECT pg_sleep(2)`.execute(other))
      return [first, await look(tx)]
    })
    expect(after).toEqual(own)
  })
})

test('it is read in the transaction itself where the second connection was cut off without a word', async () => {
  const { pid } = await readTransaction(database.db, (tx) => readBeside(tx, look))
  const state = async () =>
    (await owner.query<{ state: string }>('SELECT state FROM pg_stat_activity WHERE pid = $1', [pid])).rows[0]?.state
  await expect.poll(state).toBe('idle')
  process.kill(pid, 'SIGSTOP')
  try {
    const [own, beside] = await readTransaction(database.db, async (tx) => [await look(tx), await readBeside(tx, look)])
    expect(beside).toEqual(own)
    expect(own?.pid).not.toBe(pid)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('what fails before the snapshot is handed over is not read again, and keeps nothing from being read beside', async () => {
  await withOthers({}, async (db) => {
    let attempts = 0
    const failing = readTransaction(db, (tx) => {
      attempts += 1
      return atOnce([sql`SELECT 1 / 0`.execute(tx), readBeside(tx, look)])
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(attempts).toBe(1)
    // nor where it fails for what a snapshot may be refused for
    const refused = readTransaction(db, (tx) => {
      attempts += 1
      return atOnce([sql`SELECT FROM closed`.execute(tx), readBeside(tx, look)])
    })
    await expect(refused).rejects.toThrow('permission denied')
    expect(attempts).toBe(2)
    const [own, beside] = await readTransaction(db, (tx) => atOnce([look(tx), readBeside(tx, look)]))
    expect(beside.pid).not.toBe(own.pid)
  })
})

test('where the server hands a snapshot to nobody it is read without, once that was found out', async () => {
  await owner.query('REVOKE EXECUTE ON FUNCTION pg_export_snapshot() FROM PUBLIC')
  try {
    // also for somebody who has waited for longer than anything is tried again
    await withOthers({ read: 0 }, async (db) => {
      let attempts = 0
      const read = () =>
        readTransaction(db, async (tx) => {
          attempts += 1
          return atOnce([look(tx), readBeside(tx, look)])
        })
      const [[own, beside], again] = [await read(), await read()]
      expect(beside).toEqual(own)
      expect(again[1]).toEqual(again[0])
      expect(attempts).toBe(3)
    })
  } finally {
    await owner.query('GRANT EXECUTE ON FUNCTION pg_export_snapshot() TO PUBLIC')
  }
})
