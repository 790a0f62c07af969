import { defaultRangeExtractor, type Range as Extracted, type VirtualItem } from '@tanstack/react-virtual'
import { useRouter, type LinkProps } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { Column } from '#ui/record-table.tsx'
import type { PlaceIn } from './keep-place.ts'
import { keptPlaceOf } from './list-place.ts'
import type { Pages } from './pages.ts'
import type { RowSelection } from './selection.ts'

type Listed = { id: string }

export type LongTableProps<Row extends Listed> = {
  /** What the list holds, for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  /** What `usePages` has read. */
  pages: Pages<Row>
  /** What stands there where nothing is found. */
  empty: ReactNode
  /** Opens a record: its lead can be pressed, and reaches over the whole row. */
  onChoose?: (row: Row) => void
  /** The address of what a row is about, in place of a record beside the list: its lead leads there, and so does the whole row. */
  hrefOf?: (row: Row) => LinkProps
  /** A record in words that begin with its lead: what pressing its row opens, what its checkbox selects. */
  nameOf?: (row: Row) => string
  /** The id of the open record, which is brought into view. */
  chosen?: string | undefined
  /** Gives each row a checkbox. */
  selection?: RowSelection<Row> | undefined
  /** At the end, beside how many are shown. */
  foot?: ReactNode
}

/** The rows of a long table. `kept`: its question, under which their heights are kept. */
export type LongRowsProps<Row extends Listed> = LongTableProps<Row> & { rows: readonly Row[]; kept: string }

/** Rows beyond those in view, so that quick scrolling shows no gaps; and how near the end the next page is asked for. */
export const OVERSCAN = 8
const NEAR_END = 30

/** The heights of each list's rows, so that on the way back the router finds the place where it was left. */
const sizes = new Map<string, VirtualItem[]>()

export function keptSizes(kept: string): VirtualItem[] {
  return sizes.get(kept) ?? []
}

/** Keeps the row with the focus in the document, wherever the list is scrolled to: the focus is never lost. */
export function useFocused(rows: readonly Listed[]) {
  'use no memo'
  const [id, setId] = useState<string>()
  const index = id === undefined ? -1 : rows.findIndex((row) => row.id === id)
  return {
    note: setId,
    extract: (range: Extracted) => {
      const shown = defaultRangeExtractor(range)
      if (index < 0 || shown.includes(index)) return shown
      return [...shown, index].sort((one, other) => one - other)
    },
  }
}

export function useKeptSizes(kept: string, virtualizer: { takeSnapshot: () => VirtualItem[] }) {
  'use no memo'
  useEffect(() => () => void sizes.set(kept, virtualizer.takeSnapshot()), [kept, virtualizer])
}

/** Brings the open record into view when another one is opened. */
export function useInView<Row extends Listed>(
  { rows, chosen }: LongRowsProps<Row>,
  virtualizer: { scrollToIndex: (index: number, how: { align: 'auto' }) => void },
) {
  'use no memo'
  const latest = useRef<string>(undefined)
  useEffect(() => {
    if (chosen === latest.current) return
    latest.current = chosen
    const index = rows.findIndex(({ id }) => id === chosen)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  })
}

/** Keeps the place in a list, as the ref of what holds its rows. `boxed`: that scrolls, and not the whole page. */
export function useKeptPlace<Row extends Listed>(
  { rows, pages: { asked } }: LongRowsProps<Row>,
  { scrollToIndex }: Pick<PlaceIn, 'scrollToIndex'>,
  boxed: boolean,
) {
  'use no memo'
  const router = useRouter()
  // where it was left, by the rows that are there when it is shown again
  const [left] = useState(() => ({ rows, place: keptPlaceOf(asked) }))
  return useCallback(
    (within: HTMLElement | null) => {
      if (!within) return
      let end = () => {}
      let ended = false
      void import('./keep-place.ts').then(({ keepPlace }) => {
        if (!ended) end = keepPlace({ router, asked, within, scrolls: boxed ? within : null, left, scrollToIndex })
      })
      return () => {
        ended = true
        end()
      }
    },
    [router, asked, boxed, left, scrollToIndex],
  )
}

type Range = { startIndex: number; endIndex: number } | null

/** Says which rows are in view, and asks for the next page before the end is. */
export function useRange(pages: Omit<Pages<unknown>, 'rows'>, count: number, range: Range) {
  'use no memo'
  const { more, comingMore, failedMore, loadMore, see } = pages
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0]
  const near = range !== null && more && !comingMore && !failedMore && last >= count - NEAR_END
  const load = useEffectEvent(loadMore)
  // for one more where the last one brought the end no further away
  const wanted = near ? count : 0
  useEffect(() => {
    if (wanted > 0) load()
  }, [wanted])
  useEffect(() => see(first, last), [see, first, last])
}
