import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { movableClock } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { anInvestor } from '../../test/support/people.ts'
import { notify } from './notify.ts'
import { listNotifications, toastsOf } from './read.ts'
import { readNotifications } from './read-notifications.ts'
import type { NotificationContent } from './notification-content.ts'

const clock = movableClock(new Date('2026-03-01T12:00:00Z'))
const NOTICE: NotificationContent = {
  icon: 'investment',
  title: 'Investment approved',
  bold_value: '$500.00',
  status_color: 'green',
  status_text: 'approved',
}
let house: TestDatabase

beforeAll(async () => {
  house = await testDatabase()
})
afterAll(() => house.close())

const told = (who: Investor, title: string) =>
  transaction(house.db, (tx) => notify(tx, clock, who.userId, 'investments', { ...NOTICE, title }))
const toasts = (who: Investor) => readTransaction(house.db, (tx) => toastsOf(tx, who.userId))
const titles = async (who: Investor) => (await toasts(who)).map((toast) => toast.data.title)
const read = (who: Investor, ids: string[]) => transaction(house.db, (tx) => readNotifications(tx, clock, who, { ids }))

test('a notification is a toast in the wire’s shape until it has been read', async () => {
  const me = await anInvestor(house.db)
  await told(me, 'Investment approved')
  const [toast] = await toasts(me)
  expect(toast).toEqual({ id: expect.any(String), created_at: clock.now().toISOString(), data: NOTICE })
  expect(await read(me, [toast?.id ?? ''])).toBe(1)
  expect(await titles(me)).toEqual([])
})

test('toasts come newest first, at most a hundred', async () => {
  const me = await anInvestor(house.db)
  for (let number = 0; number < 105; number += 1) {
    clock.move(1000)
    await told(me, `number ${number}`)
  }
  const shown = await titles(me)
  expect(shown).toHaveLength(100)
  expect(shown.slice(0, 2)).toEqual(['number 104', 'number 103'])
})

test('nobody reads another’s notifications away, and unknown ids and none at all are ignored', async () => {
  const [me, other] = [await anInvestor(house.db), await anInvestor(house.db)]
  await told(me, 'mine')
  const [mine] = await toasts(me)
  expect(await read(other, [mine?.id ?? '', newId()])).toBe(0)
  expect(await read(me, [])).toBe(0)
  expect(await titles(me)).toEqual(['mine'])
  expect(await read(me, [mine?.id ?? '', newId(), mine?.id ?? ''])).toBe(1)
  expect(await read(me, [mine?.id ?? ''])).toBe(0)
})

const list = (who: Investor, cursor?: string, limit = 100) =>
  readTransaction(house.db, (tx) => listNotifications(tx, who, { cursor, limit }))

test('what was read stays in the list, told apart, and the list comes newest first in pages without a gap', async () => {
  const me = await anInvestor(house.db)
  for (let number = 0; number < 7; number += 1) {
    // several of one moment
    if (number % 3 === 0) clock.move(1000)
    await told(me, `number ${number}`)
  }
  const all = await list(me)
  expect(all.items.map(({ data }) => data.title)).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `number ${number}`))
  expect(all.unread).toBe(7)
  await read(me, [all.items[2]?.id ?? ''])
  const pages = []
  let cursor: string | undefined
  do {
    const page = await list(me, cursor, 2)
    pages.push(page)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(pages.map(({ items, unread }) => [items.length, unread])).toEqual([2, 2, 2, 1].map((length) => [length, 6]))
  const items = pages.flatMap((page) => page.items)
  expect(items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id))
  expect(items.map(({ read_at }) => read_at !== null)).toEqual([false, false, true, false, false, false, false])
  await expect(list(me, 'x')).rejects.toMatchObject({ code: 'bad input' })
})

test('all are marked as read up to the newest that was shown; what came since, and others’, stays unread', async () => {
  const [me, other] = [await anInvestor(house.db), await anInvestor(house.db)]
  for (const title of ['first', 'second']) await told(me, title)
  await told(other, 'of another')
  const [newest] = (await list(me)).items
  const [theirs] = (await list(other)).items
  clock.move(1)
  await told(me, 'since')
  const through = (who: Investor, id: string | undefined) =>
    transaction(house.db, (tx) => readNotifications(tx, clock, who, { ids: [], through: id }))
  expect(await through(me, theirs?.id)).toBe(0)
  expect(await through(me, newest?.id)).toBe(2)
  expect(await through(me, newest?.id)).toBe(0)
  expect(await titles(me)).toEqual(['since'])
  expect(await titles(other)).toEqual(['of another'])
})

test('the app may not change what a notification is about', async () => {
  const me = await anInvestor(house.db)
  await transaction(house.db, (tx) =>
    notify(tx, clock, me.userId, 'balance', { ...NOTICE, subject: { kind: 'investment', id: 'one' } }),
  )
  expect((await list(me)).items[0]?.subject).toEqual({ kind: 'investment', id: 'one' })
  const changing = transaction(house.db, (tx) =>
    tx.updateTable('notification').set({ subject_id: 'another' }).where('user_id', '=', me.userId).execute(),
  )
  await expect(changing).rejects.toThrow('permission denied')
})

test('however many are marked as read at once, no more than their number comes back from the database', async () => {
  const me = await anInvestor(house.db)
  for (const title of ['first', 'second', 'third']) await told(me, title)
  const [newest, ...others] = (await list(me)).items
  const returned: number[] = []
  const countRows: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      returned.push(result.rows.length)
      return result
    },
  }
  const read = (asked: { ids: string[]; through?: string | undefined }) =>
    transaction(house.db, (tx) => readNotifications(tx.withPlugin(countRows), clock, me, asked))
  expect(await read({ ids: others.slice(0, 1).map(({ id }) => id) })).toBe(1)
  expect(await read({ ids: [], through: newest?.id })).toBe(2)
  expect(returned.length).toBeGreaterThan(0)
  expect(new Set(returned)).toEqual(new Set([0]))
})

test('a notification of a transaction that is rolled back is never seen', async () => {
  const me = await anInvestor(house.db)
  const failing = transaction(house.db, async (tx) => {
    await notify(tx, clock, me.userId, 'balance', NOTICE)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await titles(me)).toEqual([])
})
