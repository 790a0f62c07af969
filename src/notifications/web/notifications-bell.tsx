import { Bell as BellIcon } from 'lucide-react'
import { Suspense } from 'react'
import * as text from '#texts/bell.ts'
import type { Toast } from '#notifications/contract.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const Notifications = lazyPart(async () => (await import('./notifications.tsx')).Notifications)

type NotificationsBellProps = { unread: number; toasts: readonly Toast[]; view: 'investor' | 'admin' }

/** Opens the notifications; a dot says that there are some to be read. */
export function NotificationsBell({ unread, toasts, view }: NotificationsBellProps) {
  const panel = usePanel('notifications')
  return (
    <>
      <button
        type="button"
        aria-label={unread > 0 ? text.unread(unread) : text.title}
        onClick={() => panel.show()}
        className="relative grid size-11 place-items-center rounded-full"
      >
        <BellIcon className="size-6" aria-hidden />
        {unread > 0 && (
          <span aria-hidden className="absolute top-2 end-2 size-2.5 rounded-full border-2 border-bg bg-down" />
        )}
      </button>
      <SidePanel open={panel.open} onClose={panel.close} title={text.title}>
        <Suspense fallback={<Skeleton className="h-60" />}>
          <Notifications toasts={toasts} view={view} />
        </Suspense>
      </SidePanel>
    </>
  )
}
