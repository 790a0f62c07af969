/** The list of what waits, at more than anybody asks for by hand. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { systemClock } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { anAdministrator } from '../../test/support/people.ts'
import { rowsRead } from '../../test/support/table-scans.ts'
import { waitingApprovalCount, waitingApprovals } from './read.ts'

const MANY = 3000
let house: TestDatabase
let owner: Administrator
let reviewer: Administrator
let requester: Administrator

beforeAll(async () => {
  house = await testDatabase({ start: systemClock.now() })
  owner = await anAdministrator(house.db, ['owner'])
  reviewer = await anAdministrator(house.db, ['reviewer'])
  requester = await anAdministrator(house.db, ['reviewer', 'owner'])
  const client = new pg.Client({ connectionString: house.ownerUrl })
  await client.connect()
  // Three in a second, of several kinds, some of them about the owner or the reviewer or with either as the other side.
  await client.query(
    `INSERT INTO approval (id, kind, subject_kind, subject_id, input, changes, asked_by, asked_at, concerns, also_concerns)
     SELECT gen_random_uuid(), (ARRAY['top up user', 'set roles', 'change wallet'])[1 + n % 3], 'balance', gen_random_uuid(),
       '{}', '[]', CASE WHEN n % 7 = 0 THEN $2::uuid ELSE $3::uuid END, $4::timestamptz - n / 3 * interval '1 second',
       CASE WHEN n % 5 = 0 THEN $1::uuid END, CASE WHEN n % 11 = 0 AND n % 7 > 0 THEN $2::uuid END
     FROM generate_series(1, ${MANY}) AS n`,
    [owner.userId, reviewer.userId, requester.userId, systemClock.now()],
  )
  await client.query('ANALYZE approval')
  await client.end()
})
afterAll(() => house.close())

const list = (who: Administrator, asked: Partial<Parameters<typeof waitingApprovals>[2]> = {}) =>
  readTransaction(house.db, (tx) => waitingApprovals(tx, who, { limit: 50, ...asked }))
async function all(who: Administrator) {
  const found = []
  let cursor: string | undefined
  do {
    const page = await list(who, { limit: 100, cursor })
    expect(page.items.length).toBeLessThanOrEqual(100)
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

test('comes in pages, newest first, each request once', async () => {
  expect((await list(owner)).items).toHaveLength(50)
  const found = await all(owner)
  expect(new Set(found.map(({ id }) => id)).size).toBe(MANY)
  const order = found.map(({ asked_at, id }) => `${asked_at} ${id}`)
  expect(order).toEqual(order.toSorted().toReversed())
  await expect(list(owner, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'bad input' })
})

test('of one subject or one kind is found among all of them', async () => {
  const last = (await all(owner)).at(-1)
  expect((await list(owner, { subject: last?.subject_id })).items).toEqual([last])
  const { items } = await list(owner, { kind: 'change wallet' })
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['change wallet']))
})

test('is counted as it is decided: what somebody may decide, since when, and all of it', async () => {
  for (const who of [owner, reviewer, requester]) {
    const theirs = (await all(who)).filter(({ may_decide }) => may_decide)
    const { waiting, subjects } = await readTransaction(house.db, (tx) => waitingApprovalCount(tx, who))
    expect(waiting).toEqual({
      ...{ count: theirs.length, all: MANY },
      oldest: theirs.length === 0 ? null : new Date(theirs.at(-1)?.asked_at ?? ''),
    })
    expect(new Set(subjects).size).toBe(MANY)
  }
})

test('a page reads no more than a page, however many wait', async () => {
  const { next_cursor } = await list(owner)
  for (const cursor of [undefined, next_cursor ?? undefined]) {
    const page = { limit: 50, cursor }
    const read = await rowsRead(house.db, (tx) => waitingApprovals(tx, owner, page))
    expect(read).toBeLessThan(MANY / 5)
  }
})
