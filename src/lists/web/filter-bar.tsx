import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SearchField } from '#ui/search-field.tsx'
import { useSubmission } from '#ui/submission.ts'
import { useWide } from '#ui/wide.ts'
import type { SavedList } from '#lists/rules.ts'
import type { Filter } from './filter-form.tsx'
import type { ListState } from './list-query.ts'

const FilterChips = lazyPart(async () => (await import('./filter-chips.tsx')).FilterChips)
const SavedFilters = lazyPart(async () => (await import('./saved-filters.tsx')).SavedFilters)
const FilterForm = lazyPart(async () => (await import('./filter-form.tsx')).FilterForm)

type Choice = { value: string; label: string }
type Csv = { path: string; name: string; query?: Record<string, string> }
type FilterBarProps = {
  /** What `useListQuery` answers. */
  list: ListState
  /** What the search looks in: `Name, e-mail or phone`. */
  searchLabel: string
  /** What else it can be narrowed to. */
  narrowing?: Filter | undefined
  /** The call that gives the same list as a file, without what it is narrowed to. */
  csv?: Csv | undefined
  /** The list by whose name its filters are saved. */
  of: SavedList
  /** Further buttons. */
  children?: ReactNode
}

const BY_TIME: readonly Choice[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]
const BY_AMOUNT: readonly Choice[] = [
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
]

/** The search and the filters of a list, all of them in the address; what is set stands below as chips. */
export function FilterBar(props: FilterBarProps) {
  'use no memo'
  const { list, of, searchLabel, narrowing, csv, children } = props
  const { address, amounts } = list
  const wide = useWide()
  const panel = usePanel('filters')
  const [unfolded, setUnfolded] = useState(false)
  const sorts = amounts ? [...BY_TIME, ...BY_AMOUNT] : BY_TIME
  const form = (close: () => void) => (
    <Suspense fallback={<div className="h-30 lg:h-14" />}>
      {/* anew when something else is asked for: what it shows is what is set */}
      <FilterForm key={JSON.stringify({ ...address, q: '', sort: '' })} {...{ list, narrowing }} onDone={close} />
    </Suspense>
  )
  const open = wide ? unfolded : panel.open
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={searchLabel}
          found={address.q ?? ''}
          onSearch={list.search}
          className="min-w-46 flex-1 max-lg:basis-full"
        />
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          onClick={() => (wide ? setUnfolded(!unfolded) : panel.show())}
        >
          <SlidersHorizontal className="size-4.5 max-lg:hidden" aria-hidden />
          Filter
        </Button>
        <select
          aria-label="Order"
          value={list.sort}
          onChange={({ target }) => list.order(target.value)}
          className="min-h-11 rounded-control bg-sunken px-3 text-14 font-semibold tracking-tight lg:min-h-9"
        >
          {sorts.map(({ value, label }) => (
            <option key={value} value={value} className="bg-surface text-ink">
              {label}
            </option>
          ))}
        </select>
        {csv && <CsvButton csv={csv} list={list} />}
        {children}
      </div>
      {wide && unfolded && <div className="rounded-tile bg-sunken p-3">{form(() => setUnfolded(false))}</div>}
      {!wide && (
        <Panel open={panel.open} onClose={panel.close} title="Filter">
          {form(() => {})}
        </Panel>
      )}
      <Suspense>
        <SavedFilters list={list} of={of} />
      </Suspense>
      {list.narrowed && (
        <Suspense>
          <FilterChips list={list} narrowing={narrowing} />
        </Suspense>
      )}
    </div>
  )
}

/** The list as it is narrowed now, as a file. */
function CsvButton({ csv: { path, name, query = {} }, list }: { csv: Csv; list: ListState }) {
  'use no memo'
  const { busy, submit } = useSubmission()
  return (
    <Button
      variant="quiet"
      size="small"
      busy={busy}
      aria-label="Download as CSV"
      onClick={() => void submit(() => download(path, { ...list.query, ...query }, name), { success: null })}
    >
      {busy ? 'loading...' : 'CSV'}
    </Button>
  )
}
