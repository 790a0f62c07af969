import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { openDatabase, type Database, type Tx } from './database.ts'
import { FrequentStatements } from './frequent-statements.ts'
import { atOnce } from './pipeline.ts'
import { transaction } from './transaction.ts'

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

/** One connection, so that each statement comes to the same. */
async function withOne(work: (db: Database) => Promise<void>): Promise<void> {
  const { db } = openDatabase({ connectionString: database.appUrl }, { log: () => {}, size: 1 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

async function withShelf(work: () => Promise<void>): Promise<void> {
  await owner.query('CREATE TABLE shelf (n integer); GRANT SELECT, INSERT ON shelf TO PUBLIC')
  try {
    await work()
  } finally {
    await owner.query('DROP TABLE shelf')
  }
}

const times = async (count: number, act: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await act()
}
/** What the connection has planned for good. */
const planned = (db: Database) =>
  transaction(db, async (tx) => {
    const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(tx)
    return rows.map(({ statement }) => statement)
  })

test('a statement that is sent often is planned once, and one that is not each time', async () => {
  await withOne(async (db) => {
    await times(6, () => transaction(db, (tx) => sql`SELECT ${1}::integer AS often`.execute(tx)))
    await transaction(db, (tx) => sql`SELECT ${1}::integer AS seldom`.execute(tx))
    expect(await planned(db)).toEqual(['SELECT $1::integer AS often'])
  })
})

test('of two that go out together the second goes by the name that the first is still to bring', async () => {
  await withOne(async (db) => {
    const both = (tx: Tx) => atOnce([1, 2].map((n) => sql<{ n: number }>`SELECT ${n}::integer AS n`.execute(tx)))
    for (let n = 0; n < 6; n += 1) {
      const answers = await transaction(db, both)
      expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]])
    }
    expect(await planned(db)).toHaveLength(1)
  })
})

test('behind a failure its cause is told, also where a name has not come with it', async () => {
  const failing = (tx: Tx) =>
    atOnce([
      sql`SELECT 1 / 0`.execute(tx),
      sql`SELECT ${1}::integer AS behind`.execute(tx),
      sql`SELECT ${2}::integer AS behind`.execute(tx),
    ])
  await withOne(async (db) => {
    const behind = () => transaction(db, (tx) => sql`SELECT ${3}::integer AS behind`.execute(tx))
    await times(4, behind)
    await expect(transaction(db, failing)).rejects.toThrow('division by zero')
    await behind()
  })
})

test('a transaction whose plan is for other columns is done again, and from then on each is planned for itself', async () => {
  await withShelf(async () => {
    await withOne(async (db) => {
      let attempts = 0
      const everything = () =>
        transaction(db, async (tx) => {
          attempts += 1
          await sql`INSERT INTO shelf (n) VALUES (${1})`.execute(tx)
          return (await sql`SELECT * FROM shelf WHERE n = ${1} LIMIT 1`.execute(tx)).rows
        })
      await times(6, everything)
      await owner.query("ALTER TABLE shelf ADD COLUMN colour text DEFAULT 'red'")
      attempts = 0
      expect(await everything()).toEqual([{ n: 1, colour: 'red' }])
      expect(attempts).toBe(2)
      expect(await everything()).toEqual([{ n: 1, colour: 'red' }])
      expect(attempts).toBe(3)
      // each was written once
      const { rows } = await owner.query('SELECT count(*)::integer AS count FROM shelf')
      expect(rows).toEqual([{ count: 8 }])
    })
  })
})

test('a name that a value which cannot be sent has taken away is given up, and the transaction done without', async () => {
  await withOne(async (db) => {
    const send = (value: unknown) => transaction(db, (tx) => sql`SELECT ${value}::text::jsonb AS sent`.execute(tx))
    await times(6, () => send({ a: 1 }))
    await expect(send({ a: 1n })).rejects.toThrow('BigInt')
    expect((await send({ a: 2 })).rows).toEqual([{ sent: { a: 2 } }])
    expect((await send({ a: 3 })).rows).toEqual([{ sent: { a: 3 } }])
  })
})

test('what comes with a long list is planned for that list', () => {
  const statements = new FrequentStatements()
  const named = (list: readonly number[]) => statements.nameOf('SELECT $1', [list])
  for (let n = 0; n < 10; n += 1) named([1])
  expect(named([1, 2, 3])).toBeDefined()
  expect(named(Array.from({ length: 11 }, () => 1))).toBeUndefined()
  const asText = (count: number) => `{${Array.from({ length: count }, (_, n) => 1_000_000 + n).join()}}`
  expect(statements.nameOf('SELECT $1', [asText(3)])).toBeDefined()
  expect(statements.nameOf('SELECT $1', [asText(100)])).toBeUndefined()
})

test('however many texts there are, a hundred have a name, and what is sent seldom never comes by one', () => {
  const statements = new FrequentStatements()
  const names = new Set<string>()
  for (let n = 0; n < 10_000; n += 1) {
    expect(statements.nameOf(`SELECT $1 AS seldom_${n}`, [1])).toBeUndefined()
    const name = statements.nameOf(`SELECT $1 AS often_${n % 150}`, [1])
    if (name !== undefined) names.add(name)
  }
  expect(names.size).toBe(100)
})
