import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { movableClock } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { anInvestor } from '../../test/support/people.ts'
import { notify } from './notify.ts'
import { toastsOf } from './read.ts'
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

test('a notification of a transaction that is rolled back is never seen', async () => {
  const me = await anInvestor(house.db)
  const failing = transaction(house.db, async (tx) => {
    await notify(tx, clock, me.userId, 'balance', NOTICE)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await titles(me)).toEqual([])
})
