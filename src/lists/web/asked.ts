import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ListQuery } from './pages.ts'

/** What a list can be narrowed to and ordered by in the address; days are those of the operator's zone. */
export type AskedFor = Partial<
  Record<'tab' | 'q' | 'status' | 'from' | 'to' | 'min' | 'max' | 'sort', string | undefined>
>
const NAMES = ['tab', 'q', 'status', 'from', 'to', 'min', 'max', 'sort'] as const

/** What a list is asked for, in the address, so that Back and a shared link ask the same. */
export function useAsked() {
  const asked = askedIn(useLocation().search)
  const navigate = useNavigate()
  const ask = (change: AskedFor) => {
    // on what is asked by then: a search begins a moment after it has been typed
    const search = (present: AskedFor) =>
      Object.fromEntries(Object.entries({ ...askedIn(present), ...change }).filter(([, value]) => value))
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }
  return {
    asked,
    /** The same in the words of the wire, without the tab, which each screen reads in its own way. */
    narrowed: narrowedBy(asked),
    /** Asks for something else as well; closes an open record. */
    ask,
  }
}
export type Asked = ReturnType<typeof useAsked>

function askedIn(search: AskedFor): AskedFor {
  return Object.fromEntries(NAMES.map((name) => [name, search[name] || undefined]))
}

function narrowedBy({ q, status, from, to, min, max, sort }: AskedFor): ListQuery {
  const wire = { q, status, from: from && startOf(from), to: to && startOf(to, 1), min, max, sort }
  return Object.fromEntries(Object.entries(wire).filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/** The first moment of a day, or of one so many days after it, in the operator's zone; nothing for what is no day. */
function startOf(day: string, later = 0): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date + later)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
