import * as text from '#texts/notifications.ts'
import { usePages } from '#lists/web/pages.ts'
import type { Notification, Toast } from '#notifications/contract.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRefresh } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { NotificationLine, type BellView } from './notification-row.tsx'
import { groupsOf } from './stories.ts'

const LIST = 'GET /api/notifications'

type NotificationsProps = {
  /** What is unread, as far as this device has it: shown where the list cannot be read. */
  toasts: readonly Toast[]
  view: BellView
}

/** What one was told, newest first, read or not; each leads to its record. */
export function Notifications({ toasts, view }: NotificationsProps) {
  const pages = usePages(LIST, (page) => call(LIST, { query: { limit: '50', ...page } }), {}, { whole: true })
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const rows = pages.rows ?? (pages.error ? toasts.map(asUnread) : undefined)
  if (!rows) return <Skeleton className="h-60" />
  const mark = (ids: string[], through?: string) =>
    void submit(() => call('POST /api/read-notifications', { body: { ids, ...(through && { through }) } }), {
      sending: false,
      success: null,
      done: refresh,
    })
  const read = (told: readonly Notification[]) => told.length > 0 && mark(told.map(({ id }) => id))
  const unread = pages.first?.unread ?? toasts.length
  return (
    <>
      {pages.error && <LoadFailed again={pages.again}>{text.failed}</LoadFailed>}
      {rows.length === 0 && !pages.error && <EmptyState>{text.none}</EmptyState>}
      {unread > 0 ? (
        <Button variant="quiet" size="medium" busy={busy} className="w-full" onClick={() => mark([], rows[0]?.id)}>
          {text.readAll}
        </Button>
      ) : (
        rows.length > 0 && <p className="text-14 text-ink-2">{text.allRead}</p>
      )}
      <ul aria-label={text.list} className="mt-2 divide-y divide-line">
        {groupsOf(rows).map((line) => (
          <NotificationLine key={line.key} line={line} view={view} onRead={read} />
        ))}
      </ul>
      {pages.more && (
        <Button variant="quiet" size="medium" busy={pages.comingMore} className="mt-3 w-full" onClick={pages.loadMore}>
          {text.older}
        </Button>
      )}
    </>
  )
}

function asUnread(toast: Toast): Notification {
  return { ...toast, read_at: null, subject: null }
}
