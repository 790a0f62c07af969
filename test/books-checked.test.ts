/** The check of the books over HTTP: a flood of it, who may not ask for it, and the end of the app meanwhile. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { asOwner } from '#postgres/as-owner.ts'
import { applyMigration } from '#postgres/migrate.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import type { Visitor } from './support/visitor.ts'

const CHECK = '/api/admin/check-books'
/** Calls at once: ordinary use (business rules §8). */
const AT_ONCE = 100
/** Milliseconds within which an app ends, whatever is under way. */
const END = 10 * SECOND

let house: TestApp
let owner: Visitor
let investor: Visitor
let database: pg.Client
beforeAll(async () => {
  house = await startTestApp({ connections: TO_RACE })
  owner = await house.owner()
  investor = house.visitor()
  await investor.join('checked')
  database = new pg.Client({ connectionString: house.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await house.close()
})

const checks = async () => {
  const { rows } = await database.query<{ at: string }>('SELECT mark_at::text AS at FROM books_check')
  return rows[0]?.at
}
const waiting = async () =>
  (await database.query("SELECT FROM pg_locks WHERE relation = 'referral'::regclass AND NOT granted")).rowCount

test('a hundred at once are answered by one check, while others are topped up and read', async () => {
  // the night's check is over by now, and all connections are open: a request that waits for one to open may reach the
  // check after it has ended
  await Promise.all(Array.from({ length: AT_ONCE }, () => owner.post(CHECK)))
  await database.query(`CREATE TABLE written (); GRANT INSERT ON written TO PUBLIC;
    CREATE FUNCTION count_written() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO written DEFAULT VALUES; RETURN NULL; END $$;
    CREATE TRIGGER written AFTER INSERT OR UPDATE ON books_check FOR EACH ROW EXECUTE FUNCTION count_written()`)
  let begun = 0
  const count = (message: unknown) => {
    if ((message as { request: IncomingMessage }).request.url === CHECK) begun += 1
  }
  subscribe('http.server.request.start', count)
  await database.query('BEGIN; LOCK TABLE referral IN ACCESS EXCLUSIVE MODE')
  const flood = Array.from({ length: AT_ONCE }, () => owner.post(CHECK))
  await expect.poll(waiting).toBe(1)
  // who comes after its end begins another one
  await expect.poll(() => begun).toBe(AT_ONCE)
  unsubscribe('http.server.request.start', count)
  const topUp = owner.post(`/api/topup-user/${investor.id}`, {
    amount: '5.00',
    account: 'earnings',
    reason: 'a welcome',
  })
  const [posted, read] = await Promise.all([topUp, investor.get('/api/balance')])
  expect({ posted: posted.status, read: read.status }).toEqual({ posted: 200, read: 200 })
  expect(await waiting()).toBe(1)
  await database.query('ROLLBACK')
  const answers = await Promise.all(flood)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await database.query('SELECT FROM written')).rowCount).toBe(1)
  expect((await owner.post(CHECK)).body).toMatchObject({ last: { outcome: 'clean' } })
  await database.query('DROP TRIGGER written ON books_check; DROP FUNCTION count_written(); DROP TABLE written')
})

test('nobody checks the books without the right to, and a body that says otherwise is refused', async () => {
  const before = await checks()
  expect((await house.visitor().post(CHECK)).status).toBe(401)
  expect((await investor.post(CHECK)).status).toBe(403)
  for (const lie of [{ whole: true }, { since: '2026-01-01' }, { mark_at: '9999-01-01' }, ['whole'], 'whole']) {
    expect((await owner.post(CHECK, lie)).status).toBe(422)
  }
  expect((await owner.post(`${CHECK}?whole=true`)).status).toBe(422)
  const half = owner.at(house.url)
  half.cookies.clear()
  expect((await half.post(CHECK)).status).toBeGreaterThanOrEqual(401)
  expect(await checks()).toBe(before)
})

test('a new version that would change a table meanwhile says what it has waited for', async () => {
  const impatient = new URL(house.databaseUrl)
  impatient.searchParams.set('lock_timeout', '500')
  await database.query('BEGIN; LOCK TABLE referral IN ACCESS SHARE MODE')
  const sql = 'ALTER TABLE referral ADD COLUMN later integer'
  const change = asOwner({ connectionString: impatient.href }, (client) =>
    applyMigration(client, { name: '9999_later.sql', sql, checksum: 'x' }),
  )
  await expect(change).rejects.toThrow(
    'The migration 9999_later.sql has waited for a table that is being read, as a backup or a check of the books does.',
  )
  await database.query('ROLLBACK')
})

test('the app ends in seconds in the middle of a check, of which nothing is kept', async () => {
  const before = await checks()
  await database.query('BEGIN; LOCK TABLE referral IN ACCESS EXCLUSIVE MODE')
  const asked = owner.post(CHECK).catch(() => undefined)
  await expect.poll(waiting).toBe(1)
  const since = performance.now()
  const stopped = house.app.stop()
  // the piece that it is at comes to its end, and no other begins
  await pause(SECOND / 2)
  await database.query('ROLLBACK')
  await Promise.all([stopped, asked])
  expect(performance.now() - since).toBeLessThan(END)
  expect(await checks()).toBe(before)
})
