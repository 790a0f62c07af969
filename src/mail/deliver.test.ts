import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, movableClock, SECOND } from '#kit/clock.ts'
import { type Database, openDatabase, type Patience } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { emptyTables, testDatabase } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { openWay, type Way } from '../../test/support/way-to-database.ts'
import { deliverDue, GIVE_UP, LEASE, pauseAfter, PAUSES, type Sender, Undeliverable } from './deliver.ts'
import { enqueueMail, enqueueText } from './enqueue.ts'
import type { ClaimedMessage } from './delivery-store.ts'
import { outboxSenders } from './write-to-outbox.ts'

const house = opened(testDatabase)
let clock: ReturnType<typeof movableClock>
let sent: ClaimedMessage[]
let complaints: unknown[]

beforeEach(async () => {
  await emptyTables(house, 'message')
  clock = movableClock(new Date('2026-03-01T12:00:00Z'))
  sent = []
  complaints = []
})

const mail = (receiver = 'ann@example.com', content = 'Code:\n123456') =>
  transaction(house.db, (tx) => enqueueMail(tx, clock, { receiver, subject: 'Code', content }))
const rowOf = (id: string) => house.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const arrive: Sender = async (message) => void sent.push(message)
const fail: Sender = () => Promise.reject(new Error('no route'))

function deliver(send: Sender, most = 20): Promise<number> {
  const senders = { mail: send, text: () => Promise.reject(new Error('a text message was not asked for')) }
  return deliverDue({ db: house.db, clock, senders, log: (error) => complaints.push(error) }, 'mail', most)
}

test('what is due is sent once, noted, and what it said is forgotten', async () => {
  const id = await mail()
  expect(await deliver(arrive)).toBe(1)
  expect(sent).toMatchObject([{ id, receiver: 'ann@example.com', subject: 'Code', content: 'Code:\n123456', tries: 1 }])
  expect(await rowOf(id)).toMatchObject({ delivered_at: clock.now(), given_up_at: null, content: '', tries: 1 })
  clock.move(30 * DAY)
  expect(await deliver(arrive)).toBe(0)
})

test('a message of a transaction that is rolled back is never sent', async () => {
  const failing = transaction(house.db, async (tx) => {
    await enqueueMail(tx, clock, { receiver: 'ann@example.com', subject: 'Code', content: 'x' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await deliver(arrive)).toBe(0)
})

test('the longest waiting go first, and no more than asked for at once', async () => {
  const ids: string[] = []
  for (let number = 0; number < 5; number += 1) {
    ids.push(await mail())
    clock.move(SECOND)
  }
  expect(await deliver(arrive, 3)).toBe(3)
  expect(sent.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 3).toSorted())
  expect(await deliver(arrive, 3)).toBe(2)
})

test('each of many messages is sent by one of several deliverers alone', async () => {
  const ids = await Promise.all(Array.from({ length: 200 }, (_, number) => mail(`u${number}@example.com`)))
  const slowly: Sender = async (message) => {
    sent.push(message)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const untilNone = async () => {
    while ((await deliver(slowly, 7)) > 0);
  }
  await Promise.all([untilNone(), untilNone(), untilNone()])
  expect(sent.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const waiting = await house.db.selectFrom('message').selectAll().where('delivered_at', 'is', null).execute()
  expect(waiting).toEqual([])
})

test('what could not be sent waits longer each time, keeps why, and is given up after three days', async () => {
  const id = await mail()
  const began = clock.now().getTime()
  let tries = 0
  while ((await rowOf(id)).given_up_at === null) {
    expect(await deliver(fail)).toBe(1)
    tries += 1
    const row = await rowOf(id)
    expect(row).toMatchObject({ last_error: 'no route', tries, delivered_at: null })
    if (row.given_up_at !== null) break
    expect(row.content).not.toBe('')
    expect(row.next_try_at.getTime() - clock.now().getTime()).toBe(pauseAfter(tries))
    clock.move(pauseAfter(tries) - 1)
    expect(await deliver(fail)).toBe(0)
    clock.move(1)
  }
  expect(await rowOf(id)).toMatchObject({ given_up_at: clock.now(), content: '', last_error: 'no route' })
  expect(clock.now().getTime() - began).toBeGreaterThan(GIVE_UP - 6 * HOUR)
  expect(clock.now().getTime() - began).toBeLessThanOrEqual(GIVE_UP)
  expect(complaints).toHaveLength(tries)
  expect(String(complaints[0])).toContain(id)
  clock.move(30 * DAY)
  expect(await deliver(arrive)).toBe(0)
})

test('the pauses grow and never end', () => {
  const pauses = Array.from({ length: 20 }, (_, tries) => pauseAfter(tries + 1))
  expect(pauses.slice(0, 3)).toEqual([10 * SECOND, 60 * SECOND, 300 * SECOND])
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBe(PAUSES.at(-1))
})

test('a message that arrives at the second try is done, and its failure forgotten', async () => {
  const id = await mail()
  await deliver(fail)
  clock.move(pauseAfter(1))
  expect(await deliver(arrive)).toBe(1)
  expect(await rowOf(id)).toMatchObject({ delivered_at: clock.now(), last_error: null, tries: 2 })
})

test('what the other side refuses for good is given up at once', async () => {
  const id = await mail()
  await deliver(() => Promise.reject(new Undeliverable('550 no such user')))
  expect(await rowOf(id)).toMatchObject({ given_up_at: clock.now(), last_error: '550 no such user', content: '' })
})

test('one that cannot be sent does not keep the others back', async () => {
  const [bad, good] = [await mail('bad@example.com'), await mail('good@example.com')]
  await deliver((message) => (message.receiver === 'bad@example.com' ? fail(message) : arrive(message)))
  expect(sent.map(({ id }) => id)).toEqual([good])
  expect((await rowOf(bad)).last_error).toBe('no route')
})

test('a deliverer that dies between sending and noting leaves the message to another, who writes the same file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-outbox-'))
  const outbox = join(dataDir, 'outbox')
  const { mail: write } = outboxSenders(dataDir, { name: 'Plumb', address: 'no-reply@plumb.example' })
  const id = await mail()
  const dead = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const neverNoted = deliver(async (message) => {
    await write(message)
    written.resolve()
    await dead.promise
  })
  await written.promise
  const [name = '', ...others] = await readdir(outbox)
  const first = await readFile(join(outbox, name), 'utf8')
  expect(others).toEqual([])

  expect(await deliver(write)).toBe(0)
  clock.move(LEASE)
  expect(await deliver(write)).toBe(1)
  expect(await rowOf(id)).toMatchObject({ delivered_at: clock.now(), tries: 2 })
  expect(await readdir(outbox)).toEqual([name])
  expect(await readFile(join(outbox, name), 'utf8')).toBe(first)

  // The first was only slow after all: what it says now changes nothing.
  const noted = await rowOf(id)
  clock.move(SECOND)
  dead.reject(new Error('too late'))
  await neverNoted
  expect(await rowOf(id)).toEqual(noted)
  await rm(dataDir, { recursive: true })
})

test('a deliverer whose lease has ended does not put off what another has in hand', async () => {
  const id = await mail()
  const slow = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const first = deliver(() => {
    began.resolve()
    return slow.promise
  })
  await began.promise
  clock.move(LEASE)
  await deliver(async (message) => {
    slow.reject(new Undeliverable('refused'))
    await first
    expect((await rowOf(id)).given_up_at).toBeNull()
    await arrive(message)
  })
  expect(sent).toHaveLength(1)
  expect(await rowOf(id)).toMatchObject({ delivered_at: clock.now(), given_up_at: null })
})

test('mail and text messages are taken apart', async () => {
  await transaction(house.db, (tx) => enqueueText(tx, clock, { receiver: '+12025550123', content: 'Code 123456' }))
  expect(await deliver(arrive)).toBe(0)
})

describe('over a line to the database that breaks', () => {
  let way: Way
  let db: Database
  const openOver = (patience: Partial<Patience> = {}) => {
    db = openDatabase({ connectionString: way.through }, { log: () => {}, pepper: house.pepper, patience }).db
  }
  beforeEach(async () => {
    way = await openWay(house.appUrl)
  })
  afterEach(async () => {
    await db.destroy()
    way.close()
  })
  const deliverThere = (send: Sender) =>
    deliverDue({ db, clock, senders: { mail: send, text: send }, log: (error) => complaints.push(error) }, 'mail', 20)

  test('a claim whose COMMIT got no answer is found again, and what it took is sent at once', async () => {
    openOver()
    const ids = [await mail(), await mail('bob@example.com')]
    way.loseNextCommit()
    expect(await deliverThere(arrive)).toBe(2)
    expect(sent.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ delivered_at: clock.now(), tries: 1 })
  })

  test('what was sent is noted as soon as the database is back, and not sent again when the lease ends', async () => {
    openOver({ transaction: 0 })
    const id = await mail()
    const delivering = deliverThere(async (message) => {
      await arrive(message)
      way.refuse()
    })
    await expect.poll(() => complaints.length).toBeGreaterThan(0)
    expect((await rowOf(id)).delivered_at).toBeNull()
    way.accept()
    await delivering
    clock.move(LEASE)
    await deliver(arrive)
    expect(sent.map((message) => message.id)).toEqual([id])
    expect((await rowOf(id)).delivered_at).not.toBeNull()
  })
})
