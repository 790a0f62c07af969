import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { atOnce } from './pipeline.ts'
import { readingClientsOf, type Tx } from './database.ts'
import { readBeside, readTransaction, transaction } from './transaction.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('CREATE TABLE seen (n integer)')
  await owner.query('GRANT SELECT ON seen TO PUBLIC')
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
const connections = () => readingClientsOf(database.db).options.max

test('what is read beside a transaction is read on another connection, and is what the transaction sees', async () => {
  const [own, beside] = await readTransaction(database.db, async (tx) => {
    const first = await look(tx)
    await owner.query('INSERT INTO seen VALUES (1)')
    return [first, await readBeside(tx, look)]
  })
  expect(beside.pid).not.toBe(own.pid)
  expect(beside.seen).toBe(own.seen)
  expect((await readTransaction(database.db, look)).seen).toBe(own.seen + 1)
})

test('nothing can be written beside it either', async () => {
  const { rows } = await readTransaction(database.db, (tx) =>
    readBeside(tx, (beside) =>
      sql<{ only: string }>`SELECT current_setting('transaction_read_only') AS only`.execute(beside),
    ),
  )
  expect(rows).toEqual([{ only: 'on' }])
})

test.each([
  ['in the transaction itself where one connection alone is left for others', 2, true],
  ['beside it where two are left', 3, false],
])('it is read %s', async (_, left, inItself) => {
  const full = Promise.withResolvers<void>()
  const taken = Array.from({ length: connections() - left }, () => Promise.withResolvers<void>())
  const others = taken.map(({ resolve }) =>
    readTransaction(database.db, async (tx) => {
      await look(tx)
      resolve()
      await full.promise
    }),
  )
  await Promise.all(taken.map(({ promise }) => promise))
  const [own, beside] = await readTransaction(database.db, async (tx) => [
    await look(tx),
    await readBeside(tx, look),
  ]).finally(full.resolve)
  expect(beside?.pid === own?.pid).toBe(inItself)
  await Promise.all(others)
})

test('more who read beside at once than there are connections all come to an end', async () => {
  const read = () =>
    readTransaction(database.db, async (tx) => {
      const both = await atOnce([look(tx), readBeside(tx, look)])
      return both.map(({ seen }) => seen)
    })
  const all = await Promise.all(Array.from({ length: 5 * connections() }, read))
  for (const [own, beside] of all) expect(beside).toBe(own)
})

test('a transaction that writes reads in itself, and so what it has written', async () => {
  const [own, beside] = await transaction(database.db, async (tx) => [await look(tx), await readBeside(tx, look)])
  expect(beside).toEqual(own)
})

test('where the connection beside it is lost the transaction is done again from the start', async () => {
  let attempts = 0
  const seen = await readTransaction(database.db, async (tx) => {
    attempts += 1
    return readBeside(tx, async (beside) => {
      const { pid } = await look(beside)
      if (attempts === 1) await owner.query('SELECT pg_terminate_backend($1, 5000)', [pid])
      return (await look(beside)).seen
    })
  })
  expect([seen, attempts]).toEqual([1, 2])
})
