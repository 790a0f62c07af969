import type { ReactNode } from 'react'

export type PlumbEvent = {
  title: ReactNode
  detail?: ReactNode
  /** At the right where it has room beside the title, else below: a time, an amount. */
  aside?: ReactNode
  /** Solid has happened, hollow is now, dotted is planned; hollow and red is wrong. */
  state: 'done' | 'now' | 'ahead' | 'wrong'
}

/** What has a cause or an order in time, hanging on a line that ends in the gold bob. */
export function PlumbLine({ events }: { events: readonly PlumbEvent[] }) {
  return (
    <ol>
      {events.map(({ title, detail, aside, state }, place) => {
        const last = place === events.length - 1
        return (
          <li key={place} className="flex gap-4">
            <span aria-hidden className="flex w-5 shrink-0 flex-col items-center pt-1">
              {last ? <PlumbBob /> : <Knot state={state} />}
              {!last && <Line state={state} />}
            </span>
            <div className={`min-w-0 flex-1 ${last ? '' : 'pb-6'}`}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <p className="text-15 font-semibold">{title}</p>
                {aside && <div className="text-14 text-ink-2">{aside}</div>}
              </div>
              {detail && <div className="text-14 text-ink-2 wrap-anywhere">{detail}</div>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Knot({ state }: { state: PlumbEvent['state'] }) {
  const classes = {
    ...{ done: 'bg-brand', now: 'border-[3.5px] border-brand', ahead: 'border-2 border-line-strong' },
    wrong: 'border-[3.5px] border-down',
  }[state]
  return <span className={`size-3.5 shrink-0 rounded-full ${classes}`} />
}

function Line({ state }: { state: PlumbEvent['state'] }) {
  const classes = state === 'done' ? 'border-s-2 border-brand' : 'border-s-2 border-dotted border-line-strong'
  return <span className={`my-1 flex-1 ${classes}`} />
}

/** The gold weight at the end of every plumb line. */
export function PlumbBob() {
  return (
    <svg viewBox="0 0 14 18" aria-hidden className="h-4.5">
      <path d="M1.6.8h10.8c.6 0 1 .6.7 1.2L7.7 15.8c-.3.7-1.1.7-1.4 0L.9 2C.6 1.4 1 .8 1.6.8z" fill="var(--seal)" />
    </svg>
  )
}
