import type { Settings } from '#kit/config.ts'
import { binance } from './binance.ts'
import { coinbase } from './coinbase.ts'
import type { Exchange, SourceName } from './exchange.ts'
import { kraken } from './kraken.ts'

/** What people call each source. */
export const SOURCE_NAMES: Readonly<Record<SourceName, string>> = {
  kraken: 'Kraken',
  coinbase: 'Coinbase',
  binance: 'Binance',
}

const ADAPTERS = { kraken, coinbase, binance } as const

/** The exchanges that the settings name. */
export function exchangesOf(settings: Pick<Settings, 'marketSources'>): Exchange[] {
  return sourcesOf(settings).map((source) => ADAPTERS[source](`${settings.marketSources[source] ?? ''}/`))
}

export function sourcesOf({ marketSources }: Pick<Settings, 'marketSources'>): SourceName[] {
  return (Object.keys(ADAPTERS) as SourceName[]).filter((source) => marketSources[source] !== undefined)
}
