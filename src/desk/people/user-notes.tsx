import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { useRead } from '#desk/calls.ts'
import { WhenCell } from '#desk/record-parts.tsx'
import type { Note } from '#roles/contract.ts'

/** What administrators have told each other of this user; the user never sees it. */
export function UserNotes({ userId }: { userId: string }) {
  const panel = usePanel('notes')
  const { data } = useRead('GET /api/admin/notes/:id', { params: { id: userId }, query: { limit: '3' } })
  return (
    <Card className="px-5 pt-3.5 pb-4">
      <h2 className="text-15">Notes</h2>
      <p className="text-13 text-ink-2">For administrators only</p>
      {data?.items.map((note) => (
        <NoteLine key={note.id} note={note} clipped />
      ))}
      <Button variant="quiet" size="small" className="mt-3 w-full" onClick={() => panel.show()}>
        {data?.next_cursor ? 'All notes, and write one' : 'Write a note'}
      </Button>
    </Card>
  )
}

/** One note: who wrote it, when, what. */
export function NoteLine({ note, clipped = false }: { note: Note; clipped?: boolean }) {
  return (
    <article className="mt-3 border-t border-line pt-3 text-14">
      <div className="flex items-baseline justify-between gap-3 text-13">
        <span className="font-semibold wrap-anywhere">{note.author.name}</span>
        <span className="text-end text-ink-2">
          <WhenCell at={note.created_at} />
        </span>
      </div>
      <p className={`mt-1 wrap-anywhere whitespace-pre-line ${clipped ? 'line-clamp-4' : ''}`}>{note.text}</p>
    </article>
  )
}
