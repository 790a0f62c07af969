import type { ReactNode } from 'react'

type TwoColumnsProps = {
  /** Comes first on a phone; on a wide screen it stays in view in the second column. */
  aside: ReactNode
  /** Something is open, which stands in its place on a wide screen. */
  covered?: boolean
  /** What may be open: panels on a phone. */
  panels?: ReactNode
  children: ReactNode
}

/** What a screen is about and what stands beside it: under one another on a phone, two columns on a wide screen. */
export function TwoColumns({ aside, covered = false, panels, children }: TwoColumnsProps) {
  'use no memo'
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_clamp(19rem,35%,22.5rem)] lg:items-start lg:gap-6">
      <div
        className={`flex flex-col gap-4 empty:hidden lg:sticky lg:top-[calc(1.25rem+var(--banner))] lg:col-start-2 ${covered ? 'lg:hidden' : ''}`}
      >
        {aside}
      </div>
      <div className="@container min-w-0 lg:col-start-1 lg:row-start-1">{children}</div>
      {panels}
    </div>
  )
}
