import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, accountsFor } from '../scripts/attack/may-change.ts'
import { HOLES } from '../scripts/attack/planted-holes.ts'
import { type Rows, watchRows } from '../scripts/attack/rows.ts'
import { knowWhose, type Whose } from '../scripts/attack/whose.ts'
import type { Investor } from '#kit/actor.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'
import { give } from './support/money.ts'
import { anAdministrator, anInvestor, usd } from './support/people.ts'

test.each(HOLES)('$name: such a hole can be planted in the house as it is', async ({ file, changes }) => {
  const text = await readFile(join(import.meta.dirname, '..', file), 'utf8')
  for (const [from] of changes) expect(text.split(from), from).toHaveLength(2)
})

test('an invitation is also of whoever asked for it, which stands in the request alone', () => {
  const [asker, agreed, invitation, request] = ['a', 'b', 'c', 'd'].map(
    (one) => `${one.repeat(8)}-0000-7000-8000-000000000000`,
  )
  const of = knowWhose(() => new Map([asker, agreed].map((id) => [id ?? '', []])))
  const row = `{"id": "${invitation}", "invited_by": "${agreed}"}`
  const asked = `{"id": "${request}", "asked_by": "${asker}", "subject_id": "${invitation}", "subject_kind": "invitation"}`
  of.learn([
    { table: 'role_invitation', key: invitation ?? '', row },
    { table: 'approval', key: request ?? '', row: asked },
  ])
  expect([...of.in(row)].toSorted()).toEqual([asker, agreed])
})

/** How `npm run attack` judges what has changed. */
describe('what an attack has changed', () => {
  let base: TestDatabase
  let client: pg.Client
  let rows: Rows
  let whose: Whose
  let ann: Investor
  let ben: Investor

  beforeAll(async () => {
    base = await testDatabase()
    ann = await anInvestor(base.db)
    ben = await anInvestor(base.db)
    await anAdministrator(base.db)
    client = new pg.Client({ connectionString: base.ownerUrl })
    await client.connect()
    rows = await watchRows(client)
    const people = new Map([ann, ben].map((each) => [each.userId, [`${each.name}@plumb.test`]]))
    whose = knowWhose(() => people)
    whose.learn(rows.first)
  })
  afterAll(async () => {
    await client.end()
    await base.close()
  })

  const changes = async () => {
    const found = await rows.changes()
    whose.learn(found)
    return found
  }
  const namesOf = (found: Awaited<ReturnType<typeof changes>>) => found.map(({ table, what }) => `${what} in ${table}`)
  const done = (by: Investor, given: Partial<Answered> = {}): Answered => ({
    ...{ method: 'POST', who: 'investor', by: by.userId, status: 200, sent: '/api/withdraw' },
    ...given,
  })

  test('is every row that was made, changed or removed since, and no other', async () => {
    expect(await changes()).toEqual([])
    await client.query('CREATE TABLE thing (id int PRIMARY KEY, name text)')
    const watched = await watchRows(client)
    await client.query(`INSERT INTO thing VALUES (1, 'a'), (2, 'b')`)
    expect(namesOf(await watched.changes())).toEqual(['made in thing', 'made in thing'])
    // written anew as it was
    await client.query(`UPDATE thing SET name = 'a' WHERE id = 1`)
    expect(await watched.changes()).toEqual([])
    await client.query(`UPDATE thing SET name = 'c' WHERE id = 1`)
    await client.query(`DELETE FROM thing WHERE id = 2`)
    expect(namesOf(await watched.changes()).toSorted()).toEqual(['changed in thing', 'removed in thing'])
    await client.query('DROP TABLE thing')
  })

  test('is accounted for by whoever it belongs to, and by nobody who was refused', async () => {
    await give(base.db, ann, 'earnings', usd(10))
    const found = await changes()
    const own = found.filter(({ row }) => row.includes(`investor/${ann.userId}`))
    expect(own.length).toBeGreaterThan(0)
    for (const change of own) {
      expect(accountsFor(done(ann), change, whose)).toBe(true)
      expect(accountsFor(done(ben), change, whose)).toBe(false)
      expect(accountsFor(done(ann, { status: 409 }), change, whose)).toBe(false)
      expect(accountsFor(done(ann, { method: 'GET' }), change, whose)).toBe(false)
      // an administrator's act is of whom it names
      const topUp = { who: 'reviewer', sent: `/api/topup-user/${ann.userId}` } as const
      expect(accountsFor(done(ben, topUp), change, whose)).toBe(true)
      expect(accountsFor(done(ben, { ...topUp, sent: '/api/topup-user/x' }), change, whose)).toBe(false)
    }
  })
})
