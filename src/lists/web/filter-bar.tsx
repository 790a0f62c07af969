import { Download, SlidersHorizontal, X } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { parseAmount } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SearchField } from '#ui/search-field.tsx'
import { useSubmission } from '#ui/submission.ts'
import { dayOf } from '#ui/times.ts'
import { useWide } from '#ui/wide.ts'
import type { Filter } from './filter-form.tsx'
import type { AskedList, ListAddress } from './list-query.ts'
import { dollars } from '#ui/dollars.ts'

const FilterForm = lazyPart(async () => (await import('./filter-form.tsx')).FilterForm)

type Choice = { value: string; label: string }
type FilterBarProps = {
  /** What `useListQuery` answers. */
  list: AskedList
  /** What the search looks in: `Name, e-mail or phone`. */
  searchLabel: string
  /** What else it can be narrowed to. */
  filter?: Filter | undefined
  /** The call that gives the same list as a file, without what it is narrowed to. */
  csv?: { path: string; name: string; query?: Record<string, string> }
  /** Further buttons. */
  children?: ReactNode
}

const BY_TIME: readonly Choice[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]
const BY_AMOUNT: readonly Choice[] = [
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
]
const NOTHING: ListAddress = { q: '', from: '', to: '', min: '', max: '' }

/** The search and the filters of a list, all of them in the address; what is set stands below as chips. */
export function FilterBar(props: FilterBarProps) {
  const { list, searchLabel, filter, csv, children } = props
  const { address, amounts, change } = list
  const wide = useWide()
  const panel = usePanel('filters')
  const [unfolded, setUnfolded] = useState(false)
  const sorts = amounts ? [...BY_TIME, ...BY_AMOUNT] : BY_TIME
  const chips = chipsOf(address, filter)
  const form = (close: () => void) => (
    <Suspense fallback={<div className="h-30 lg:h-14" />}>
      {/* anew when something else is asked for: what it shows is what is set */}
      <FilterForm key={JSON.stringify({ ...address, q: '', sort: '' })} {...{ list, filter }} onDone={close} />
    </Suspense>
  )
  const open = wide ? unfolded : panel.open
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={searchLabel}
          found={address.q ?? ''}
          onSearch={(q) => change({ q })}
          className="min-w-46 flex-1"
        />
        <Button
          look="quiet"
          size="small"
          aria-expanded={open}
          onClick={() => (wide ? setUnfolded(!unfolded) : panel.show())}
        >
          <SlidersHorizontal className="size-4.5" aria-hidden />
          Filter
        </Button>
        <select
          aria-label="Order"
          value={address.sort ?? ''}
          onChange={({ target }) => change({ sort: target.value })}
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
      {chips.length > 0 && (
        <ul aria-label="Filters that are set" className="flex flex-wrap gap-2">
          {chips.map(({ name, label }) => (
            <li key={name}>
              <Button
                look="secondary"
                size="small"
                aria-label={`Without ${label}`}
                onClick={() => change({ [name]: '' })}
              >
                {label}
                <X className="size-4 text-ink-3" aria-hidden />
              </Button>
            </li>
          ))}
          <li>
            <Button
              look="quiet"
              size="small"
              onClick={() => change({ ...NOTHING, ...(filter && { [filter.name]: '' }) })}
            >
              Clear
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}

function chipsOf(address: ListAddress, filter: Filter | undefined) {
  const { from, to, min, max } = address
  const word = filter && address[filter.name]
  const chips: [keyof ListAddress, string | undefined][] = [
    [filter?.name ?? 'status', word && (filter.choices.find(({ value }) => value === word)?.label ?? word)],
    ['from', from && `From ${dayIn(from)}`],
    ['to', to && `To ${dayIn(to)}`],
    ['min', min && `At least ${amountIn(min)}`],
    ['max', max && `At most ${amountIn(max)}`],
  ]
  return chips.flatMap(([name, label]) => (label ? [{ name, label }] : []))
}

function dayIn(day: string): string {
  const at = `${day}T12:00`
  return Number.isNaN(Date.parse(at)) ? day : dayOf(at)
}

function amountIn(text: string): string {
  return 'problem' in parseAmount(text) ? text : dollars(text)
}

/** The list as it is narrowed now, as a file. */
function CsvButton({ csv: { path, name, query = {} }, list }: Pick<Required<FilterBarProps>, 'csv' | 'list'>) {
  const { busy, submit } = useSubmission()
  return (
    <Button
      look="quiet"
      size="small"
      busy={busy}
      aria-label="Download as CSV"
      onClick={() => void submit(() => download(path, { ...list.query, ...query }, name), { success: null })}
    >
      <Download className="size-4.5" aria-hidden />
      {busy ? 'loading...' : 'CSV'}
    </Button>
  )
}
