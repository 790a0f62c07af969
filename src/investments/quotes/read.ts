import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { SOURCE_NAMES } from '#market/exchanges.ts'
import { priceNow, type PriceSettings } from '#market/price-now.ts'
import { writeUnits } from '#market/coin-units.ts'
import { writePrice } from '#market/rules.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import type { CoinQuote, PaymentCoin } from '#investments/contract.ts'
import { isUnpaid } from '#investments/rules.ts'
import type { InvestmentRecord } from '#investments/store.ts'
import { isGood, priceOf } from './make-quote.ts'
import { type QuoteRecord, selectCoin, selectNewestQuotes, selectQuotesOf } from './store.ts'

/**
 * The coin of a payment, what was last said to be paid in it, and whether a new amount could be said now: of one that is
 * unpaid and has no amount that is still good. Null for dollars alone. An amount of other dollars than are to be paid
 * now, because the record was corrected, is left out.
 */
export async function paymentCoinOf(
  tx: Tx,
  investment: InvestmentRecord,
  toPay: { dollars: MicroUsd; now: Date; settings: PriceSettings },
): Promise<PaymentCoin | null> {
  const { id, coin, coin_contract, coin_decimals } = investment
  const { dollars, now, settings } = toPay
  if (coin === null || coin_decimals === null) return null
  const [newest] = await selectNewestQuotes(tx, id, 1)
  const quote = newest?.dollars === dollars ? newest : undefined
  const asks = isUnpaid(investment) && !(quote && isGood(quote, dollars, now))
  const found = asks ? await priceNow(tx, coin, now, settings) : 'known'
  return {
    ...{ symbol: coin, contract: coin_contract, decimals: coin_decimals },
    price: typeof found === 'string' ? found : 'known',
    quote: quote === undefined ? null : quoteOnWire(quote),
  }
}

/** What one investor was ever told to pay in coin, newest first, at most `most`, each with its investment and its coin. */
export async function quotesOf(
  tx: Tx,
  userId: string,
  most: number,
): Promise<(CoinQuote & { investment_id: string; coin: string })[]> {
  const quotes = await selectQuotesOf(tx, userId, most)
  return quotes.map((quote) => {
    const { investment_id, coin } = quote
    return { investment_id, coin, ...quoteOnWire(quote) }
  })
}

/** Of one investment, for the desk. */
const MOST_QUOTES = 10

/** What an investor was told to pay in coin for one investment, newest first, for the desk. 404 if there is none such. */
export async function quotesFor(tx: Tx, investmentId: string) {
  const coin = await selectCoin(tx, investmentId)
  if (coin === undefined) refuse('not found', 'There is no such investment.')
  const quotes = coin === null ? [] : await selectNewestQuotes(tx, investmentId, MOST_QUOTES)
  return { status: 'success' as const, coin, quotes: quotes.map(quoteOnWire) }
}

export function quoteOnWire(quote: QuoteRecord): CoinQuote {
  const { units, coin_decimals, dollars, sources, priced_at, made_at, good_until } = quote
  return {
    amount: writeUnits(BigInt(units), coin_decimals),
    units,
    dollars: toWire(dollars),
    price: writePrice(priceOf(quote)),
    sources: sources.map((source) => SOURCE_NAMES[source]),
    priced_at: priced_at.toISOString(),
    made_at: made_at.toISOString(),
    good_until: good_until.toISOString(),
  }
}
