import { Card } from '#ui/card.tsx'
import { Button } from '#ui/button.tsx'
import { useChange } from '#ui/change.ts'
import { useRefresh } from '#ui/read.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { dateOf, momentOf } from '#ui/times.ts'
import { LONGEST_WHAT_IF } from '#whatif/assumption-rules.ts'
import { call, useRead } from '#desk/calls.ts'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { bodyOf, type Typed } from './typed.ts'

/** Saves what is assumed now under a name: the server counts it through itself, from the books of that second. */
export function SaveWhatIf({ typed, ready }: { typed: Typed; ready: boolean }) {
  const refresh = useRefresh()
  const { busy, errors, change } = useChange(refresh, true)
  const problem = Object.entries(errors).find(([field]) => field !== 'name')?.[1]
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        const form = event.currentTarget
        change(event, async (given) => {
          const saved = await call('POST /api/save-what-if', {
            body: { ...bodyOf(typed), name: fieldOf(given, 'name').trim() },
          })
          form.reset()
          return saved
        })
      }}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={LONGEST_WHAT_IF}
        autoComplete="off"
        hint="Keeps the two years as they are foreseen now, to compare them with what comes."
        error={errors['name'] ?? problem}
      />
      <Button type="submit" variant="quiet" size="medium" busy={busy || !ready}>
        {busy ? 'sending...' : 'Save'}
      </Button>
    </form>
  )
}

/** All that are saved, each of which opens what it foresaw beside what came. */
export function SavedWhatIfs({ onOpen }: { onOpen: (id: string) => void }) {
  const { data, error, refetch } = useRead('GET /api/admin/what-ifs')
  const mayChange = useMayChange()
  return (
    <Card className="px-5 pt-4 pb-2">
      <h2 className="text-17">Saved</h2>
      {!data ? (
        error ? (
          <LoadFailed again={refetch}>{error.message}</LoadFailed>
        ) : (
          <Skeleton className="my-3 h-24" />
        )
      ) : data.items.length === 0 ? (
        <EmptyState>{mayChange ? 'Nothing is saved yet. Give one a name above.' : 'Nothing is saved yet.'}</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map(({ id, name, unpaid_from, created_at, by }) => (
            <li key={id} className="py-3">
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="min-h-11 text-start text-15 font-semibold underline decoration-line-strong wrap-anywhere"
              >
                {name}
              </button>
              <p className="text-13 text-ink-2">
                {unpaid_from === null ? 'Every day could be paid' : `Not paid in full from ${dateOf(unpaid_from)}`}.
                Saved <time dateTime={created_at}>{momentOf(created_at)}</time> by {by.name}.
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
