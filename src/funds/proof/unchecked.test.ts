/** What owners hear of a night in which nobody could check the books. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR } from '#kit/clock.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { pushWordsOf } from '#notifications/push-words.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { anAdministrator } from '../../../test/support/people.ts'
import { fundsJobs } from '../jobs.ts'
import { alarmOfLog, alarmOfProof, alarmOfUnchecked, alarmOwners } from './alarm-owners.ts'
import { openBooksChecks } from './check.ts'

let house: TestDatabase
/** As whoever may lift what the database refuses. */
let owner: Database
/** A connection that is not the app's. */
let other: pg.Client
beforeAll(async () => {
  house = await testDatabase({ start: new Date('2026-03-01T12:00:00.250Z'), patience: { transaction: 0, lock: 50 } })
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  other = new pg.Client({ connectionString: house.appUrl })
  await other.connect()
  await anAdministrator(house.db)
  await anAdministrator(house.db)
})
afterAll(async () => {
  await other.end()
  await owner.destroy()
  await house.close()
})
/** Mails of the tests before. */
let before = 0
/** Each test begins in a night of its own, the books just checked. */
beforeEach(async () => {
  await house.clock.move(2 * DAY)
  await aProcess().nightly()
  before = 0
  before = (await mails()).length
})

function aProcess() {
  const books = openBooksChecks({ db: house.db, tell: () => {} })
  const [job] = fundsJobs({ db: house.db, books })
  const nightly = async (times = 1) => {
    for (let time = 0; time < times; time += 1) await job?.run()
  }
  return { books, nightly }
}

const LOCK = '7214500189'
/** Every ten minutes: tries of an hour. */
const AN_HOUR = 6
const mails = async () => {
  const { rows } = await sql<{ receiver: string; content: string }>`
    SELECT receiver, content FROM message WHERE subject = 'The books could not be checked' ORDER BY created_at`.execute(
    house.db,
  )
  return rows.slice(before)
}
const receivers = async () => (await mails()).map(({ receiver }) => receiver).sort()
const owners = async () => {
  const { rows } = await sql<{ email: string }>`SELECT email FROM app_user WHERE 'owner' = ANY(roles)`.execute(house.db)
  return rows.map(({ email }) => email).sort()
}
const twice = (emails: string[]) => [...emails, ...emails].sort()

test('a check of the whole that fails tells every owner why and what to do, once a night however often it is tried', async () => {
  await sql`ALTER TABLE referral RENAME TO elsewhere`.execute(owner)
  try {
    await house.clock.move(DAY)
    await aProcess().nightly(3)
    await aProcess().nightly(3)
    expect(await receivers()).toEqual(await owners())
    expect((await owners()).length).toBeGreaterThan(1)
    expect((await mails())[0]?.content).toMatch(/relation "referral" does not exist[^]*npm run books -- --full/)
    const noted = await house.db.selectFrom('notification').select(['title', 'subject_kind', 'icon']).execute()
    const told = { title: 'The books could not be checked', subject_kind: 'alarm', icon: 'approval' }
    expect(noted).toEqual((await owners()).map(() => told))
    await house.clock.move(DAY)
    await aProcess().nightly(3)
    expect(await receivers()).toEqual(twice(await owners()))
  } finally {
    await sql`ALTER TABLE elsewhere RENAME TO referral`.execute(owner)
  }
})

test('a check of what has changed that fails tells whoever has asked for it alone', async () => {
  await sql`ALTER TABLE referral RENAME TO elsewhere`.execute(owner)
  try {
    await aProcess().books.check({ whole: false })
    expect(await mails()).toEqual([])
  } finally {
    await sql`ALTER TABLE elsewhere RENAME TO referral`.execute(owner)
  }
})

test('a connection that is lost is told where it keeps the books from being checked for a day and a half, and a stop is not', async () => {
  await sql`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'gone' USING ERRCODE = '57P01'; END $$`.execute(
    owner,
  )
  await sql`CREATE TRIGGER lose BEFORE INSERT OR UPDATE ON books_check FOR EACH ROW EXECUTE FUNCTION lose()`.execute(
    owner,
  )
  try {
    await house.clock.move(DAY)
    const { books, nightly } = aProcess()
    await nightly(AN_HOUR)
    expect(await mails()).toEqual([])
    await house.clock.move(13 * HOUR)
    await nightly()
    expect(await receivers()).toEqual(await owners())
    await house.clock.move(DAY)
    await books.stop()
    await nightly(AN_HOUR)
    expect(await receivers()).toEqual(await owners())
  } finally {
    await sql`DROP TRIGGER lose ON books_check`.execute(owner)
  }
})

test('where something holds the lock of the check, owners are told once a day that the books are not checked any more', async () => {
  await other.query(`SELECT pg_advisory_lock(${LOCK})`)
  try {
    await house.clock.move(DAY)
    await aProcess().nightly(AN_HOUR)
    expect(await mails()).toEqual([])
    await house.clock.move(13 * HOUR)
    // another process may be at it
    await aProcess().nightly(AN_HOUR - 1)
    expect(await mails()).toEqual([])
    await aProcess().nightly(AN_HOUR)
    await aProcess().nightly(AN_HOUR)
    expect(await receivers()).toEqual(await owners())
    expect((await mails())[0]?.content).toMatch(/holds the lock of the check[^]*last checked in full .* UTC/)
    await house.clock.move(DAY)
    await aProcess().nightly(AN_HOUR)
    expect(await receivers()).toEqual(twice(await owners()))
  } finally {
    await other.query(`SELECT pg_advisory_unlock(${LOCK})`)
  }
})

test('so they are where the books were never checked, or where nobody can even look when they were', async () => {
  await house.clock.move(DAY)
  await sql`DELETE FROM books_check`.execute(owner)
  await other.query(`SELECT pg_advisory_lock(${LOCK})`)
  try {
    await aProcess().nightly(AN_HOUR)
    expect(await receivers()).toEqual(await owners())
    expect((await mails())[0]?.content).toContain('never been checked in full')
    await house.clock.move(DAY)
    await other.query('BEGIN; LOCK TABLE books_check IN ACCESS EXCLUSIVE MODE')
    await aProcess().nightly(AN_HOUR)
    expect(await receivers()).toEqual(twice(await owners()))
  } finally {
    await other.query(`ROLLBACK; SELECT pg_advisory_unlock(${LOCK})`)
  }
})

test('a table that somebody has locked is nothing that is wrong with the books', async () => {
  const locks = new pg.Client({ connectionString: house.ownerUrl })
  await locks.connect()
  try {
    await house.clock.move(DAY)
    await locks.query('BEGIN; LOCK TABLE log_position IN ACCESS EXCLUSIVE MODE')
    await aProcess().nightly()
    const { outcome } = await house.db.selectFrom('books_check').select('outcome').executeTakeFirstOrThrow()
    expect(outcome).toBe('failed')
    const { rows } = await sql`SELECT FROM message WHERE subject ILIKE '%books are wrong%'`.execute(house.db)
    expect([...rows, ...(await mails())]).toEqual([])
  } finally {
    await locks.end()
  }
})

test('a process that cannot read when the books were checked last tells nobody', async () => {
  await house.clock.move(DAY)
  await sql`ALTER TABLE books_check RENAME TO elsewhere`.execute(owner)
  try {
    await aProcess().nightly()
    expect(await mails()).toEqual([])
  } finally {
    await sql`ALTER TABLE elsewhere RENAME TO books_check`.execute(owner)
  }
})

test('alarms of different causes stand apart in the panel, and a phone says that there is one and no more', async () => {
  const noted = () => house.db.selectFrom('notification').select(['user_id', 'subject_kind', 'subject_id']).execute()
  const earlier = (await noted()).length
  await transaction(house.db, async (tx) => {
    await alarmOwners(tx, house.clock, [{ says: 'Wrong.' }])
    await alarmOfUnchecked(tx, house.clock, 'why', null)
    await alarmOfLog(tx, house.clock, 'why')
    await alarmOfProof(tx, house.clock, 'why')
  })
  const alarms = (await noted()).slice(earlier)
  expect(alarms.length).toBe(4 * (await owners()).length)
  expect(new Set(alarms.map(({ user_id, subject_id }) => `${user_id} ${subject_id}`)).size).toBe(alarms.length)
  const told = { icon: 'approval', bold_value: 'Funds', status_color: 'red', status_text: 'see your mail' } as const
  const words = { title: 'An alarm about the books', content: 'Your email says what it is.', path: '/admin-funds' }
  expect(pushWordsOf({ ...told, title: 'The books are wrong' }, 'alarm')).toEqual(words)
  // what somebody asks for says nothing there, that of the reserve among it
  for (const about of ['withdrawal', 'funds'] as const)
    expect(pushWordsOf({ ...told, title: 'Asked for' }, about)).toBe(undefined)
})
