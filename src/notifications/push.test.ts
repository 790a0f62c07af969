import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, movableClock } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { emptyTables, testDatabase } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { openWay } from '../../test/support/way-to-database.ts'
import { type Device, type PushService, startPushService } from '../../test/support/push-service.ts'
import { deliverPushes, GIVE_UP, LEASE, PAUSES } from './deliver-pushes.ts'
import { startPushes } from './jobs.ts'
import { notify } from './notify.ts'
import { ensurePushKey } from './push-key.ts'
import { pushContact, type PushSender, pushSender } from './send-push.ts'
import { MOST_DEVICES, subscribe } from './subscribe.ts'
import { closeDevices, unsubscribe } from './unsubscribe.ts'
import { forgetPushesBefore } from './push-store.ts'
import type { NotificationContent } from './notification-content.ts'

const APPROVED: NotificationContent = {
  icon: 'investment',
  title: 'Investment',
  bold_value: '$500.00',
  status_color: 'green',
  status_text: 'approved',
}
const contact = pushContact({ appUrl: 'https://plumb.example', mailFrom: 'Plumb <no-reply@plumb.example>' })

const house = opened(testDatabase)
let clock: ReturnType<typeof movableClock>
let service: PushService
let send: PushSender
let key: { public_key: string; private_key: string }
let complaints: string[]

beforeEach(async () => {
  await emptyTables(house, 'push', 'push_subscription', 'notification')
  clock = movableClock(new Date('2026-03-01T12:00:00Z'))
  service = await startPushService()
  key = await transaction(house.db, (tx) => ensurePushKey(tx, clock))
  send = pushSender({ key, contact, mayBeLoopback: true })
  complaints = []
})
afterEach(async () => {
  await service.close()
})

const add = (who: Investor, { subscription }: Device, mayBeLoopback = true) =>
  transaction(house.db, (tx) => subscribe(tx, clock, who, { ...subscription, mayBeLoopback }))
const remove = (who: Investor, { subscription: { endpoint } }: Device) =>
  transaction(house.db, (tx) => unsubscribe(tx, clock, who, { endpoint }))
const tell = (who: Investor, notice: Partial<NotificationContent> = {}) =>
  transaction(house.db, (tx) => notify(tx, clock, who.userId, 'investments', { ...APPROVED, ...notice }))
const deliverTo = (devices: 'well' | 'failing', by = send, most = 20) =>
  deliverPushes({ db: house.db, clock, send: by, log: (error) => complaints.push(String(error)) }, devices, most)
const deliver = async (by = send, most = 20) =>
  (await deliverTo('well', by, most)) + (await deliverTo('failing', by, most))
const devicesOf = async (who: Investor) =>
  (await house.db.selectFrom('push_subscription').selectAll().where('user_id', '=', who.userId).execute()).map(
    ({ endpoint }) => endpoint,
  )
const endpointOf = ({ subscription }: Device) => subscription.endpoint

test('the keys are made once, also where two processes start together', async () => {
  const again = await Promise.all([1, 2, 3].map(() => transaction(house.db, (tx) => ensurePushKey(tx, clock))))
  expect(new Set([key, ...again].map(({ public_key }) => public_key)).size).toBe(1)
  expect(Buffer.from(key.public_key, 'base64url')).toHaveLength(65)
})

test('a device gets what matters, sealed and signed, without an amount, once', async () => {
  const me = await anInvestor(house.db)
  const phone = service.device()
  await add(me, phone)
  await tell(me)
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(0)
  clock.move(LEASE + DAY / 2)
  expect(await deliver()).toBe(0)
  const [got, ...more] = service.received
  expect(more).toEqual([])
  expect(got?.payload).toEqual({
    id: expect.any(String),
    title: 'Your investment was approved',
    content: 'Open Plumb to see it.',
    path: '/investment',
  })
  expect(got?.key).toBe(key.public_key)
  expect(got?.claims).toMatchObject({ aud: service.url, sub: 'https://plumb.example' })
  expect(got?.headers).toMatchObject({ ttl: '86400', topic: got?.payload.id.replaceAll('-', '') })
})

test.each<[Partial<NotificationContent>, string | undefined]>([
  [{ status_text: 'declined' }, 'Your investment was declined'],
  [{ status_text: 'completed' }, 'Your investment was completed'],
  [{ status_text: 'pending' }, undefined],
  [{ status_text: 'waiting approval' }, undefined],
  [{ title: 'Investment corrected', status_text: 'approved' }, 'Your investment was corrected'],
  [{ title: 'Investment cancelled', status_text: 'declined' }, 'Your investment was cancelled'],
  [{ title: 'Investment expired', status_text: 'declined' }, 'Your investment was not marked as paid in time'],
  [{ title: 'Investment reinvested', status_text: 'approved' }, 'Your investment was reinvested'],
  [{ title: 'Money refunded', status_text: 'declined' }, 'Money was paid back to you'],
  [{ icon: 'withdrawal', status_text: 'approved' }, 'Your withdrawal was approved'],
  [{ icon: 'withdrawal', title: 'Withdrawal corrected', status_text: 'completed' }, 'Your withdrawal was corrected'],
  [{ icon: 'withdrawal', title: 'Withdrawal cancelled', status_text: 'declined' }, 'Your withdrawal was cancelled'],
  [{ icon: 'withdrawal', status_text: 'completed' }, 'Your withdrawal was completed'],
  [{ icon: 'withdrawal', status_text: 'declined' }, 'Your withdrawal was declined'],
  [{ icon: 'withdrawal', status_text: 'pending' }, undefined],
  [{ icon: 'referral', status_text: 'approved' }, 'Your referral bonus was approved'],
  [{ icon: 'referral', status_text: 'pending' }, undefined],
  [{ icon: 'balance', status_text: 'a correction of $12' }, 'Your balance was changed'],
  [{ icon: 'security', title: 'Password', status_text: 'changed' }, 'Your sign-in has changed'],
  [{ icon: 'security', title: 'Sign-in', status_text: 'unblocked' }, 'Your sign-in has changed'],
  [{ icon: 'security', title: 'Your roles', status_text: 'changed' }, 'Your roles were changed'],
  [{ icon: 'identity', status_text: 'approved' }, undefined],
])('of %o a device is told: %s', async (notice, title) => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  await tell(me, notice)
  await deliver()
  expect(service.received.map(({ payload }) => payload.title)).toEqual(title === undefined ? [] : [title])
  const said = service.received.map(({ payload: { id: _id, ...words } }) => words)
  expect(JSON.stringify(said)).not.toMatch(/\$|12/)
})

test('every device of a person is told, nobody else’s, and none that asked no more', async () => {
  const [me, other] = [await anInvestor(house.db), await anInvestor(house.db)]
  const [phone, desk, old, theirs] = [service.device(), service.device(), service.device(), service.device()]
  for (const device of [phone, desk, old]) await add(me, device)
  await add(other, theirs)
  await remove(me, old)
  await remove(me, theirs)
  await tell(me)
  await deliver()
  expect(service.received.map(({ path }) => service.url + path).toSorted()).toEqual(
    [phone, desk].map(endpointOf).toSorted(),
  )
  expect(await devicesOf(other)).toEqual([endpointOf(theirs)])
})

test('a browser goes to whoever subscribed it last, without what was on its way to the one before', async () => {
  const [first, second] = [await anInvestor(house.db), await anInvestor(house.db)]
  const browser = service.device()
  await add(first, browser)
  await tell(first)
  await add(second, browser)
  await tell(first)
  await tell(second, { status_text: 'declined' })
  await deliver()
  expect(service.received.map(({ payload }) => payload.title)).toEqual(['Your investment was declined'])
  expect(await devicesOf(first)).toEqual([])
})

test('many that subscribe one browser at the same time leave it with one of them', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => anInvestor(house.db)))
  const browser = service.device()
  await Promise.all(people.map((who) => add(who, browser)))
  expect((await Promise.all(people.map(devicesOf))).flat()).toEqual([endpointOf(browser)])
})

test('a person has so many devices at most, the newest ones, however they come', async () => {
  const me = await anInvestor(house.db)
  const devices = Array.from({ length: MOST_DEVICES + 4 }, () => service.device())
  for (const device of devices.slice(0, 4)) {
    await add(me, device)
    clock.move(1000)
  }
  await Promise.all(devices.slice(4).map((device) => add(me, device)))
  expect((await devicesOf(me)).toSorted()).toEqual(devices.slice(4).map(endpointOf).toSorted())
})

test('what cannot be sent to is refused in words: other machines, other ports, keys that are none', async () => {
  const me = await anInvestor(house.db)
  const device = service.device()
  await expect(add(me, device, false)).rejects.toThrow('a push service that we cannot use')
  const { keys } = device.subscription
  const sendTo = (endpoint: string, with_ = keys) => add(me, { subscription: { endpoint, keys: with_ } })
  await expect(sendTo('https://10.0.0.1/x')).rejects.toThrow('a push service')
  await expect(sendTo(endpointOf(device), { ...keys, p256dh: `B${'A'.repeat(86)}` })).rejects.toThrow('keys')
  await expect(sendTo(endpointOf(device), { ...keys, auth: 'A'.repeat(24) })).rejects.toThrow('keys')
  expect(await devicesOf(me)).toEqual([])
})

test.each([404, 410])('a device whose push service answers %i is forgotten', async (status) => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  await tell(me)
  service.answer = { status }
  await deliver()
  expect(await devicesOf(me)).toEqual([])
  expect(await deliver()).toBe(0)
})

test.each([500, 503, 429])('%i is tried again later, and arrives once', async (status) => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  await tell(me)
  service.answer = { status }
  await deliver()
  expect(complaints[0]).toContain(`answered ${status}`)
  expect(await deliver()).toBe(0)
  service.answer = { status: 201 }
  clock.move(PAUSES[0] ?? 0)
  expect(await deliver()).toBe(1)
  clock.move(DAY)
  expect(await deliver()).toBe(0)
  expect(service.received).toHaveLength(2)
})

test('a push service that asks for more time gets it', async () => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  await tell(me)
  service.answer = { status: 429, headers: { 'retry-after': '3600' } }
  await deliver()
  clock.move(3_599_000)
  expect(await deliver()).toBe(0)
  clock.move(1000)
  expect(await deliver()).toBe(1)
})

test('what is refused for good, or is no longer news, is given up, and the device kept', async () => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  await tell(me)
  service.answer = { status: 413 }
  await deliver()
  service.answer = { status: 500 }
  await tell(me)
  for (let passed = 0; passed <= GIVE_UP; passed += PAUSES.at(-1) ?? DAY) {
    await deliver()
    clock.move(PAUSES.at(-1) ?? DAY)
  }
  service.answer = { status: 201 }
  expect(await deliver()).toBe(0)
  expect(await devicesOf(me)).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  await tell(me)
  service.answer = { status: 307, headers: { location: `${service.url}/elsewhere` } }
  await deliver()
  expect(service.received).toHaveLength(1)
})

test('each of many pushes is sent by one of several deliverers alone, and a dead one’s by another', async () => {
  const me = await anInvestor(house.db)
  await Promise.all(Array.from({ length: 5 }, () => add(me, service.device())))
  for (let n = 0; n < 10; n += 1) await tell(me)
  const sent: string[] = []
  const slowly: PushSender = async (push) => {
    sent.push(push.subscription_id + push.notification_id)
    await new Promise((resolve) => setTimeout(resolve, 1))
    return { status: 201, retryAfter: undefined }
  }
  const untilNone = async () => {
    while ((await deliver(slowly, 7)) > 0);
  }
  await Promise.all([untilNone(), untilNone(), untilNone()])
  expect(sent).toHaveLength(50)
  expect(new Set(sent).size).toBe(50)

  await tell(me)
  void deliver(() => new Promise(() => {}))
  await expect
    .poll(async () =>
      (await house.db.selectFrom('push').select('tries').where('delivered_at', 'is', null).execute()).every(
        ({ tries }) => tries === 1,
      ),
    )
    .toBe(true)
  expect(await deliver()).toBe(0)
  clock.move(LEASE)
  expect(await deliver()).toBe(5)
})

test('devices whose push service gives no answer keep nobody waiting, and cost one try at a time', async () => {
  const [me, other] = [await anInvestor(house.db), await anInvestor(house.db)]
  const dead = Array.from({ length: 4 }, () => service.device())
  for (const device of dead) await add(me, device)
  await add(other, service.device())
  await tell(me)
  service.answer = { status: 503 }
  await deliver()
  for (let n = 0; n < 30; n += 1) await tell(me)
  await tell(other)
  service.answer = { status: 201 }
  clock.move(PAUSES[0] ?? 0)
  expect(await deliverTo('well')).toBe(1)

  service.answer = { status: 503 }
  const before = service.received.length
  await deliverTo('failing')
  await deliverTo('failing')
  expect(
    service.received
      .slice(before)
      .map(({ path }) => service.url + path)
      .toSorted(),
  ).toEqual(dead.map(endpointOf).toSorted())
  clock.move(PAUSES[1] ?? 0)
  service.answer = { status: 201 }
  expect(await deliverTo('failing')).toBe(4)
  let sent = 4
  for (let taken = 1; taken > 0; sent += taken) taken = await deliverTo('well', send, 50)
  expect(sent).toBe(4 * 31)
  expect(await deliver()).toBe(0)
})

test('when all sessions end, devices get what was on its way, nothing after it, and are forgotten in a day', async () => {
  const me = await anInvestor(house.db)
  const phone = service.device()
  await add(me, phone)
  await tell(me, { icon: 'security', title: 'Password', status_text: 'changed' })
  await transaction(house.db, (tx) => closeDevices(tx, clock, me.userId))
  await tell(me)
  await deliver()
  expect(service.received.map(({ payload }) => payload.title)).toEqual(['Your sign-in has changed'])
  await add(me, phone)
  await tell(me)
  await deliver()
  expect(service.received).toHaveLength(2)
  await transaction(house.db, (tx) => closeDevices(tx, clock, me.userId))
  clock.move(DAY + 1)
  await transaction(house.db, (tx) => forgetPushesBefore(tx, new Date(clock.now().getTime() - DAY)))
  expect(await devicesOf(me)).toEqual([])
})

test('a push service that gives no answer does not hold the app when it stops, and the push is left to another', async () => {
  const me = await anInvestor(house.db)
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { keys } = service.device().subscription
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/silent`
  await add(me, { subscription: { endpoint, keys } })
  await tell(me)
  const settings = { appUrl: 'https://plumb.example', mailFrom: 'no-reply@plumb.example', pushLoopback: true }
  const log = (error: unknown) => complaints.push(String(error))
  const connected = new Promise((resolve) => silent.once('connection', resolve))
  const pushes = startPushes({ db: house.db, clock, settings, key, log })
  await connected
  await pushes.stop()
  expect(complaints).toEqual([])
  const [left] = await house.db.selectFrom('push').select(['next_try_at', 'delivered_at', 'given_up_at']).execute()
  expect(left).toEqual({ next_try_at: clock.now(), delivered_at: null, given_up_at: null })
  silent.close()
})

test('what never arrived is forgotten with the rest after a day', async () => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  service.answer = { status: 503 }
  for (let n = 0; n < 5; n += 1) await tell(me)
  await deliver()
  clock.move(DAY + 1)
  await transaction(house.db, (tx) => forgetPushesBefore(tx, new Date(clock.now().getTime() - DAY)))
  expect(await house.db.selectFrom('push').selectAll().execute()).toEqual([])
  expect(await devicesOf(me)).toHaveLength(1)
})

test('a notification of a transaction that is rolled back is never pushed', async () => {
  const me = await anInvestor(house.db)
  await add(me, service.device())
  const failing = transaction(house.db, async (tx) => {
    await notify(tx, clock, me.userId, 'investments', APPROVED)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await deliver()).toBe(0)
})

test('a claim whose COMMIT got no answer is found again, and what it took is sent at once', async () => {
  const amy = await anInvestor(house.db)
  await add(amy, service.device())
  await tell(amy)
  const way = await openWay(house.appUrl)
  const { db } = openDatabase({ connectionString: way.through }, { log: () => {} })
  way.loseNextCommit()
  expect(await deliverPushes({ db, clock, send, log: (error) => complaints.push(String(error)) }, 'well', 20)).toBe(1)
  const rows = await house.db.selectFrom('push').select(['delivered_at', 'tries']).execute()
  expect(rows).toEqual([{ delivered_at: clock.now(), tries: 1 }])
  await db.destroy()
  way.close()
})
