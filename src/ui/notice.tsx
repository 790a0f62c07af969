import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  warning: { className: 'bg-down-wash text-down', Icon: TriangleAlert },
  pending: { className: 'bg-pending-wash text-pending', Icon: Info },
}

/** Something to know before going on. A warning is read out at once. */
export function Notice({ tone = 'pending', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  const { className, Icon } = tones[tone]
  return (
    <div role={tone === 'warning' ? 'alert' : 'status'} className={`flex gap-3 rounded-tile p-4 text-14 ${className}`}>
      <Icon className="size-5 shrink-0" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
