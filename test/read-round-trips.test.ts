import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTransaction, readTransactionPrepared } from '#kit/transaction.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'

/** What went out in one piece of what is kept prepared, before the database said anything again. */
let pieces: string[] = []
/** By which name COMMIT goes out. */
let ending: string | undefined
const sockets: Socket[] = []
let house: TestApp
let investor: Visitor

/** The database by another way, on which it is seen what goes out together. */
async function listenTo(connectionString: string): Promise<string> {
  const to = new URL(connectionString)
  const [folder, port] = [to.searchParams.get('host'), to.searchParams.get('port') ?? '5432']
  const way = createServer((near) => {
    const far = folder === null ? connect(Number(to.port), to.hostname) : connect(`${folder}/.s.PGSQL.${port}`)
    let answered = true
    near.on('data', (sent: Buffer) => {
      const text = sent.toString('latin1')
      ending ??= /(read \d+)\0COMMIT/.exec(text)?.[1]
      const [name] = /(session and |read \d+)(?=\0|\w)/.exec(text) ?? []
      // nobody waits for the end of a transaction that only reads
      if (answered && name !== undefined && name !== ending) pieces.push(text)
      else if (!answered && pieces.length > 0) pieces.push(`${pieces.pop() ?? ''}${text}`)
      answered = false
    })
    far.on('data', () => {
      answered = true
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
    sockets.push(near, far)
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  way.unref()
  const through = new URL(connectionString)
  for (const name of ['host', 'port']) through.searchParams.delete(name)
  through.host = `127.0.0.1:${(way.address() as AddressInfo).port}`
  return through.href
}

beforeAll(async () => {
  house = await startTestApp({ through: listenTo, env: { KYC: 'off' } })
  const owner = await house.owner()
  investor = house.visitor()
  await investor.join('amy')
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '100', account: 'earnings' })
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  const wallet = { wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
  await investor.must('/api/withdraw', { amount: '10', source: 'investment', ...wallet })
})
afterAll(async () => {
  await house.close()
  for (const socket of sockets) socket.destroy()
})

test('a balance is asked for once, together with who asks', async () => {
  for (const round of [1, 2]) {
    pieces = []
    expect((await investor.get('/api/balance')).body.withdrawing).toBe('10.00')
    expect(pieces.length, `round ${round}`).toBeLessThanOrEqual(1)
  }
})

test('histories are asked for three times at most: who asks, their records, and what has happened to these', async () => {
  // whoever is first in a minute has what is free in the reserve counted besides
  await investor.get('/api/histories')
  for (const round of [1, 2]) {
    pieces = []
    const { withdrawals } = (await investor.get('/api/histories')).body
    expect(withdrawals[0].history).toHaveLength(1)
    // fewer where the end of the one before goes out with it
    expect(pieces.length, `round ${round}`).toBeLessThanOrEqual(3)
  }
})

test('what is kept prepared is answered after a newer process has added columns', async () => {
  const before = await investor.get('/api/histories')
  const newer = new pg.Client({ connectionString: house.databaseUrl })
  await newer.connect()
  const added = ['withdrawal', 'investment', 'referral', 'plan', 'wallet', 'notification', 'session', 'app_user']
  for (const table of added) await newer.query(`ALTER TABLE ${table} ADD COLUMN of_tomorrow text`)
  await newer.end()
  for (const path of ['/api/histories', '/api/balance'])
    expect([path, (await investor.get(path)).status]).toEqual([path, 200])
  expect((await investor.get('/api/histories')).body).toEqual(before.body)
})

test('what was read of an ended session is handed to nobody', async () => {
  const there = investor.at(investor.url)
  await there.signIn(investor.email, 'correct horse battery')
  expect((await there.get('/api/balance')).status).toBe(200)
  await there.at(there.url).post('/api/logout')
  const { status, body } = await there.get('/api/balance')
  expect([status, Object.keys(body)]).toEqual([401, ['message']])
})

test.each([
  ['read', readTransaction],
  ['read prepared', readTransactionPrepared],
] as const)('once one of several that are %s at a time has failed, no other is asked for', async (_, read) => {
  const { db } = house.app
  let late: Promise<unknown> | undefined
  const failed = read(db, async (tx) => {
    const failing = sql`SELECT 1 / 0`.execute(tx)
    late = failing.catch(() => pause(50)).then(() => sql`SELECT 'too late'`.execute(tx))
    late.catch(() => {})
    await failing
  })
  await expect(failed).rejects.toThrow('division by zero')
  await expect(late).rejects.toThrow('over')
  expect((await read(db, (tx) => sql`SELECT 1 AS one`.execute(tx))).rows).toEqual([{ one: 1 }])
})
