import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'
import { ListEnd } from './list-end.tsx'
import {
  keptSizes,
  OVERSCAN,
  useFocused,
  useInView,
  useKeptPlace,
  useKeptSizes,
  useRange,
  type LongRowsProps,
} from './long-rows.ts'
import { TableRows } from './table-rows.tsx'

/** Pixels of a table row of two lines. */
const ROW = 47

/** The rows of a long table in a box that scrolls, on a wide screen. */
export function BoxedRows<Row extends { id: string }>(props: LongRowsProps<Row>) {
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
    initialMeasurementsCache: keptSizes(kept),
    // the head stands over the first row
    scrollPaddingStart: 34,
  })
  const keepPlace = useKeptPlace(props, virtualizer, true)
  const held = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      return keepPlace(element)
    },
    [keepPlace],
  )
  useKeptSizes(kept, virtualizer)
  useInView(props, virtualizer)
  useRange(pages, rows.length, virtualizer.range)
  return (
    <>
      <div
        ref={held}
        data-scroll-restoration-id={props.label}
        // rows without anything to press are scrolled by keys too
        tabIndex={props.onChoose ? undefined : 0}
        aria-busy={pages.old}
        className={`min-h-0 flex-1 overflow-y-auto ${pages.old ? 'opacity-60' : ''}`}
      >
        <TableRows
          {...props}
          onFocus={focused.note}
          items={virtualizer.getVirtualItems()}
          body={virtualizer.containerRef}
          measure={virtualizer.measureElement}
        />
      </div>
      <ListEnd pages={pages} foot={props.foot} automatic />
    </>
  )
}
