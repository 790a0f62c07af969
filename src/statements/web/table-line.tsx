import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StatementLine } from '#statements/contract.ts'
import type { Story } from './story.ts'

/** The columns of the statement where there is room for them: as wide as the longest amount in them, on every row. */
export const columnsClass =
  '@min-[42rem]:grid @min-[42rem]:grid-cols-[minmax(8rem,auto)_1fr_minmax(8rem,auto)_minmax(9rem,auto)] @min-[42rem]:gap-x-3'
/** A part of the table in these columns. */
export const partClass = 'block @min-[42rem]:col-span-full @min-[42rem]:grid @min-[42rem]:grid-cols-subgrid'

/** A row of the statement: four cells beside one another where there is room, else in two lines. */
export function TableLine({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <tr
      role="row"
      className={`relative grid grid-cols-[1fr_auto] items-baseline max-xs:flex max-xs:flex-col gap-x-3 px-5 @min-[42rem]:col-span-full @min-[42rem]:grid-cols-subgrid ${className}`}
    >
      {children}
    </tr>
  )
}

const linkClass = 'after:absolute after:inset-0 after:rounded-control'
const places = { investment: '/investment', withdrawal: '/withdrawal', referral: '/referral' } as const

/** The way from a row to where its figure comes from; the whole row can be pressed. */
export function SourceLink({ line: { cause, entries }, children }: { line: StatementLine; children: ReactNode }) {
  if (cause.kind === 'user') return <StoryLink of={entries[0]?.account ?? 'earnings'}>{children}</StoryLink>
  return (
    <Link to={places[cause.kind]} search={{ panel: 'details', of: cause.id }} className={linkClass}>
      {children}
    </Link>
  )
}

/** Opens the story of a number over the statement. */
export function StoryLink({ of, children }: { of: Story; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(present) => ({ ...present, panel: 'story', of })}
      state={{ panel: true }}
      resetScroll={false}
      className={linkClass}
    >
      {children}
    </Link>
  )
}
