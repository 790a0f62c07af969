import type { ReactNode } from 'react'
import { Money } from '#ui/money.tsx'

/** A part of the figures under its heading. */
export function FigurePart({
  title,
  line,
  children,
}: {
  title: string
  line?: string | undefined
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <h2 className="text-17 font-medium">{title}</h2>
      {line !== undefined && <p className="mt-1 text-14 text-ink-2">{line}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

type LineOf = { name: string; amount: string; colour?: string }

/** Amounts under their names, each with the colour that it has in a picture. */
export function AmountLines({ lines }: { lines: readonly LineOf[] }) {
  return (
    <dl className="text-14">
      {lines.map(({ name, amount, colour }, place) => (
        <div key={place} className="flex items-baseline justify-between gap-3 border-t border-line py-2">
          <dt className="flex min-w-0 items-center gap-2 wrap-anywhere text-ink-2">
            {colour !== undefined && (
              <svg aria-hidden width="8" height="8" className="shrink-0">
                <rect width="8" height="8" rx="2" fill={colour} />
              </svg>
            )}
            {name}
          </dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type BarOf = { share: number; colour: string }

/** A bar of parts, each so many percent of the whole. For looking only: the figures stand beside it. */
export function Bar({ parts }: { parts: readonly BarOf[] }) {
  return (
    <div aria-hidden className="flex overflow-clip rounded-full bg-sunken" style={{ height: 12 }}>
      {parts.map(({ share, colour }, place) => (
        <div key={place} style={{ width: `${share}%`, background: colour }} />
      ))}
    </div>
  )
}
