import { useLocation, useNavigate, type HistoryState } from '@tanstack/react-router'
import type { WireQuery } from './pages.ts'

/** Filters by a word, by their names in the address and on the wire. */
export type FilterName = 'status' | 'action' | 'kind'
type Name = 'tab' | 'q' | 'from' | 'to' | 'min' | 'max' | 'sort' | FilterName
/** What is open beside the list. */
type OpenName = 'panel' | 'of'
type Present = ListAddress & Partial<Record<OpenName, string | undefined>>
/** What a list is narrowed to and ordered by, as the address has it; days are those of the operator's zone. */
export type ListAddress = Partial<Record<Name, string | undefined>>

type ListFields = {
  filters?: readonly FilterName[]
  /** The records have amounts, to narrow to and to sort by. */
  amounts?: boolean
  /** What is listed waits for somebody, so that its oldest come first where no order is chosen. */
  queue?: boolean
}

/** What a list is asked for, in the address, so that Back and a shared link ask the same. Names of other lists are left out. */
export function useListQuery({ filters = [], amounts = false, queue = false }: ListFields = {}) {
  const names: readonly Name[] = ['tab', 'q', 'from', 'to', 'sort', ...filters, ...AMOUNTS.filter(() => amounts)]
  const address = addressIn(useLocation().search, names)
  const usual = queue ? 'oldest' : 'newest'
  const sort = address.sort ?? usual
  const query = queryOf({ ...address, sort }, amounts)
  const navigate = useNavigate()
  const ask = (changed: ListAddress, open: readonly OpenName[] = []) => {
    // of what is asked by then: a search begins a moment after it has been typed
    const search = (present: Present) =>
      Object.fromEntries(
        Object.entries({ ...addressIn(present, [...names, ...open]), ...changed }).filter(([, value]) => value),
      )
    const state = (present: HistoryState) => (open.length > 0 ? present : {})
    void navigate({ to: '.', search, replace: true, state, resetScroll: false })
  }
  const change = (changed: ListAddress) => ask(changed)
  return {
    address,
    /** The same in the words of the wire, without the tab, which each screen reads in its own way. */
    query,
    /** It is narrowed to some of its records. */
    narrowed: Object.keys(query).some((name) => name !== 'sort'),
    amounts,
    /** Its order; the usual one of a tab is not in the address. */
    sort,
    order: (chosen: string) => change({ sort: chosen === usual ? '' : chosen }),
    /** Asks for something else as well; closes an open record. */
    change,
    /** Searches; an open record stays, with what is half typed in its form. */
    search: (q: string) => ask({ q }, ['panel', 'of']),
  }
}
export type ListState = ReturnType<typeof useListQuery>

const AMOUNTS = ['min', 'max'] as const

function addressIn(search: Present, names: readonly (Name | OpenName)[]) {
  return Object.fromEntries(names.map((name) => [name, search[name] || undefined]))
}

function queryOf({ tab: _, from, to, sort, ...address }: ListAddress, amounts: boolean): WireQuery {
  const wire = {
    ...address,
    from: from && startOf(from),
    to: to && startOf(to, 1),
    // newest first is how the server lists by itself
    sort: sort === 'oldest' || (amounts && sort !== 'newest') ? sort : undefined,
  }
  return Object.fromEntries(Object.entries(wire).filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/** The first moment of a day, or of one so many days after it, in the operator's zone; nothing if it is not a day. */
function startOf(day: string, later = 0): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date + later)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
