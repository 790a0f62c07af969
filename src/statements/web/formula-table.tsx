import { useId } from 'react'
import * as text from '#texts/story.ts'
import { LOCALE } from '#texts/locale.ts'
import { ZERO } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import { perYear } from '#plans/web/rate.tsx'
import { momentOf } from '#ui/times.ts'
import type { Formula } from './formula.ts'

const numbers = new Intl.NumberFormat(LOCALE)
const DAY = 86_400

/** What an amount of earnings was computed from, one figure under the other; read out as one sentence. */
export function FormulaTable({ formula, live = false }: { formula: Formula; live?: boolean }) {
  const id = useId()
  const { principal, dailyRoi, seconds, from, to, whole, roundedDown, carried, amount } = formula
  const result = showUsdExact(amount)
  const rest = carried === ZERO ? null : showUsdExact(carried)
  const passed = whole && live ? text.since(momentOf(from)) : text.fromTo(momentOf(from), momentOf(to))
  const rows = [
    { sign: '', figure: showUsdExact(principal), name: text.principal, note: '' },
    { sign: '×', figure: `${dailyRoi}%`, name: text.aDay, note: text.aYear(perYear(dailyRoi)) },
    { sign: '×', figure: numbers.format(seconds), name: text.seconds, note: passed },
    { sign: '÷', figure: numbers.format(DAY), name: text.secondsInDay, note: '' },
    ...(rest === null ? [] : [{ sign: '+', figure: rest, name: text.carried, note: '' }]),
  ]
  const spoken = text.spoken({
    principal: showUsdExact(principal),
    percent: dailyRoi,
    seconds,
    result,
    roundedDown,
    carried: rest,
  })
  return (
    <figure aria-labelledby={id} className="rounded-tile bg-sunken p-4">
      <figcaption id={id} className="sr-only">
        {spoken}
      </figcaption>
      <div aria-hidden className="grid grid-cols-[auto_auto_1fr] gap-x-3 gap-y-2">
        {rows.map(({ sign, figure, name, note }) => (
          <Row key={name} sign={sign} figure={figure} name={name} note={note} />
        ))}
        <span className="col-span-3 my-1 border-t border-line-strong" />
        <Row sign="=" figure={result} name="" note={roundedDown ? text.roundedDown : ''} />
      </div>
    </figure>
  )
}

function Row({ sign, figure, name, note }: { sign: string; figure: string; name: string; note: string }) {
  return (
    <>
      <span className="text-17 text-ink-3">{sign}</span>
      <span className="text-end text-17 font-medium tracking-tight">{figure}</span>
      <span className="min-w-0 self-center text-13 text-ink-2">
        <b className="text-ink">{name}</b> {note}
      </span>
    </>
  )
}
