import { NotificationsBell } from '#notifications/web/notifications-bell.tsx'
import { useRead } from './reads.ts'

/** An investor's notifications: those to be read come with everything else of theirs. */
export function Bell() {
  const toasts = useRead('GET /api/histories').data?.toasts ?? []
  return <NotificationsBell unread={toasts.length} toasts={toasts} view="investor" />
}
