import { Button } from '#ui/button.tsx'

type PageEndProps = { shown: number; more: boolean; comingMore: boolean; loadMore: () => void }

/** How much of a list is shown, and the way to the rest of it. */
export function PageEnd({ shown, more, comingMore, loadMore }: PageEndProps) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 px-5 py-2 text-13 text-ink-2 lg:border-t lg:border-line">
      <p aria-live="polite">{more ? `The newest ${shown}` : `${shown} of ${shown}`}</p>
      {more && (
        <Button look="quiet" size="small" busy={comingMore} onClick={loadMore}>
          {comingMore ? 'loading...' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
