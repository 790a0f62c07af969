import { useCallback, useId, useState } from 'react'
import * as text from '#texts/worth.ts'
import { dateOf } from '#ui/times.ts'
import type { Bands, Picture } from './worth-picture.ts'

/** Below the ground: marks of what came and went, and the days. */
const FOOT = 34
const TOP = 14
const COLOURS = { inPlans: 'var(--slate)', withdrawable: 'var(--brand)', rest: 'var(--line-strong)' } as const
const BANDS = Object.keys(COLOURS) as (keyof Bands)[]

type WorthChartProps = {
  /** Draws for a width and a height. */
  draw: (size: { width: number; height: number }) => Picture
  height: number
  /** The same in a sentence. */
  label: string
  /** Whether the dollars beside the lines may be seen. */
  shown: boolean
  first: string
  until: string | null
}

/** What somebody has over time: solid what happened, hatched what is planned, the plumb line at now. */
export function WorthChart({ draw, height, label, shown, first, until }: WorthChartProps) {
  const [width, setWidth] = useState(320)
  const follow = useCallback((place: HTMLElement | null) => {
    if (!place) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 320)))
    watch.observe(place)
    return () => watch.disconnect()
  }, [])
  const ground = height - FOOT
  const { happened, planned, now, marks, ticks } = draw({ width, height: ground - TOP })
  const id = useId()
  return (
    <div ref={follow} style={{ height }}>
      <svg role="img" aria-label={label} width={width} height={height} className="block text-11">
        <defs>
          {BANDS.map((band) => (
            <pattern
              key={band}
              id={`${id}${band}`}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(30)"
            >
              <path d="M1 0v5" stroke={COLOURS[band]} strokeWidth="2" />
            </pattern>
          ))}
        </defs>
        <g transform={`translate(0 ${TOP})`}>
          {ticks.map(({ y }) => (
            <path key={y} d={`M0 ${y}H${width}`} stroke="var(--line)" />
          ))}
          {BANDS.map((band) => (
            <g key={band}>
              <path d={happened[band]} fill={COLOURS[band]} />
              {planned && <path d={planned[band]} fill={`url(#${id}${band})`} />}
            </g>
          ))}
          <path d={`M0 ${ground - TOP}H${width}`} stroke="var(--line-strong)" />
          {ticks.map(({ y, dollars }) => (
            <text key={y} x="0" y={y - 3} fill="var(--ink-2)">
              {shown && text.tick(dollars)}
            </text>
          ))}
        </g>
        {marks.map(({ x, paidIn, day }) => (
          <path
            key={`${day}${paidIn}`}
            transform={`translate(${x} ${ground + 8})`}
            d={paidIn ? 'M-4.5 4L0-4L4.5 4z' : 'M-4.5-4L0 4L4.5-4z'}
            fill={paidIn ? 'var(--up)' : 'var(--down)'}
          />
        ))}
        <path d={`M${now} 0V${ground}`} stroke="var(--seal)" strokeWidth="1.5" />
        <path d={`M${now - 5} ${ground}h10L${now} ${ground + 11}z`} fill="var(--seal)" />
        <Days first={dateOf(first)} until={until} now={now} width={width} y={height - 3} />
      </svg>
    </div>
  )
}

type DaysProps = { first: string; until: string | null; now: number; width: number; y: number }

/** The first day, now, and the end of what is planned. */
function Days({ first, until, now, width, y }: DaysProps) {
  return (
    <g fill="var(--ink-2)">
      <text x="0" y={y}>
        {first}
      </text>
      <text x={until ? now : width} y={y} textAnchor={until ? 'middle' : 'end'} fontWeight="600" fill="var(--ink)">
        {text.today}
      </text>
      {until && (
        <text x={width} y={y} textAnchor="end">
          {until}
        </text>
      )}
    </g>
  )
}
