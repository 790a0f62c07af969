import { Bell as BellIcon } from 'lucide-react'
import { Suspense } from 'react'
import * as text from '#texts/bell.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRead } from './reads.ts'

const Notifications = lazyPart(async () => (await import('#notifications/web/notifications.tsx')).Notifications)

/** Opens the notifications; a dot says that there are some. */
export function Bell() {
  const panel = usePanel('notifications')
  const { data: histories } = useRead('GET /api/histories')
  const toasts = histories?.toasts ?? []
  return (
    <>
      <button
        type="button"
        aria-label={toasts.length > 0 ? text.unread(toasts.length) : text.title}
        onClick={() => panel.show()}
        className="relative grid size-11 place-items-center rounded-full"
      >
        <BellIcon className="size-6" aria-hidden />
        {toasts.length > 0 && (
          <span aria-hidden className="absolute top-2 end-2 size-2.5 rounded-full border-2 border-bg bg-down" />
        )}
      </button>
      <SidePanel open={panel.open} onClose={panel.close} title={text.title}>
        <Suspense fallback={<Skeleton className="h-60" />}>
          <Notifications toasts={toasts} />
        </Suspense>
      </SidePanel>
    </>
  )
}
