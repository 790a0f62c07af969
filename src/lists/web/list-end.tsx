import type { ReactNode } from 'react'
import * as text from '#texts/list.ts'
import { Button } from '#ui/button.tsx'
import type { ListPart } from './pages.ts'

type ListEndProps = {
  pages: ListPart<unknown>
  /** How much is shown while there is more. */
  words?: (shown: number) => string
  /** The next page comes before its end is reached, and is to be asked for only where it did not come. */
  automatic?: boolean
  /** Beside how many are shown. */
  foot?: ReactNode
}

/** How much of a list is shown, and the way to the rest of it. */
export function ListEnd({ pages, words, automatic = false, foot }: ListEndProps) {
  const { more, all, comingMore, failedMore, loadMore, rows = [] } = pages
  const part = words ?? (automatic ? text.moreBelow : text.first)
  return (
    <div
      className={`flex items-center justify-between gap-3 px-5 text-13 text-ink-2 lg:border-t lg:border-line ${automatic ? 'min-h-12' : 'min-h-14 py-2'}`}
    >
      <p aria-live={automatic ? undefined : 'polite'} className="shrink-0">
        {all ? text.part(rows.length, all) : more ? part(rows.length) : text.all(rows.length)}
      </p>
      {automatic && comingMore && <p role="status">{text.loading}</p>}
      {(automatic ? failedMore : more) && (
        <Button variant="quiet" size="small" busy={comingMore} onClick={loadMore}>
          {comingMore ? text.loading : text.loadMore}
        </Button>
      )}
      {foot}
    </div>
  )
}
