import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { movableClock, SECOND } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { anAdministrator } from '../../test/support/people.ts'
import { deliverDue, type Sender, Undeliverable } from './deliver.ts'
import { enqueueMail } from './enqueue.ts'
import { CHUNK, expandMailing } from './expand-mailing.ts'
import { listMailings, listMessages } from './read.ts'
import { retryMessage } from './retry-message.ts'
import type { ReceiverFinder } from './segment.ts'
import { sendMailing } from './send-mailing.ts'
import { stopMailing } from './stop-mailing.ts'
import type { ClaimedMessage } from './delivery-store.ts'

const PEOPLE = 2 * CHUNK + 17
const MAIL = { title: 'News', content: '**Hello** all', segment: 'all' as const }
const clock = movableClock(new Date('2026-03-01T12:00:00Z'))
let house: TestDatabase
let administrator: Administrator
let everybody: { id: string; email: string }[]

/** Everybody, in the order of their ids; how often it was asked is counted. */
const finder: ReceiverFinder = {
  count: async () => everybody.length,
  next: async (_tx, _receivers, { after, most }) =>
    everybody.filter(({ id }) => after === null || id > after).slice(0, most),
  planName: async () => undefined,
}

/** Whom owners hear it from stands elsewhere, and so does its test. */
const tellOwners = async () => {}

beforeAll(async () => {
  house = await testDatabase()
  administrator = await anAdministrator(house.db)
  const rows = Array.from({ length: PEOPLE }, (_, number) => {
    const [id, name] = [newId(), `mailed-${number}`]
    return {
      ...{ id, name, email: `${name}@mail.plumb.test`, phone: '+12025550100', country: 'US', roles: [] },
      ...{ password_hash: 'none', password_set_at: clock.now(), created_at: clock.now() },
      ...{ terms_version: '1', terms_accepted_at: clock.now() },
    }
  })
  await house.db.insertInto('app_user').values(rows).execute()
  everybody = rows.map(({ id, email }) => ({ id, email })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.db.updateTable('mailing').set({ settled_at: clock.now(), delivered: 0, failed: 0 }).execute()
  await house.db.updateTable('message').set({ delivered_at: clock.now() }).execute()
})

const within = { db: undefined as never, clock, finder }
const expand = () => expandMailing({ ...within, db: house.db })
const send = (change: Partial<Parameters<typeof sendMailing>[4]> = {}) =>
  transaction(house.db, (tx) => sendMailing(tx, clock, { finder, tellOwners }, administrator, { ...MAIL, ...change }))
const ofMailing = (id: string) => house.db.selectFrom('message').selectAll().where('mailing_id', '=', id).execute()
const mailingNow = async (id: string) =>
  (await readTransaction(house.db, listMailings)).find((mailing) => mailing.id === id)
const list = (query: object = {}) => readTransaction(house.db, (tx) => listMessages(tx, { limit: 100, ...query }))
async function deliver(send_: Sender, lane: 'mail' | 'mailing' = 'mailing', most = 5000) {
  const senders = { mail: send_, text: send_ }
  return deliverDue({ db: house.db, clock, senders, log: () => {} }, lane, most)
}
/** Ends the transaction's own connection, as a database that goes away does. */
async function loseConnection(tx: Tx): Promise<void> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await owner.end()
}
const arrive: Sender = async () => {}
const refuseAll: Sender = () => Promise.reject(new Undeliverable('550 no such user'))

test('three processes, of which one keeps dying and one keeps losing the database, write to each receiver once', async () => {
  const { id, expected } = await send()
  expect(expected).toBe(PEOPLE)
  expect(await ofMailing(id)).toEqual([])
  let deaths = 0
  const dying: ReceiverFinder = {
    ...finder,
    next: async (...asked) => {
      deaths += 1
      if (deaths <= 2) throw new Error('killed')
      return finder.next(...asked)
    },
  }
  // What has been written by then is in a transaction whose connection is gone.
  let cuts = 0
  const cut: ReceiverFinder = {
    ...finder,
    next: async (tx, ...asked) => {
      cuts += 1
      if (cuts <= 2) await loseConnection(tx)
      return finder.next(tx, ...asked)
    },
  }
  const oneProcess = async (with_: ReceiverFinder) => {
    for (let round = 0; round < 20; round += 1) {
      await expandMailing({ ...within, db: house.db, finder: with_ }).catch(() => true)
    }
  }
  await oneProcess(dying)
  expect(deaths).toBeGreaterThan(2)
  await house.db
    .updateTable('mailing')
    .set({ last_user_id: null, expanded: 0, expanded_at: null })
    .where('id', '=', id)
    .execute()
  await expandMailing({ ...within, db: house.db, finder: cut })
  expect(cuts).toBe(3)
  await Promise.all([oneProcess(cut), oneProcess(finder), oneProcess(dying)])
  const messages = await ofMailing(id)
  expect(new Set(messages.map(({ user_id }) => user_id))).toEqual(new Set(everybody.map((user) => user.id)))
  expect(messages).toHaveLength(PEOPLE)
  expect(new Set(messages.map(({ receiver }) => receiver)).size).toBe(PEOPLE)
  expect(await mailingNow(id)).toMatchObject({ state: 'sending', expected: PEOPLE, written: PEOPLE, delivered: 0 })
})

test('what is delivered says what the mailing says, in a mail of its own for each; then its books are closed', async () => {
  const { id } = await send()
  while (await expand());
  const sent: ClaimedMessage[] = []
  expect(await deliver(async (message) => void sent.push(message))).toBe(PEOPLE)
  expect(sent[0]).toMatchObject({ subject: 'News', content: '**Hello** all', markdown: true })
  expect(new Set(sent.map(({ receiver }) => receiver)).size).toBe(PEOPLE)
  while (await expand());
  expect(await mailingNow(id)).toMatchObject({ state: 'sent', delivered: PEOPLE, failed: 0 })
  expect(await expand()).toBe(false)
})

test('nobody’s code waits for a mailing, and an address that is none is not tried', async () => {
  const before = everybody
  everybody = everybody
    .slice(0, 3)
    .map((user, n) => (n === 1 ? { ...user, email: 'a@b.example, eve@c.example' } : user))
  const { id } = await send()
  while (await expand());
  everybody = before
  const code = await transaction(house.db, (tx) =>
    enqueueMail(tx, clock, { receiver: 'ann@mail.plumb.test', subject: 'Code', content: '123456' }),
  )
  const sent: string[] = []
  expect(await deliver(async (message) => void sent.push(message.id), 'mail')).toBe(1)
  expect(sent).toEqual([code])
  expect(await deliver(arrive)).toBe(2)
  while (await expand());
  expect(await mailingNow(id)).toMatchObject({ state: 'sent', delivered: 2, failed: 1 })
  const failed = (await ofMailing(id)).filter(({ state }) => state === 'failed')
  expect(failed).toMatchObject([{ receiver: 'a@b.example, eve@c.example', tries: 0 }])
})

test('a mailing that is stopped writes and sends nothing more, and says what had gone', async () => {
  const { id } = await send()
  await expand()
  await deliver(arrive, 'mailing', 10)
  const stop = () => transaction(house.db, (tx) => stopMailing(tx, clock, administrator, { id }))
  await stop()
  expect(await deliver(arrive)).toBe(0)
  while (await expand());
  expect(await mailingNow(id)).toMatchObject({ state: 'stopped', written: CHUNK, delivered: 10, failed: CHUNK - 10 })
  await expect(stop()).rejects.toMatchObject({ code: 'wrong state' })
  const [given] = (await ofMailing(id)).filter(({ state }) => state === 'failed')
  const again = transaction(house.db, (tx) => retryMessage(tx, clock, administrator, { id: given?.id ?? '' }))
  await expect(again).rejects.toMatchObject({ code: 'wrong state', message: expect.stringContaining('was stopped') })
  expect((await list({ status: 'failed' })).items.every(({ may_retry }) => !may_retry)).toBe(true)
})

test('a mail that was given up is tried again with what it said; of a mailing too, whose books open again', async () => {
  const keep = { receiver: 'ann@mail.plumb.test', subject: 'Approved', content: 'Approved.', secret: false }
  const own = await transaction(house.db, (tx) => enqueueMail(tx, clock, keep))
  const before = everybody
  everybody = everybody.slice(0, 1)
  const mailing = await send()
  while (await expand());
  everybody = before
  await deliver(refuseAll, 'mail')
  await deliver(refuseAll)
  while (await expand());
  expect(await mailingNow(mailing.id)).toMatchObject({ state: 'sent', delivered: 0, failed: 1 })

  const [ofMany] = await ofMailing(mailing.id)
  const retry = (id: string) => transaction(house.db, (tx) => retryMessage(tx, clock, administrator, { id }))
  await Promise.all([retry(own), retry(ofMany?.id ?? '')])
  await expect(retry(own)).rejects.toMatchObject({ code: 'wrong state' })
  expect(await mailingNow(mailing.id)).toMatchObject({ state: 'sending' })
  clock.move(SECOND)
  const sent: ClaimedMessage[] = []
  await deliver(async (message) => void sent.push(message), 'mail')
  await deliver(async (message) => void sent.push(message))
  expect(sent.map(({ content }) => content)).toEqual(['Approved.', '**Hello** all'])
  while (await expand());
  expect(await mailingNow(mailing.id)).toMatchObject({ state: 'sent', delivered: 1, failed: 0 })
  await expect(retry(own)).rejects.toMatchObject({ message: 'This message has been delivered.' })
  await expect(retry(newId())).rejects.toMatchObject({ code: 'not found' })
})

test('what carried a code is forgotten when it is given up, and says to ask for a new one', async () => {
  const id = await transaction(house.db, (tx) =>
    enqueueMail(tx, clock, { receiver: 'bob@mail.plumb.test', subject: 'Code', content: 'Code:\n654321' }),
  )
  await deliver(refuseAll, 'mail')
  const row = await house.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ content: '', state: 'failed', last_error: '550 no such user' })
  const retry = transaction(house.db, (tx) => retryMessage(tx, clock, administrator, { id }))
  await expect(retry).rejects.toMatchObject({
    code: 'wrong state',
    message: expect.stringContaining('ask for a new one'),
  })
  const { items } = await list({ q: 'BOB@' })
  expect(items).toMatchObject([{ id, secret: true, may_retry: false }])
})

test('the list goes page by page both ways, without what the messages say', async () => {
  await transaction(house.db, async (tx) => {
    for (let number = 0; number < 7; number += 1) {
      const receiver = `paged-${number}@mail.plumb.test`
      await enqueueMail(tx, clock, { receiver, subject: '100%_x', content: 'SAID-ONLY-TO-THEM' })
      clock.move(1)
    }
  })
  for (const sort of ['newest', 'oldest']) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list({ sort, q: '100%_x', limit: 3, cursor })
      expect(JSON.stringify(page)).not.toContain('SAID-ONLY-TO-THEM')
      seen.push(...page.items.map(({ receiver }) => receiver))
      cursor = page.next_cursor
    }
    const all = Array.from({ length: 7 }, (_, number) => `paged-${number}@mail.plumb.test`)
    expect(seen).toEqual(sort === 'oldest' ? all : all.toReversed())
  }
  expect((await list({ q: 'SAID-ONLY-TO-THEM' })).items).toEqual([])
  expect((await list({ q: '100x_x' })).items).toEqual([])
  await expect(list({ status: 'bounced' })).rejects.toMatchObject({ code: 'bad input' })
  expect((await list({ to: '2026-01-01T00:00:00Z' })).items).toEqual([])
})

test.each([
  ['title', { title: 'News\nBcc: eve@example.com' }],
  ['title', { title: ' ' }],
  ['content', { content: ' ' }],
  ['content', { content: '[words]: https://a.example' }],
  ['plan_id', { segment: 'plan' as const }],
  ['plan_id', { segment: 'plan' as const, plan_id: newId() }],
  ['plan_id', { segment: 'all' as const, plan_id: newId() }],
])('a mailing with a wrong %s is refused by its name, and none is recorded: %j', async (field, change) => {
  const count = async () => (await house.db.selectFrom('mailing').select('id').execute()).length
  const before = await count()
  await expect(send(change)).rejects.toMatchObject({ code: 'bad input', errors: { [field]: [expect.any(String)] } })
  expect(await count()).toBe(before)
})
