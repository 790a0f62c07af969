import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { movableClock } from '#kit/clock.ts'
import type { Delivery } from '#kit/delivery.ts'
import { readSettings } from '#kit/config.ts'
import { transaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { PAUSES } from './deliver.ts'
import { enqueueMail, enqueueText } from './enqueue.ts'
import { startDelivery } from './jobs.ts'
import { PATIENCE } from '../../test/support/patience.ts'

/** No mailings here. */
const nobody = { count: async () => 0, next: async () => [], planName: async () => undefined }

let house: TestDatabase
let dataDir: string
let clock: ReturnType<typeof movableClock>
let running: Delivery[]

beforeEach(async () => {
  house = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'plumb-delivery-'))
  clock = movableClock(new Date('2026-03-01T12:00:00Z'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((delivery) => delivery.stop()))
  await house.close()
  await rm(dataDir, { recursive: true })
})

function start(env: Record<string, string> = {}): Delivery {
  const settings = readSettings({ DATA_DIR: dataDir, ...env })
  const delivery = startDelivery({
    db: house.db,
    clock,
    settings,
    finder: nobody,
    senderName: async () => undefined,
    changed: async () => {},
    log: () => {},
  })
  running.push(delivery)
  return delivery
}

const files = () => readdir(join(dataDir, 'outbox')).catch(() => [])
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: PATIENCE, interval: 5 })
const say = () =>
  transaction(house.db, async (tx) => {
    await enqueueMail(tx, clock, { receiver: 'ann@example.com', subject: 'Code', content: 'Code:\n123456' })
    await enqueueText(tx, clock, { receiver: '+12025550123', content: '123456' })
  })
const waiting = () => house.db.selectFrom('message').selectAll().where('delivered_at', 'is', null).execute()

test('what waited before the start goes out, and what comes later when woken', async () => {
  await say()
  // Its seconds stand still: it does not look by itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const goneOut = async () => {
    while ((await waiting()).length > 0) await new Promise((resolve) => setImmediate(resolve))
    return files()
  }
  try {
    const delivery = start()
    expect(await goneOut()).toHaveLength(2)
    await say()
    delivery.wake()
    expect(await goneOut()).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

test('what nobody has woken it for goes out all the same', async () => {
  start()
  await until(async () => expect(await files()).toEqual([]))
  await say()
  await until(async () => expect(await files()).toHaveLength(2))
})

test('two processes deliver more than a batch of messages, each once', async () => {
  for (let number = 0; number < 45; number += 1) await say()
  const both = [start(), start()]
  await until(async () => expect(await waiting()).toEqual([]))
  await Promise.all(both.map((delivery) => delivery.stop()))
  expect(await files()).toHaveLength(90)
  const rows = await house.db.selectFrom('message').select('tries').execute()
  expect(new Set(rows.map(({ tries }) => tries))).toEqual(new Set([1]))
})

test('a mail server that is away keeps no text message back, and its mail goes out when it is there again', async () => {
  await say()
  const away = start({ SMTP_URL: 'smtp://127.0.0.1:9' })
  await until(async () =>
    expect((await waiting()).map((row) => row.last_error)).toEqual([expect.stringContaining('ECONNREFUSED')]),
  )
  expect(await files()).toEqual([expect.stringMatching(/\.txt$/)])
  await away.stop()
  clock.move(PAUSES[0] ?? 0)
  start()
  await until(async () => expect(await files()).toHaveLength(2))
})

test('stopping waits for what is being sent, and sends nothing more', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  const gateway = createServer((_request, reply) => asked.resolve(reply))
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  await say()
  const delivery = start({ SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}` })
  const reply = await asked.promise
  let stopped = false
  const stopping = delivery.stop().then(() => {
    stopped = true
  })
  await say()
  expect(stopped).toBe(false)
  reply.end()
  await stopping
  delivery.wake()
  expect((await waiting()).filter(({ channel }) => channel === 'text')).toHaveLength(1)
  await new Promise((resolve) => gateway.close(resolve))
})

test('a setting that cannot be used is said at the start', () => {
  expect(() => start({ SMTP_URL: 'mail.example.com' })).toThrow('SMTP_URL')
  expect(() => start({ SMS_URL: 'gateway' })).toThrow('SMS_URL')
  expect(() => start({ MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM')
})

test('without MAIL_FROM mail comes from the host where people go', () => {
  expect(readSettings({ APP_URL: 'https://plumb.example' }).mailFrom).toBe('Plumb <no-reply@plumb.example>')
  expect(readSettings({}).mailFrom).toBe('Plumb <no-reply@localhost>')
  expect(readSettings({ APP_URL: 'http://127.0.0.1:3000' }).mailFrom).toBe('Plumb <no-reply@localhost>')
  expect(readSettings({ APP_URL: 'http://[::1]:3000' }).mailFrom).toBe('Plumb <no-reply@localhost>')
})
