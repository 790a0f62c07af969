import { createRead } from '#ui/read.ts'
import { call } from './calls.ts'
import { NotificationsBell } from './notifications-bell.tsx'

const useRead = createRead(call)

/** An administrator's notifications, on the desk. */
export function DeskBell() {
  const { data } = useRead('GET /api/notifications', { query: { limit: '1' } })
  return <NotificationsBell unread={data?.unread ?? 0} toasts={[]} view="admin" />
}
