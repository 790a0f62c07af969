import type { OpenBooks } from '#funds/books-contract.ts'
import { fromWire } from '#money/micro-usd.ts'
import { drawnSize } from '#money/show.ts'
import * as text from '#texts/books.ts'
import { AmountLines, Bar, FigurePart } from './part.tsx'

const COLOURS = { committed: 'var(--brand)', not_set_apart: 'var(--line-strong)', yield: 'var(--slate)' }

/** Promises that are still open, what of them is set apart, what is free for more, and whether more is promised. */
export function ReservePart({ books: { reserve, backing, disclosed_from } }: { books: OpenBooks }) {
  const parts = [
    { name: text.committed, amount: reserve.committed, colour: COLOURS.committed },
    { name: text.notSetApart, amount: reserve.not_set_apart, colour: COLOURS.not_set_apart },
    { name: text.free, amount: reserve.yield, colour: COLOURS.yield },
  ]
  const sizes = parts.map(({ amount, colour }) => ({ size: drawnSize(fromWire(amount)), colour }))
  const all = sizes.reduce((sum, { size }) => sum + size, 0) || 1
  return (
    <FigurePart title={text.reserve} line={text.reserveLine}>
      <div className="pb-3">
        <Bar parts={sizes.map(({ size, colour }) => ({ share: (100 * size) / all, colour }))} />
      </div>
      <AmountLines lines={parts} />
      <p className="mt-3 text-14 text-ink-2">{text.backings[backing]}</p>
      {disclosed_from !== null && (
        <p className="mt-3 text-14">{text.disclosedFrom(text.dayOf(disclosed_from.slice(0, 10)))}</p>
      )}
    </FigurePart>
  )
}
