import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { readLimit } from '#lists/page.ts'
import type { notificationsContract } from './contract.ts'
import { listNotifications } from './read.ts'
import { readNotifications } from './read-notifications.ts'
import { publicPushKey } from './push-key.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

export function notificationsRoutes(house: {
  clock: Clock
  settings: Pick<Settings, 'pushLoopback'>
}): Routes<typeof notificationsContract> {
  return {
    'GET /api/notifications': ({ actor, query: { cursor, limit }, read }) =>
      read((tx) => listNotifications(tx, actor, { cursor, limit: readLimit(limit) })),
    'POST /api/read-notifications': ({ actor, body, write }) =>
      write(async (tx) => {
        const read = await readNotifications(tx, house.clock, actor, body)
        return { message: read === 1 ? 'One notification marked as read.' : `${read} notifications marked as read.` }
      }),
    'GET /api/push-key': ({ read }) => read(async (tx) => ({ key: await publicPushKey(tx) })),
    'POST /api/push-subscribe': ({ actor, body, write }) =>
      write(async (tx) => {
        await subscribe(tx, house.clock, actor, { ...body, mayBeLoopback: house.settings.pushLoopback })
        return { message: 'This device will be notified.' }
      }),
    'POST /api/push-unsubscribe': ({ actor, body, write }) =>
      write(async (tx) => {
        await unsubscribe(tx, house.clock, actor, body)
        return { message: 'This device is no longer notified.' }
      }),
  }
}
