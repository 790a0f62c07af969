import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { START, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { MINUTE, systemClock } from './clock.ts'
import { databaseClock } from './database-clock.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const read = () => transaction(database.db, databaseClock)

test('the database’s clock stands where its owner holds it, and what was read of it stands still', async () => {
  const first = await read()
  expect(first.now()).toEqual(START)
  await database.clock.move(MINUTE)
  expect(first.now()).toEqual(START)
  expect((await read()).now().getTime()).toBe(START.getTime() + MINUTE)
})

test('it is read anew within one transaction, so that time passes while locks are waited for', async () => {
  await transaction(database.db, async (tx) => {
    const before = (await databaseClock(tx)).now().getTime()
    await database.clock.move(MINUTE)
    expect((await databaseClock(tx)).now().getTime()).toBe(before + MINUTE)
  })
})

test('the app cannot hold it', async () => {
  for (const attempt of [
    sql`UPDATE moved_clock SET stands_at = now()`,
    sql`DELETE FROM moved_clock`,
    sql`INSERT INTO moved_clock (stands_at) VALUES (now())`,
  ]) {
    await expect(attempt.execute(database.db)).rejects.toMatchObject({ code: '42501' })
  }
})

test('a table of the same name that somebody makes for themselves changes nothing, and the app makes none', async () => {
  const table = `CREATE TEMP TABLE moved_clock AS SELECT true AS one, timestamptz '2040-01-01' AS stands_at`
  await expect(sql.raw(table).execute(database.db)).rejects.toMatchObject({ code: '42501' })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(table)
    const { rows } = await owner.query<{ now: Date }>('SELECT database_now() AS now')
    expect(rows).toEqual([{ now: database.clock.now() }])
  } finally {
    await owner.end()
  }
})

test('nobody holding it, it runs', async () => {
  await database.clock.letRun()
  const before = systemClock.now().getTime()
  const told = (await read()).now().getTime()
  // To the millisecond below: never ahead of what the database would take.
  expect(told).toBeGreaterThanOrEqual(before - 1)
  expect(told).toBeLessThanOrEqual(systemClock.now().getTime())
})
