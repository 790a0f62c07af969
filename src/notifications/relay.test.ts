import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE, movableClock } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { newId } from '#kit/ids.ts'
import { migrate } from '#postgres/migrate.ts'
import { transaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { openWay } from '../../test/support/way-to-database.ts'
import { announce, announceToAll } from './notify.ts'
import { keepListening } from './listen.ts'
import { startRelay, type Relay } from './relay.ts'
import { PATIENCE } from '../../test/support/patience.ts'

const clock = movableClock(new Date('2026-03-01T12:00:00Z'))
let house: TestDatabase
let relays: Relay[]
let complaints: unknown[]

beforeEach(async () => {
  house = await testDatabase()
  relays = []
  complaints = []
})
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()))
  await house.close()
})

async function relay(): Promise<Relay> {
  const { db, ownerUrl } = house
  const started = await startRelay({ db, connectionString: ownerUrl, clock, log: (error) => complaints.push(error) })
  relays.push(started)
  return started
}

function screen(at: Relay, userId: string, administrator = false) {
  const topics: string[] = []
  const leave = at.subscribe({
    userId,
    administrator,
    send: (topic) => topics.push(topic),
    startOver: () => topics.push(EVERYTHING),
  })
  return { topics, leave }
}

/** What a screen is told that may have missed something. */
const EVERYTHING = 'everything'
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: PATIENCE, interval: 5 })

test('what concerns a user reaches their screens and the administrators’, in every process, and nobody else’s', async () => {
  const [here, there] = [await relay(), await relay()]
  const [me, other, admin] = [newId(), newId(), newId()]
  const mine = [screen(here, me), screen(there, me)]
  const administrators = [screen(here, admin, true), screen(there, admin, true)]
  const others = [screen(here, other), screen(there, other)]
  await transaction(house.db, (tx) => announce(tx, me, 'investments'))
  here.wake()
  await until(() => {
    for (const { topics } of [...mine, ...administrators]) expect(topics).toEqual(['investments'])
  })
  await transaction(house.db, (tx) => announceToAll(tx, 'plans'))
  there.wake()
  await until(() => {
    for (const { topics } of [...mine, ...administrators]) expect(topics).toEqual(['investments', 'plans'])
    for (const { topics } of others) expect(topics).toEqual(['plans'])
  })
})

test('another process hears of it, and does not have to look by itself', async () => {
  // Its seconds stand still.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const [here, there] = [await relay(), await relay()]
  vi.useRealTimers()
  const me = newId()
  const { topics } = screen(there, me)
  for (let round = 1; round <= 8; round += 1) {
    await transaction(house.db, (tx) => announce(tx, me, 'balance'))
    here.wake()
    await until(() => expect(topics).toHaveLength(round))
  }
})

test('a process that nobody wakes finds out by looking', async () => {
  const here = await relay()
  const { topics } = screen(here, newId(), true)
  await transaction(house.db, (tx) => announce(tx, null, 'users'))
  here.wake()
  await until(() => expect(topics).toEqual(['users']))
  await transaction(house.db, (tx) => announce(tx, null, 'wallets'))
  await until(() => expect(topics).toEqual(['users', 'wallets']))
})

test('many changes of one thing in one transaction are told once', async () => {
  const here = await relay()
  const me = newId()
  const both = screen(here, me, true)
  await transaction(house.db, async (tx) => {
    for (let time = 0; time < 50; time += 1) await announce(tx, me, 'balance')
    await announceToAll(tx, 'balance')
  })
  here.wake()
  await until(() => expect(both.topics).toEqual(['balance']))
})

test('a transaction that began first and commits last is not missed, and none is told twice', async () => {
  const here = await relay()
  const { topics } = screen(here, newId(), true)
  const late = new pg.Client({ connectionString: house.ownerUrl })
  await late.connect()
  await late.query('BEGIN')
  await late.query("INSERT INTO live_event (audience, topic) VALUES ('administrators', 'late')")
  for (let round = 1; round <= 5; round += 1) {
    await transaction(house.db, (tx) => announce(tx, null, 'users'))
    here.wake()
    await until(() => expect(topics).toHaveLength(round))
  }
  await late.query('COMMIT')
  await late.end()
  here.wake()
  await until(() => expect(topics).toEqual(['users', 'users', 'users', 'users', 'users', 'late']))
  await transaction(house.db, (tx) => announce(tx, null, 'wallets'))
  here.wake()
  await until(() => expect(topics).toContain('wallets'))
  expect(topics).toHaveLength(7)
})

test('of events written in many transactions side by side, two processes each tell every one exactly once', async () => {
  const [here, there] = [await relay(), await relay()]
  const screens = [screen(here, newId(), true), screen(there, newId(), true)]
  const names = Array.from({ length: 300 }, (_, number) => `topic ${number}`)
  const rolledBack = new Error('rolled back')
  await Promise.all(
    names.map(async (name, number) => {
      await transaction(house.db, async (tx) => {
        await announce(tx, null, name as 'users')
        if (number % 10 === 0) throw rolledBack
      }).catch((error: unknown) => {
        if (error !== rolledBack) throw error
      })
      ;(number % 2 === 0 ? here : there).wake()
    }),
  )
  const expected = names.filter((_, number) => number % 10 !== 0).sort()
  await until(() => {
    for (const { topics } of screens) expect(topics.toSorted()).toEqual(expected)
  })
})

test('however often one process tells at once, it sends one statement and then one more', async () => {
  const other = new pg.Client({ connectionString: house.ownerUrl })
  await other.connect()
  const told: string[] = []
  other.on('notification', ({ payload = '' }) => told.push(payload))
  await other.query('LISTEN plumb_live')
  const listens = Promise.withResolvers<void>()
  const hears = { heard: listens.resolve, cameBack() {}, log: (error: unknown) => complaints.push(error) }
  const channel = keepListening(house.ownerUrl, hears)
  // what is told before it listens is not sent between the statements that it begins with
  channel.tell()
  await listens.promise
  for (let time = 0; time < 50; time += 1) channel.tell()
  await until(() => expect(told).toEqual(['', '']))
  await channel.stop()
  await other.query("NOTIFY plumb_live, 'over'")
  await until(() => expect(told).toContain('over'))
  expect(told).toEqual(['', '', 'over'])
  await other.end()
})

test('who has left is told nothing more, and one broken screen does not silence the others', async () => {
  const here = await relay()
  const gone = screen(here, newId(), true)
  here.subscribe({
    userId: newId(),
    administrator: true,
    send: () => {
      throw new Error('broken')
    },
    startOver() {},
  })
  const stays = screen(here, newId(), true)
  gone.leave()
  await transaction(house.db, (tx) => announce(tx, null, 'users'))
  here.wake()
  await until(() => expect(stays.topics).toEqual(['users']))
  expect(gone.topics).toEqual([])
  expect(complaints.map(String)).toContain('Error: broken')
})

test('when the server has cut every connection it connects again, and screens fetch everything again', async () => {
  const [here, there] = [await relay(), await relay()]
  const { topics } = screen(there, newId(), true)
  await transaction(house.db, (tx) => announce(tx, null, 'users'))
  here.wake()
  await until(() => expect(topics).toEqual(['users']))
  await asOwner(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await transaction(house.db, (tx) => announce(tx, null, 'wallets'))
  await until(() => expect(topics).toContain(EVERYTHING))
  await until(async () => {
    const { rows } = await asOwner(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()",
    )
    expect(rows).toHaveLength(2)
  })
})

test('behind an address that leads to another server, whose numbers are others, screens fetch everything again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-other-'))
  const other = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const elsewhere = new URL(other.connectionString)
  elsewhere.pathname = new URL(house.ownerUrl).pathname
  await asOwner(`CREATE DATABASE ${elsewhere.pathname.slice(1)}`, other.connectionString)
  await migrate({ connectionString: elsewhere.href })
  const way = await openWay(house.ownerUrl)
  const { db } = openDatabase({ connectionString: way.through }, { log: () => {} })
  // Nothing tells the listening connection: it may be the last to notice.
  const here = await startRelay({ db, connectionString: house.ownerUrl, clock, log: () => {} })
  try {
    // The numbers of the first server are far ahead of the other's.
    await asOwner('DO $$ BEGIN FOR n IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$')
    const { topics } = screen(here, newId(), true)
    await transaction(db, (tx) => announce(tx, null, 'users'))
    here.wake()
    await until(() => expect(topics).toEqual(['users']))
    way.lead(elsewhere.href)
    await until(() => expect(topics).toEqual(['users', EVERYTHING]))
    await transaction(db, (tx) => announce(tx, null, 'wallets'))
    here.wake()
    await until(() => expect(topics).toEqual(['users', EVERYTHING, 'wallets']))
  } finally {
    await here.stop()
    await db.destroy()
    way.close()
    await other.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('events older than an hour are deleted now and then, younger ones stay', async () => {
  const here = await relay()
  const { topics } = screen(here, newId(), true)
  await asOwner(`INSERT INTO live_event (audience, topic, created_at) VALUES
    ('administrators', 'old', now() - interval '61 minutes'), ('administrators', 'young', now() - interval '59 minutes')`)
  here.wake()
  await until(() => expect(topics.toSorted()).toEqual(['old', 'young']))
  clock.move(10 * MINUTE)
  await until(async () => {
    const { rows } = await asOwner('SELECT topic FROM live_event')
    expect(rows).toEqual([{ topic: 'young' }])
  })
})

async function asOwner(query: string, connectionString = house.ownerUrl): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}
