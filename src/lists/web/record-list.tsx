import { useState, type ReactNode } from 'react'
import * as text from '#texts/show-more.ts'
import { Button } from '#ui/button.tsx'
import type { ListPart } from './pages.ts'

type RecordListProps<Row> = {
  /** What the list holds, for those who cannot see it. */
  label?: string
  /** Where there is room the rows stand in five columns, under these. */
  columns?: readonly string[]
  /** What is shown of it: what `usePages` has read, or `useSlices` of what is here. */
  pages: Slices<Row>
  /** A record, as a row. */
  children: (row: Row) => ReactNode
  /** What stands below them instead of the way to the rest. */
  end?: ReactNode
}

/** Records as rows, and the way to those that are not shown yet. */
export function RecordList<Row>({ label, columns, pages, children, end }: RecordListProps<Row>) {
  'use no memo'
  return (
    <>
      <ul aria-label={label} className={`divide-y divide-line ${columns ? 'record-table' : ''}`}>
        {columns && (
          <li aria-hidden className="text-12 text-ink-2">
            {columns.map((column) => (
              <span key={column}>{column}</span>
            ))}
          </li>
        )}
        {pages.rows?.map(children)}
      </ul>
      {end ?? <ShowMore pages={pages} />}
    </>
  )
}

/** The parts of a row's second line, each in a column of its own where the rows have columns. */
export function DetailParts({ parts }: { parts: readonly string[] }) {
  'use no memo'
  return parts.map((part, place) => (
    <span key={place}>
      {place > 0 && <span>{text.comma}</span>}
      {part}
    </span>
  ))
}

/** The way to the rest of a list, as wide as the list; nothing if all of it is shown. */
export function ShowMore({ pages: { more, comingMore, loadMore, next = 0 } }: { pages: Slices<unknown> }) {
  if (!more) return null
  return (
    <Button variant="quiet" size="medium" className="mt-3 w-full" busy={comingMore} onClick={loadMore}>
      {text.more(next)}
    </Button>
  )
}

/** `next`: how many come next, where all are here. */
type Slices<Row> = ListPart<Row> & { next?: number }

const AT_ONCE = 50

/** A list that is here as a whole: fifty of it at first, and fifty more each time that they are asked for. */
export function useSlices<Row>(all: readonly Row[]): Slices<Row> {
  const [count, setCount] = useState(AT_ONCE)
  const left = all.length - count
  return {
    rows: all.slice(0, count),
    more: left > 0,
    comingMore: false,
    failedMore: false,
    loadMore: () => setCount(count + AT_ONCE),
    next: Math.min(left, AT_ONCE),
  }
}
