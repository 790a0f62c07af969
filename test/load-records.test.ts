import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { booksOf, missingFrom, postedBooks } from '#ledger/books.ts'
import { requiredEntries } from '#withdrawals/books.ts'
import { makeLoadFixture } from '../bench/load.ts'
import { START, testDatabase, type TestDatabase } from './support/database.ts'
import { type InvestingHouse, problems } from './support/investing-house.ts'

/** What the load fixture writes past the verbs, held against what the verbs would have left. */
const now = START
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await makeLoadFixture(database.ownerUrl, { users: 200, say: () => {}, now })
})
afterAll(() => database.close())

test('everybody in the load fixture is marked as what they are, and investments are in every state', async () => {
  const users = await database.db.selectFrom('app_user').select(['name', 'email']).execute()
  for (const { name, email } of users) {
    expect(name).toMatch(/^load-/)
    expect(email).toBe(`${name}@load.plumb.test`)
  }
  const states = await database.db.selectFrom('investment').select('status').distinct().execute()
  expect(states.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
    ...['approved', 'completed', 'declined', 'pending', 'waiting approval'],
  ])
})

test('every record of the load fixture is what its postings say', async () => {
  const { db } = database
  const house = { write: (verb: Parameters<InvestingHouse['write']>[0]) => transaction(db, verb) }
  expect(await problems(house as InvestingHouse)).toEqual([])
  await readTransaction(db, async (tx) => {
    for (const withdrawal of await tx.selectFrom('withdrawal').selectAll().execute()) {
      const posted = await postedBooks(tx, { kind: 'withdrawal', id: withdrawal.id })
      expect(missingFrom(posted, booksOf(requiredEntries(withdrawal))), withdrawal.id).toEqual([])
    }
  })
})

test('no record of the load fixture is older than whose it is, newer than now, or due already', async () => {
  const { rows } = await sql<{ wrong: number }>`
    SELECT count(*)::integer AS wrong FROM investment JOIN app_user ON app_user.id = user_id
    WHERE investment.created_at < app_user.created_at OR began_at > ${now} OR investment.created_at > ${now}
      OR (status = 'approved' AND began_at + duration * interval '1 day' < ${now})
      OR (status = 'pending' AND expires_at < ${now})`.execute(database.db)
  expect(rows).toEqual([{ wrong: 0 }])
})
