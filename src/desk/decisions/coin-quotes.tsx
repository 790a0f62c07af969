import * as coinText from '#texts/payment-coin.ts'
import { countOf } from '#texts/locale.ts'
import type { CoinQuote } from '#investments/contract.ts'
import { showPrice } from '#market/web/figures.ts'
import { dollars } from '#money/show.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { clockTime, momentOf } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'

/** What the investor was told to pay in coin: the amount that was held last, and those before it. Nothing where it is dollars alone. */
export function CoinQuotes({ of }: { of: string }) {
  const { data } = useRead('GET /api/admin/quotes-of/:id', { params: { id: of } })
  if (!data?.coin) return null
  const { coin, quotes } = data
  const [newest, ...earlier] = quotes
  return (
    <section aria-label={`Amount in ${coin}`} className="mt-4 rounded-tile bg-sunken p-4 text-14 text-ink-2">
      <h3 className="text-13 font-normal">The investor was told to pay</h3>
      {newest ? (
        <>
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-22 font-medium text-ink">
            <span className="min-w-0 wrap-anywhere">
              {newest.amount} <span className="text-17">{coin}</span>
            </span>
            <CopyText text={newest.amount} label={coinText.copyCoin(coin)} />
          </p>
          <Told coin={coin} quote={newest} />
        </>
      ) : (
        <p className="mt-1">No amount in {coin} was ever shown: there was no price that could be trusted.</p>
      )}
      {earlier.length > 0 && (
        <details className="mt-2 border-t border-line-strong">
          <summary className="flex min-h-11 cursor-pointer items-center text-brand">
            {countOf(earlier.length, { one: 'Show # earlier amount', other: 'Show # earlier amounts' })}
          </summary>
          <ul className="flex flex-col gap-3">
            {earlier.map((quote) => (
              <li key={quote.made_at}>
                <b className="block text-ink wrap-anywhere">
                  {quote.amount} {coin}
                </b>
                <Told coin={coin} quote={quote} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** For how many dollars, at which price and by whom, and for how long it was held. */
function Told({ coin, quote }: { coin: string; quote: CoinQuote }) {
  const { price, sources, priced_at, made_at, good_until } = quote
  return (
    <p>
      For {dollars(quote.dollars)}: {coinText.rate(coin, showPrice(price), sources, clockTime(priced_at))}. Held from{' '}
      {momentOf(made_at)} to {clockTime(good_until)}.
    </p>
  )
}
