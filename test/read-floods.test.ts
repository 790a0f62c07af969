/** @module-tag thorough */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import type { Answer, Visitor } from './support/visitor.ts'
import { openWay, type Way } from './support/way-to-database.ts'

/** Calls at once: ordinary use (business rules §8), and far more than there are connections to read by. */
const AT_ONCE = 100
/** Milliseconds after which somebody else would have waited for the flood. */
const PATIENCE = 5000

let house: TestApp
let greedy: Visitor
let other: Visitor
let administrator: Visitor
let owner: pg.Client
beforeAll(async () => {
  house = await startTestApp({ connections: TO_RACE })
  greedy = house.visitor()
  await greedy.join('greedy')
  other = house.visitor()
  await other.join('other')
  administrator = await house.owner()
  owner = new pg.Client({ connectionString: house.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

/** Asks a hundred times while nobody reads some tables, and meanwhile once for somebody else; then all are answered. */
async function keepsNobodyWaiting(tables: string, ask: (place: number) => Promise<Answer>): Promise<void> {
  await owner.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
  const flood = Array.from({ length: AT_ONCE }, (_, place) => ask(place))
  try {
    const held = async () => {
      const { rows } = await owner.query('SELECT FROM pg_locks WHERE NOT granted AND relation IS NOT NULL')
      return rows.length
    }
    await expect.poll(held).toBeGreaterThanOrEqual(2)
    const answer = await Promise.race([other.get('/api/balance'), pause(PATIENCE, 'nothing')])
    expect(answer).toMatchObject({ status: 200 })
  } finally {
    await owner.query('ROLLBACK')
    await Promise.all(flood)
  }
  for (const { status } of await Promise.all(flood)) expect(status).toBeLessThan(405)
}

test.each([
  ['/api/worth?days=366', 'entry'],
  ['/api/statement?from=2026-01-01&to=2026-12-31', 'entry'],
  ['/api/statement-days?from=2026-01-01&to=2026-12-31', 'entry'],
  ['/api/histories', 'withdrawal'],
])('a hundred calls of one person for %s, however long each takes, keep nobody else waiting', async (path, table) => {
  await keepsNobodyWaiting(table, () => greedy.get(path))
})

test('a hundred calls of one person for several things at once keep nobody else waiting', async () => {
  const paths = [
    '/api/worth?days=366',
    '/api/histories',
    '/api/statement?from=2026-01-01&to=2026-12-31',
    '/api/story/earnings',
  ]
  await keepsNobodyWaiting('entry, withdrawal', (place) => greedy.get(paths[place % paths.length] ?? ''))
})

test.each([
  ['/api/admin/funds', 'withdrawal'],
  ['/api/admin/figures', 'withdrawal'],
  ['/api/admin-histories', 'withdrawal'],
  ['/api/admin-kyc', 'identity_check'],
])('a hundred calls of one administrator for %s keep nobody else waiting', async (path, table) => {
  await keepsNobodyWaiting(table, () => administrator.get(path))
})

test.each([
  ['/api/terms', 'published_terms'],
  ['/terms', 'published_terms'],
  ['/api/invitation', 'plan'],
  ['/api/picture/01940000-0000-7000-8000-000000000000', 'picture'],
  [`/logo/${'0'.repeat(32)}.png`, 'logo'],
  ['/support', 'setting'],
  ['/support/style.css', 'setting'],
])('a hundred visitors who ask for %s keep nobody waiting who is signed in', async (path, table) => {
  await keepsNobodyWaiting(table, () => house.visitor().get(path))
})

test('a hundred visitors are each told so in their own time where the database is away', async () => {
  const ways: Way[] = []
  const through = async (connectionString: string) => {
    const way = await openWay(connectionString)
    ways.push(way)
    return way.through
  }
  const away = await startTestApp({ through, patience: { read: SECOND } })
  try {
    for (const way of ways) way.refuse()
    const since = performance.now()
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => away.visitor().get('/api/terms')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    // one after the other, two at a time, they would wait fifty seconds
    expect(performance.now() - since).toBeLessThan(25 * SECOND)
  } finally {
    for (const way of ways) way.accept()
    await away.close()
    for (const way of ways) way.close()
  }
})
