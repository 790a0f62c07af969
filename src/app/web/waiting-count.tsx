import type { LucideIcon } from 'lucide-react'
import { useRead } from '#desk/web/calls.ts'
import type { MenuItem } from './menu.ts'

type Waits = 'investments' | 'withdrawals' | 'referrals' | 'checks'

/** An icon that carries how many wait there for a decision, as they come and go. */
export function withCount(Icon: LucideIcon, kind: Waits): MenuItem['icon'] {
  return function CountedIcon(icon) {
    const { data } = useRead('GET /api/admin/waiting')
    const count = data?.[kind].count ?? 0
    return (
      <span className="relative">
        <Icon {...icon} />
        {count > 0 && (
          <span className="absolute -top-2 start-3 rounded-full bg-pending-wash px-1.5 text-11 font-semibold text-pending">
            {count > 999 ? '999+' : count}
            <span className="sr-only"> waiting: </span>
          </span>
        )}
      </span>
    )
  }
}
