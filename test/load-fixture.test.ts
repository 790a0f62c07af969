import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLoadFixture } from '../bench/load.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'

const USERS = 100

describe('the load fixture', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())
  const make = () => makeLoadFixture(database.ownerUrl, { users: USERS, say: () => {}, now: database.clock.now() })

  test('has three investments and ten ledger entries for each user, and books that balance', async () => {
    // it throws where the books are wrong
    const { counts } = await make()
    expect(counts).toMatchObject({ investment: 3 * USERS, entry: 10 * USERS })
    expect(counts['app_user']).toBeGreaterThanOrEqual(USERS)
  })

  test('is refused where the database holds anything already', async () => {
    await expect(make()).rejects.toThrow('This database holds something already')
  })
})
