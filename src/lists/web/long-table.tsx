import type { ReactNode } from 'react'
import * as text from '#texts/list.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/wide.ts'
import { BoxedRows } from './boxed-rows.tsx'
import { CardRows } from './card-rows.tsx'
import type { LongTableProps } from './long-rows.ts'

/** The card that a list fills on a wide screen, as high as the screen has room: what scrolls is the list in it. */
export const deskCard =
  'lg:pt-4 lg:[&>[role=tablist]]:mx-4 lg:[&>[role=tablist]]:self-start lg:[&_[role=tab]]:px-4 lg:flex lg:desk-high lg:min-h-100 lg:flex-col lg:overflow-clip lg:rounded-card lg:bg-surface lg:shadow-raised'

/**
 * A list of any length over the server's pages: only the rows in view are in the document, the next page is fetched
 * before the end is reached, and Back finds the same place again. A table in a box of its own on a wide screen (whose
 * parent is a column of a given height); on a phone a card for each row, in which each field keeps its label.
 */
export function LongTable<Row extends { id: string }>(props: LongTableProps<Row>) {
  const { pages, empty } = props
  const wide = useWide()
  const { rows, error } = pages
  if (!rows) return error ? <LoadFailed again={pages.again}>{error.message}</LoadFailed> : <Coming />
  if (rows.length === 0) return <Nothing words={empty} foot={props.foot} />
  // another question, another place in it
  const key = `${pages.asked} ${wide}`
  return wide ? (
    <BoxedRows key={key} kept={key} rows={rows} {...props} />
  ) : (
    <CardRows key={key} kept={key} rows={rows} {...props} />
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

function Coming() {
  return (
    <div className="flex flex-col gap-3 lg:gap-1 lg:px-5">
      <p role="status" className="sr-only">
        {text.loading}
      </p>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-44 lg:h-11" />
      ))}
    </div>
  )
}
