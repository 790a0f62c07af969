import * as text from '#texts/chart.ts'
import { ShowMore, useSlices } from '#lists/web/record-list.tsx'
import type { Candle } from './calls.ts'
import { openingOf, showFigure } from './figures.ts'
import type { Span } from './spans.ts'

type CandleTableProps = { id: string; name: string; candles: readonly Candle[]; span: Span }

/** Every candle of the chart in figures, newest first. */
export function CandleTable({ id, name, candles, span }: CandleTableProps) {
  const pages = useSlices(candles.toReversed())
  const heads = [text.time, text.open, text.high, text.low, text.close]
  // Beyond a million dollars four prices do not stand side by side on a phone.
  const long = candles.some(({ high }) => Number(high) >= 1e6)
  return (
    <div id={id} className="mt-3">
      <table className="w-full text-11">
        <caption className="sr-only">{text.tableOf(name)}</caption>
        <thead className="text-ink-2">
          <tr>
            {heads.map((head, place) => (
              <th key={head} scope="col" className={`py-2 font-medium ${place === 0 ? 'text-start' : 'text-end'}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {pages.rows?.map(({ time, open, high, low, close }) => (
            <tr key={time}>
              <th scope="row" className="py-2 text-start font-normal text-ink-2">
                {openingOf(span, time)}
              </th>
              {[open, high, low, close].map((price, place) => (
                <td key={heads[place + 1]} className={`py-2 ps-1.5 text-end ${long ? 'wrap-anywhere' : ''}`}>
                  {showFigure(price)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore pages={pages} />
    </div>
  )
}
