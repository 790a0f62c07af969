import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'
import { ListEnd } from './list-end.tsx'
import {
  keptSizes,
  OVERSCAN,
  useFocused,
  useKeptPlace,
  useKeptSizes,
  useRange,
  type LongRowsProps,
} from './long-rows.ts'
import { TableRows } from './table-rows.tsx'

/** Pixels of a card of five fields, and of the gap between two. */
const CARD = 226
const CARD_GAP = 12

/** The rows of a long table as cards that scroll with the page, on a phone. */
export function CardRows<Row extends { id: string }>(props: LongRowsProps<Row>) {
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
    initialMeasurementsCache: keptSizes(kept),
    gap: CARD_GAP,
    scrollMargin: top,
  })
  // what stands above may grow at any time: chips, banners
  const followTop = useCallback((at: HTMLElement | null) => {
    if (!at) return
    const measure = () => setTop(Math.round(at.getBoundingClientRect().top + scrollY))
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  const keepPlace = useKeptPlace(props, virtualizer, false)
  const held = useCallback(
    (at: HTMLElement | null) => {
      const ends = [followTop(at), keepPlace(at)]
      return () => ends.forEach((end) => end?.())
    },
    [followTop, keepPlace],
  )
  useKeptSizes(kept, virtualizer)
  useRange(pages, rows.length, virtualizer.range)
  return (
    <div ref={held} aria-busy={pages.old} className={pages.old ? 'opacity-60' : ''}>
      <TableRows
        {...props}
        onFocus={focused.note}
        items={virtualizer.getVirtualItems()}
        body={virtualizer.containerRef}
        measure={virtualizer.measureElement}
      />
      <ListEnd pages={pages} foot={props.foot} automatic />
    </div>
  )
}
