import type { LucideIcon } from 'lucide-react'
import { useRead } from '#desk/calls.ts'
import type { MenuItem } from './menu.ts'

/** What an administrator decides on or pays out; `approvals` are what a colleague has asked for. */
export type Waits = 'investments' | 'withdrawals' | 'payouts' | 'referrals' | 'checks' | 'matches' | 'approvals'

/** How many wait there for this administrator, as they come and go; nothing if nothing does. */
export function WaitingBadge({ kinds, className }: { kinds: readonly Waits[]; className: string }) {
  const { data } = useRead('GET /api/admin/waiting')
  const count = kinds.reduce((sum, kind) => sum + (data?.[kind].count ?? 0), 0)
  if (count === 0) return null
  const what = kinds.includes('payouts') ? 'to decide or pay' : 'waiting'
  return (
    <span
      title={what}
      className={`rounded-full bg-pending-wash px-1.5 text-11 font-semibold text-pending ${className}`}
    >
      {count > 999 ? '999+' : count}
      <span className="sr-only"> {what}</span>
    </span>
  )
}

/** An icon with that count at its corner. */
export function withCount(Icon: LucideIcon, kinds: readonly Waits[]): MenuItem['icon'] {
  return function CountedIcon({ className }) {
    return (
      <span className="relative">
        <Icon className={className} aria-hidden />
        <WaitingBadge kinds={kinds} className="absolute -top-2 start-3" />
      </span>
    )
  }
}
