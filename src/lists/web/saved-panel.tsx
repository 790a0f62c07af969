import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useChange } from '#ui/change.ts'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import type { SavedFilter } from '#lists/contract.ts'
import { LONGEST_NAME, type SavedList } from '#lists/rules.ts'
import { call } from './calls.ts'
import type { ListState } from './list-query.ts'

export type SavedFiltersProps = { list: ListState; of: SavedList }

type SavedPanelProps = SavedFiltersProps & { saved: readonly SavedFilter[]; onSaved: () => void }

/** Saves the present filter of a list under a name; renames and removes those that are saved. */
export function SavedPanel({ list, of, saved, onSaved }: SavedPanelProps) {
  return (
    <>
      {list.narrowed && <SaveForm list={list} of={of} onSaved={onSaved} />}
      {saved.length > 0 && (
        <ul aria-label="Your saved filters" className="mt-4 divide-y divide-line">
          {saved.map((filter) => (
            <SavedLine key={filter.id} filter={filter} />
          ))}
        </ul>
      )}
      <p className="mt-3 text-13 text-ink-2">Only you see them, on all your devices.</p>
    </>
  )
}

function SaveForm({ list, of, onSaved }: SavedFiltersProps & { onSaved: () => void }) {
  const { busy, errors, change } = useChange(onSaved, true)
  const search = Object.fromEntries(Object.entries(list.address).filter(([, value]) => value))
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) =>
        change(event, (given) =>
          call('POST /api/save-filter', { body: { list: of, name: fieldOf(given, 'name').trim(), search } }),
        )
      }
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={LONGEST_NAME}
        autoComplete="off"
        hint="Saves what this list is narrowed to now."
        error={errors['name'] ?? errors['search']}
      />
      <Button type="submit" size="medium" busy={busy}>
        {busy ? 'sending...' : 'Save'}
      </Button>
    </form>
  )
}

function SavedLine({ filter: { id, name } }: { filter: SavedFilter }) {
  const refresh = useRefresh()
  const [renaming, setRenaming] = useState(false)
  const { busy, errors, change } = useChange(() => setRenaming(false), true)
  const removal = useSubmission()
  const remove = () =>
    void removal.submit(() => call('POST /api/remove-filter/:id', { params: { id } }), {
      sending: false,
      success: null,
      done: refresh,
    })
  if (renaming) {
    return (
      <li>
        <form
          noValidate
          className="flex flex-col gap-2 py-3"
          onSubmit={(event) =>
            change(event, (given) =>
              call('POST /api/rename-filter/:id', { params: { id }, body: { name: fieldOf(given, 'name').trim() } }),
            )
          }
        >
          <TextField
            label="Another name"
            name="name"
            required
            maxLength={LONGEST_NAME}
            autoComplete="off"
            defaultValue={name}
            error={errors['name']}
          />
          <div className="grid grid-cols-[2fr_3fr] gap-2">
            <Button variant="quiet" size="medium" onClick={() => setRenaming(false)}>
              Back
            </Button>
            <Button type="submit" size="medium" busy={busy}>
              {busy ? 'sending...' : 'Rename'}
            </Button>
          </div>
        </form>
      </li>
    )
  }
  return (
    <li className="flex items-center gap-2 py-2">
      <span className="min-w-0 flex-1 text-15 font-semibold wrap-anywhere">{name}</span>
      <Button variant="quiet" size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <Button variant="danger" size="small" busy={removal.busy} aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </Button>
    </li>
  )
}
