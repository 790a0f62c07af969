import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { notificationsContract } from './contract.ts'
import { readNotifications } from './read-notifications.ts'

export function notificationsRoutes(house: { clock: Clock }): Routes<typeof notificationsContract> {
  return {
    'POST /api/read-notifications': ({ asker, body, write }) =>
      write(async (tx) => {
        const read = await readNotifications(tx, house.clock, asker, body)
        return { message: read === 1 ? 'One notification marked as read.' : `${read} notifications marked as read.` }
      }),
  }
}
