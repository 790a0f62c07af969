import { X } from 'lucide-react'
import { parseAmount } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { dayOf } from '#ui/times.ts'
import type { Filter } from './filter-form.tsx'
import type { ListState, ListAddress } from './list-query.ts'
import { dollars } from '#money/show.ts'

const NOTHING: ListAddress = { q: '', from: '', to: '', min: '', max: '' }

/** What a list is narrowed to, each to be taken away; nothing if that is nothing. */
export function FilterChips({ list, narrowing }: { list: ListState; narrowing: Filter | undefined }) {
  const { address, change } = list
  const chips = chipsOf(address, narrowing)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chips.map(({ name, label }) => (
        <li key={name}>
          <Button
            variant="secondary"
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
          variant="quiet"
          size="small"
          onClick={() => change({ ...NOTHING, ...(narrowing && { [narrowing.name]: '' }) })}
        >
          Clear
        </Button>
      </li>
    </ul>
  )
}

function chipsOf(address: ListAddress, narrowing: Filter | undefined) {
  const { from, to, min, max } = address
  const word = narrowing && address[narrowing.name]
  const chips: [keyof ListAddress, string | undefined][] = [
    [narrowing?.name ?? 'status', word && (narrowing.choices.find(({ value }) => value === word)?.label ?? word)],
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
