import type { ReactNode } from 'react'

/** `whole`: in a list the term wraps, and a value that is one number does not. */
export type Figure = { term: ReactNode; value: ReactNode; note?: ReactNode; whole?: boolean }

/** A few figures side by side, parted by thin lines; what has no room goes below, where the line before it is cut off. */
export function FigureStrip({ figures, className = '' }: { figures: readonly Figure[]; className?: string }) {
  return (
    <div className={className}>
      <div className="overflow-clip">
        <dl className="-ms-3 flex flex-wrap gap-y-3">
          {figures.map(({ term, value, note }, place) => (
            <div
              key={place}
              className="flex min-w-min flex-1 flex-col justify-between border-s border-line ps-3 pe-2 last:pe-0"
            >
              <dt className="text-13 text-ink-2">{term}</dt>
              <dd className="mt-1 font-semibold tracking-tight whitespace-nowrap">
                {value}
                {note && <span className="mt-0.5 block text-12 font-normal whitespace-normal">{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

/** Figures under one another: a receipt, the terms of something. */
export function FigureList({ figures, className = '' }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl className={`flex flex-col gap-2 text-14 ${className}`}>
      {figures.map(({ term, value, whole }, place) => (
        <div key={place} className="flex items-baseline justify-between gap-x-4">
          <dt className={`max-w-1/2 text-ink-2 ${whole ? '' : 'xs:shrink-0'}`}>{term}</dt>
          <dd
            className={`text-end font-semibold max-xs:text-start ${whole ? 'whitespace-nowrap' : 'min-w-0 wrap-anywhere'}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
