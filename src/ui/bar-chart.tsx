import type { ReactNode } from 'react'

/** A piece of a bar: solid happened, hatched is planned. Sizes are for drawing alone, figures are never read from them. */
export type BarPart = { size: number; colour: string; hatched?: boolean }

type BarChartProps = {
  /** The chart in a sentence. */
  label: string
  /** From the first to the last, each from the ground up. */
  bars: readonly (readonly BarPart[])[]
  /** What the bars are compared with, across all of them. */
  line?: { size: number; name: ReactNode } | undefined
  /** Below it, from the first bar to the last. */
  foot: readonly ReactNode[]
}

/** Bars on one scale. What they say in figures stands beside it, in a table. */
export function BarChart({ label, bars, line, foot }: BarChartProps) {
  const most = Math.max(line?.size ?? 0, ...bars.map((parts) => parts.reduce((all, { size }) => all + size, 0)))
  const top = most || 1
  const share = (size: number) => `${(100 * size) / top}%`
  return (
    <div>
      <div
        role="img"
        aria-label={label}
        className="relative flex h-24 items-end border-b border-line-strong"
        style={{ gap: 1 }}
      >
        {bars.map((parts, place) => (
          <div key={place} className="flex h-full min-w-0 flex-1 flex-col-reverse">
            {parts.map(({ size, colour, hatched }, part) => (
              <div
                key={part}
                className={hatched ? 'hatched' : ''}
                style={{ height: share(size), color: colour, ...(hatched ? {} : { background: colour }) }}
              />
            ))}
          </div>
        ))}
        {line && (
          <div className="absolute inset-x-0 border-t" style={{ bottom: share(line.size), borderColor: 'var(--seal)' }}>
            {/* on paper of its own: on a bar it could not be read. A low line has it above, not on the foot */}
            <span
              className={`absolute start-1 rounded-full bg-surface px-2 text-12 font-semibold ${2 * line.size < top ? 'bottom-0.5' : 'top-0.5'}`}
            >
              {line.name}
            </span>
          </div>
        )}
      </div>
      <div aria-hidden className="flex justify-between pt-1 text-12 text-ink-3">
        {foot.map((said, place) => (
          <span key={place}>{said}</span>
        ))}
      </div>
    </div>
  )
}
