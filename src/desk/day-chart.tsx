import type { ReactNode } from 'react'
import { LOCALE } from '#texts/locale.ts'

/** Amounts beside a chart, such as $20K. */
export const compact = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', notation: 'compact' })

type DayChartProps = {
  /** What heights stand for, beside the chart. */
  scale: ReactNode
  /** What is drawn, on the whole of it. */
  children: ReactNode
  /** How many days, or groups of days, stand side by side; and the chosen one, in words too. */
  count: number
  place: number
  inWords: string | undefined
  onPlace: (place: number) => void
  /** Days that are named under it, evenly. */
  marks: readonly (string | undefined)[]
}

/** Days side by side, and over them a slider from one to the next for the finger and the arrow keys. */
export function DayChart({ scale, children, count, place, inWords, onPlace, marks }: DayChartProps) {
  return (
    <>
      <div className="flex">
        <div aria-hidden className="relative w-11 shrink-0 text-11 text-ink-3">
          {scale}
        </div>
        <div className="relative h-64 flex-1 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-brand">
          {children}
          <input
            type="range"
            aria-label="Day"
            aria-valuetext={inWords}
            min={0}
            max={count - 1}
            value={place}
            onChange={({ currentTarget }) => onPlace(Number(currentTarget.value))}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </div>
      </div>
      <div
        aria-hidden
        className="flex justify-between pt-2 text-12 text-ink-3"
        style={{ marginInlineStart: '2.75rem' }}
      >
        {marks.map((day, at) => (
          <span key={at}>{day}</span>
        ))}
      </div>
    </>
  )
}
