import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range as Extracted,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cardCellClass, cardClass, type Column } from '#ui/record-table.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/wide.ts'
import type { Pages } from './pages.ts'

type Listed = { id: string }

/** Which records of a list are selected, and what its checkboxes do. */
export type RowSelection<Row> = {
  has: (id: string) => boolean
  /** All that is shown is selected, or as many as may be. */
  all: boolean
  /** `range`: all from the one that was toggled last to this one. */
  toggle: (row: Row, range: boolean) => void
  toggleAll: () => void
}

/** The card that a list fills on a wide screen, as high as the screen has room: what scrolls is the list in it. */
export const deskCard =
  'lg:pt-4 lg:[&>[role=tablist]]:mx-4 lg:[&>[role=tablist]]:self-start lg:[&_[role=tab]]:px-4 lg:flex lg:h-[calc(100dvh-5.25rem)] lg:min-h-100 lg:flex-col lg:overflow-clip lg:rounded-card lg:bg-surface lg:shadow-raised'

type RecordListProps<Row extends Listed> = {
  /** What the list holds, for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  /** What `usePages` answers. */
  pages: Pages<Row>
  /** What stands there where nothing is found. */
  empty: ReactNode
  /** Opens a record: its lead can be pressed, and reaches over the whole row. */
  onChoose?: (row: Row) => void
  /** A record in words that begin with its lead: what pressing its row opens, what its checkbox selects. */
  nameOf?: (row: Row) => string
  /** The id of the open record, which is brought into view. */
  chosen?: string | undefined
  /** Gives each row a checkbox. */
  selection?: RowSelection<Row> | undefined
  /** At the end, beside how many are shown. */
  foot?: ReactNode
}

/**
 * A list of any length over the server's pages: only the rows in view are in the document, the next page is fetched
 * before the end is reached, and Back finds the same place again. A table in a box of its own on a wide screen (whose
 * parent is a column of a given height); on a phone a card for each row, in which each field keeps its label.
 */
export function RecordList<Row extends Listed>(props: RecordListProps<Row>) {
  const { pages, empty } = props
  const wide = useWide()
  const { rows, error } = pages
  if (!rows) return error ? <NotThere words={error.message} again={pages.again} /> : <Coming />
  if (rows.length === 0) return <Nothing words={empty} foot={props.foot} />
  // another question, another place in it
  const key = `${pages.asked} ${wide}`
  return wide ? (
    <BoxedRows key={key} kept={key} rows={rows} {...props} />
  ) : (
    <PageRows key={key} kept={key} rows={rows} {...props} />
  )
}

type RowsProps<Row extends Listed> = RecordListProps<Row> & { rows: readonly Row[]; kept: string }

/** The heights of each list's rows, so that on the way back the router finds the place where it was left. */
const sizes = new Map<string, VirtualItem[]>()

/** Rows beyond those in view, so that quick scrolling shows no gaps; and how near the end the next page is asked for. */
const OVERSCAN = 8
const NEAR_END = 30
/** Pixels of a table row of two lines, and of a card of five fields. */
const ROW = 47
const CARD = 226
const CARD_GAP = 12

function BoxedRows<Row extends Listed>(props: RowsProps<Row>) {
  'use no memo'
  const { rows, kept, pages } = props
  const box = useRef<HTMLDivElement>(null)
  const focused = useFocused(rows)
  // oxlint-disable-next-line react/incompatible-library -- this component is not memoised
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    rangeExtractor: focused.extract,
    directDomUpdates: true,
    initialMeasurementsCache: sizes.get(kept) ?? [],
    // the head stands over the first row
    scrollPaddingStart: 34,
  })
  useKeptSizes(kept, virtualizer)
  useInView(props, virtualizer)
  useRange(pages, rows.length, virtualizer.range)
  return (
    <>
      <div
        ref={box}
        data-scroll-restoration-id={props.label}
        // rows without anything to press are scrolled by keys too
        tabIndex={props.onChoose ? undefined : 0}
        className={`min-h-0 flex-1 overflow-y-auto ${pages.old ? 'opacity-60' : ''}`}
      >
        <Table
          {...props}
          onFocus={focused.note}
          items={virtualizer.getVirtualItems()}
          body={virtualizer.containerRef}
          measure={virtualizer.measureElement}
        />
      </div>
      <ListEnd {...props} />
    </>
  )
}

function PageRows<Row extends Listed>(props: RowsProps<Row>) {
  'use no memo'
  const { rows, kept, pages } = props
  const [top, setTop] = useState(0)
  const focused = useFocused(rows)
  // oxlint-disable-next-line react/incompatible-library -- this component is not memoised
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: () => CARD,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN / 2,
    rangeExtractor: focused.extract,
    directDomUpdates: true,
    initialMeasurementsCache: sizes.get(kept) ?? [],
    gap: CARD_GAP,
    scrollMargin: top,
  })
  // what stands above may grow at any time: chips, banners
  const followTop = useCallback((at: HTMLElement | null) => {
    if (!at) return
    const look = () => setTop(Math.round(at.getBoundingClientRect().top + scrollY))
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  useKeptSizes(kept, virtualizer)
  useRange(pages, rows.length, virtualizer.range)
  return (
    <div ref={followTop} className={pages.old ? 'opacity-60' : ''}>
      <Table
        {...props}
        onFocus={focused.note}
        items={virtualizer.getVirtualItems()}
        body={virtualizer.containerRef}
        measure={virtualizer.measureElement}
      />
      <ListEnd {...props} />
    </div>
  )
}

/** Keeps the row with the focus in the document, wherever the list is scrolled to: the focus is never lost. */
function useFocused(rows: readonly Listed[]) {
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

function useKeptSizes(kept: string, virtualizer: { takeSnapshot: () => VirtualItem[] }) {
  useEffect(() => () => void sizes.set(kept, virtualizer.takeSnapshot()), [kept, virtualizer])
}

/** Brings the open record into view when another one is opened. */
function useInView<Row extends Listed>(
  { rows, chosen }: RowsProps<Row>,
  virtualizer: { scrollToIndex: (index: number, how: { align: 'auto' }) => void },
) {
  const latest = useRef<string>(undefined)
  useEffect(() => {
    if (chosen === latest.current) return
    latest.current = chosen
    const place = rows.findIndex(({ id }) => id === chosen)
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' })
  })
}

type Range = { startIndex: number; endIndex: number } | null

/** Says which rows are in view, and asks for the next page before the end is. */
function useRange(pages: Omit<Pages<unknown>, 'rows'>, count: number, range: Range) {
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

type TableProps<Row extends Listed> = RowsProps<Row> & {
  items: readonly VirtualItem[]
  body: (part: HTMLElement | null) => void
  measure: (part: HTMLElement | null) => void
  onFocus: (id: string) => void
}

function Table<Row extends Listed>(props: TableProps<Row>) {
  const { label, columns, rows, pages, items, body, measure, onFocus, onChoose, nameOf, chosen, selection } = props
  return (
    // the rows that are not in the document are counted all the same
    <table
      role="table"
      aria-label={label}
      aria-rowcount={pages.more ? -1 : rows.length + 1}
      className="block text-start"
    >
      <thead role="rowgroup" className="block max-lg:sr-only lg:sticky lg:top-0 lg:z-2 lg:bg-surface">
        <tr role="row" aria-rowindex={1} className={rowClass}>
          {selection && (
            <th role="columnheader" className="grid w-11 place-items-center">
              <input
                type="checkbox"
                aria-label="Select all shown"
                checked={selection.all}
                onChange={selection.toggleAll}
                className="size-4.5 accent-brand max-lg:hidden"
              />
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.label}
              role="columnheader"
              scope="col"
              style={shareOf(column)}
              className={`py-2 text-start text-12 font-normal text-ink-2 ${cellClass(column)}`}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body} className="relative block">
        {items.map(({ index, key }) => {
          const row = rows[index]
          return (
            row && (
              <ListRow
                key={key}
                row={row}
                index={index}
                columns={columns}
                measure={measure}
                onFocus={onFocus}
                onChoose={onChoose}
                nameOf={nameOf}
                open={row.id === chosen}
                selected={selection?.has(row.id)}
                toggle={selection?.toggle}
              />
            )
          )
        })}
      </tbody>
    </table>
  )
}

type ListRowProps<Row extends Listed> = Pick<RecordListProps<Row>, 'columns'> & {
  row: Row
  index: number
  measure: (part: HTMLElement | null) => void
  onFocus: (id: string) => void
  onChoose: ((row: Row) => void) | undefined
  nameOf: ((row: Row) => string) | undefined
  open: boolean
  /** Undefined where there is no checkbox. */
  selected: boolean | undefined
  toggle: ((row: Row, range: boolean) => void) | undefined
}

const ListRow = memo(function ListRow<Row extends Listed>(props: ListRowProps<Row>) {
  const { row, index, columns, measure, onFocus, onChoose, nameOf, open, selected, toggle } = props
  const look = open ? 'lg:bg-wash/55 lg:shadow-[inset_4px_0_var(--brand)]' : onChoose ? 'lg:hover:bg-bg' : ''
  return (
    <tr
      role="row"
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      onFocus={() => onFocus(row.id)}
      className={`absolute inset-x-0 top-0 ${rowClass} ${cardClass} ${look}`}
    >
      {selected !== undefined && (
        <td role="cell" className="max-lg:order-last max-lg:col-span-2 max-lg:pt-2 lg:w-11">
          <RowCheckbox label={nameOf?.(row) ?? row.id} checked={selected} onToggle={(range) => toggle?.(row, range)} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.label}
          role="cell"
          style={shareOf(column)}
          className={`lg:py-1 lg:text-14 ${cellClass(column)} ${cardCellClass(column)}`}
        >
          {!column.place && <span className="shrink-0 text-14 text-ink-2 lg:hidden">{column.label}</span>}
          {column.place === 'lead' && onChoose ? (
            <button
              type="button"
              aria-label={nameOf?.(row)}
              aria-current={open || undefined}
              onClick={() => onChoose(row)}
              className="min-h-11 rounded-control text-start font-semibold after:absolute after:inset-0 lg:min-h-9"
            >
              {column.show(row)}
            </button>
          ) : (
            <div className={`min-w-0 max-lg:wrap-anywhere ${column.place ? '' : 'max-lg:text-end'}`}>
              {column.show(row)}
            </div>
          )}
        </td>
      ))}
    </tr>
  )
}) as <Row extends Listed>(props: ListRowProps<Row>) => ReactNode

type RowCheckboxProps = { label: string; checked: boolean; onToggle: (range: boolean) => void }

/** Above the row's own button. Shift selects all up to here. */
function RowCheckbox({ label, checked, onToggle }: RowCheckboxProps) {
  return (
    <label className="relative z-1 flex min-h-11 items-center justify-center gap-3 max-lg:rounded-control max-lg:bg-sunken">
      <input
        type="checkbox"
        aria-label={`Select ${label}`}
        checked={checked}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
        className="size-4.5 accent-brand"
      />
      <span aria-hidden className="text-14 lg:hidden">
        {checked ? 'Selected' : 'Select'}
      </span>
    </label>
  )
}

const rowClass = 'lg:flex lg:items-center lg:border-b lg:border-line lg:pe-3'

function cellClass({ figures, spare }: Column<never>): string {
  return `lg:min-w-0 lg:px-2.5 ${figures ? 'lg:text-end' : ''} ${spare ? 'lg:max-[75rem]:hidden' : ''}`
}

/** All rows share their width in the same way, so that what stands under one another does so without a table's layout. */
function shareOf({ share = 1 }: Column<never>) {
  return { flex: `${share} 0 0%` }
}

/** How much of a list is shown, and that the rest of it is on its way. */
function ListEnd<Row extends Listed>({ rows, pages, foot }: RowsProps<Row>) {
  const { more, comingMore, failedMore, loadMore } = pages
  return (
    <div className="flex min-h-12 items-center justify-between gap-3 px-5 text-13 text-ink-2 lg:border-t lg:border-line">
      <p>{more ? `${rows.length} shown, more below` : `${rows.length} of ${rows.length}`}</p>
      {comingMore && <p role="status">loading...</p>}
      {failedMore && (
        <Button look="quiet" size="small" onClick={loadMore}>
          Load more
        </Button>
      )}
      {foot}
    </div>
  )
}

function Nothing({ words, foot }: { words: ReactNode; foot: ReactNode }) {
  return (
    <>
      <EmptyState>{words}</EmptyState>
      {foot && <div className="mt-auto flex min-h-12 items-center px-5 text-13 text-ink-2">{foot}</div>}
    </>
  )
}

function NotThere({ words, again }: { words: string; again: () => void }) {
  const button = (
    <Button look="quiet" size="small" onClick={again}>
      Try again
    </Button>
  )
  return <EmptyState next={button}>{words}</EmptyState>
}

function Coming() {
  return (
    <div className="flex flex-col gap-3 lg:gap-1 lg:px-5">
      <p role="status" className="sr-only">
        loading...
      </p>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-44 lg:h-11" />
      ))}
    </div>
  )
}
