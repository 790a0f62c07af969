import type { Settings } from '#kit/config.ts'
import type { Tx } from '#kit/database.ts'
import { sourcesOf } from './exchanges.ts'
import { freshQuoteOf } from './read.ts'

/** Whose prices are read, and of which coins. */
export type PriceSettings = Pick<Settings, 'market' | 'marketSources'>

/**
 * The price at which an amount may be quoted: the median of at least two sources, not stale (decision 11). `off` where
 * prices of this coin are not read here, `unknown` where nobody can be trusted at the moment. A coin that is meant to be
 * worth a dollar is priced like any other.
 */
export async function priceNow(tx: Tx, symbol: string, now: Date, settings: PriceSettings) {
  if (!settings.market.includes(symbol)) return 'off'
  return (await freshQuoteOf(tx, { symbol, sources: sourcesOf(settings), now })) ?? 'unknown'
}
