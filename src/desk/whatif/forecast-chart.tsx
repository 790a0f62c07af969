import { useState, type ReactNode } from 'react'
import { niceTop } from '#overview/web/worth-picture.ts'
import { compact, DayChart } from '#desk/day-chart.tsx'
import { dateOf } from '#ui/times.ts'
import { drawnHeight, linePath, marksOf, undrawnIn, WHOLE, type DayDrawn, type Measure } from './lines.ts'

const [WIDTH, HEIGHT] = [600, 200]

/** Solid has happened, dashed is foreseen. */
export type Line = { name: string; colour: string; dash?: string; wide?: boolean; days: readonly DayDrawn[] }

type ForecastChartProps = {
  /** The chart in a sentence. */
  label: string
  lines: readonly Line[]
  measure: Measure
  /** How many days of it, from the first. */
  span: number
  /** The first day that cannot be paid in full. */
  unpaidFrom: string | null
  /** A day in words, below. */
  chosen: (place: number) => ReactNode
}

/** Lines from day to day on one scale, with a slider over them for the finger and the arrow keys. */
export function ForecastChart({ label, lines, measure, span, unpaidFrom, chosen }: ForecastChartProps) {
  const [at, setAt] = useState(0)
  const place = Math.min(at, span - 1)
  const drawn = lines.map((line) => ({
    ...line,
    heights: Array.from({ length: span }, (_, n) => drawnHeight(line.days[n], measure)),
  }))
  const most = Math.max(...drawn.flatMap(({ heights }) => heights.map((height) => height ?? 0)))
  const top = measure === 'coverage' ? Math.max(WHOLE, niceTop(most)) : niceTop(most)
  const marks = marksOf(measure, top)
  const days = lines[0]?.days ?? []
  const notes = undrawnIn(
    lines.map((line) => line.days),
    measure,
    span,
  )
  const unpaid = unpaidFrom === null ? -1 : days.findIndex(({ day }) => day === unpaidFrom)
  const across = (n: number) => `${(100 * n) / Math.max(1, span - 1)}%`
  const named = (amount: number) => (measure === 'coverage' ? `${amount}%` : compact.format(amount))
  return (
    <div className="pt-3">
      <Names lines={lines} unpaid={unpaid >= 0 && unpaid < span} />
      <div className="pt-2">
        <DayChart
          scale={
            <>
              {marks.map((mark) => (
                <span key={mark} className="absolute" style={{ insetBlockStart: `${100 - (100 * mark) / top}%` }}>
                  {named(mark)}
                </span>
              ))}
            </>
          }
          count={span}
          place={place}
          inWords={days[place] && dateOf(days[place].day)}
          onPlace={setAt}
          marks={[0, Math.floor(span / 2), span - 1].map((n) => days[n] && dateOf(days[n].day))}
        >
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
            fill="none"
          >
            <Across marks={[...marks, 0]} top={top} strong={measure === 'coverage' ? WHOLE : null} />
            {drawn.map(({ name, colour, dash, wide, heights }) => (
              <path
                key={name}
                d={linePath(heights, top, WIDTH, HEIGHT)}
                stroke={colour}
                strokeWidth={wide ? 3 : 2}
                strokeDasharray={dash}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {unpaid >= 0 && unpaid < span && (
            <div
              aria-hidden
              className="absolute inset-y-0 border-s"
              style={{ insetInlineStart: across(unpaid), borderColor: 'var(--down)' }}
            />
          )}
          <div aria-hidden className="absolute inset-y-0 border-s" style={{ insetInlineStart: across(place) }} />
        </DayChart>
      </div>
      {notes.length > 0 && <p className="pt-2 text-13 text-ink-2">{notes.join(' ')}</p>}
      <div className="min-h-18 pt-2 text-14">{chosen(place)}</div>
    </div>
  )
}

type AcrossProps = { marks: readonly number[]; top: number; strong: number | null }

/** A line across at each mark, one of them stronger. */
function Across({ marks, top, strong }: AcrossProps) {
  return marks.map((mark) => (
    <path
      key={mark}
      d={`M0 ${HEIGHT - (mark * HEIGHT) / top}H${WIDTH}`}
      stroke={mark === strong ? 'var(--line-strong)' : 'var(--line)'}
      vectorEffect="non-scaling-stroke"
    />
  ))
}

/** What each line is, with a piece of it. */
function Names({ lines, unpaid }: { lines: readonly Line[]; unpaid: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-5 text-13 text-ink-2">
      {lines.map(({ name, colour, dash, wide }) => (
        <li key={name} className="flex items-center gap-2">
          <svg aria-hidden width="24" height="8">
            <path d="M0 4h24" stroke={colour} strokeWidth={wide ? 3 : 2} strokeDasharray={dash} />
          </svg>
          {name}
        </li>
      ))}
      {unpaid && (
        <li className="flex items-center gap-2">
          <svg aria-hidden width="8" height="12">
            <path d="M4 0v12" stroke="var(--down)" />
          </svg>
          First day not paid in full
        </li>
      )}
    </ul>
  )
}
