import {
  BadgeCheck,
  Check,
  ArrowUpRight,
  ShieldAlert,
  Sprout,
  UsersRound,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react'
import * as text from '#texts/notifications.ts'
import type { Toast } from '#notifications/contract.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useRefresh } from '#ui/read.ts'
import type { Status } from '#kit/wire.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import { useSubmission } from '#ui/submission.ts'
import { momentOf } from '#ui/times.ts'
import { call } from './calls.ts'

const icons: Record<string, LucideIcon> = {
  investment: Sprout,
  withdrawal: ArrowUpRight,
  referral: UsersRound,
  balance: WalletMinimal,
  identity: BadgeCheck,
  security: ShieldAlert,
}
const statuses: Record<string, Status> = { yellow: 'pending', green: 'approved', grey: 'completed', red: 'declined' }

/** What has changed and was not read yet, newest first. */
export function Notifications({ toasts }: { toasts: readonly Toast[] }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const read = (ids: string[]) =>
    void submit(() => call('POST /api/read-notifications', { body: { ids } }), {
      sending: false,
      success: null,
      done: refresh,
    })
  if (toasts.length === 0) return <EmptyState>{text.none}</EmptyState>
  return (
    <>
      <Button
        variant="quiet"
        size="medium"
        busy={busy}
        className="w-full"
        onClick={() => read(toasts.map(({ id }) => id))}
      >
        {text.readAll}
      </Button>
      <ul className="mt-2 divide-y divide-line">
        {toasts.map((toast) => (
          <Notification key={toast.id} toast={toast} onRead={() => read([toast.id])} />
        ))}
      </ul>
    </>
  )
}

function Notification({ toast, onRead }: { toast: Toast; onRead: () => void }) {
  const { icon, title, bold_value, status_color, status_text } = toast.data
  const Icon = icons[icon] ?? BadgeCheck
  return (
    <li className="flex items-start gap-3.5 py-3.5">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-wash text-brand">
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {title} <span className="whitespace-nowrap">{bold_value}</span>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-2">
          <StatusPill status={statuses[status_color] ?? 'completed'} label={status_text} />
          {momentOf(toast.created_at)}
        </p>
      </div>
      <button
        type="button"
        aria-label={text.read(title)}
        onClick={onRead}
        className="-me-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-3"
      >
        <Check className="size-5" aria-hidden />
      </button>
    </li>
  )
}
