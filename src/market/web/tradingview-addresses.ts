import type { Theme } from '#ui/theme.ts'
import type { MarketLine } from './calls.ts'
import type { Span } from './spans.ts'

/** The one foreign site that may be shown, and only in a frame. */
const HOST = 'https://www.tradingview-widget.com'

/** What TradingView calls the candles that we show. */
const CANDLES: Record<Span, string> = { '5m': '5', '1h': '60', '1d': 'D' }

type FrameOptions = { theme: Theme; locale: string }

/** Its chart of one coin. The settings stand behind the `#`, so that they are sent to nobody. */
export function chartAddress({ symbol, span, theme, locale }: FrameOptions & { symbol: string; span: Span }): string {
  return address('advanced-chart', locale, {
    autosize: true,
    symbol: symbolOf(symbol),
    interval: CANDLES[span],
    theme,
    style: '1',
    hide_side_toolbar: true,
    allow_symbol_change: false,
    save_image: false,
    calendar: false,
  })
}

/** Its overview of all our coins. */
export function overviewAddress({ lines, theme, locale }: FrameOptions & { lines: readonly MarketLine[] }): string {
  const symbols = lines.map(({ symbol, name }) => ({ s: symbolOf(symbol), d: name }))
  return address('market-overview', locale, {
    colorTheme: theme,
    dateRange: '1D',
    showChart: true,
    isTransparent: false,
    width: '100%',
    height: '100%',
    tabs: [{ title: 'USD', symbols: symbols.length > 0 ? symbols : [{ s: symbolOf('BTC') }] }],
  })
}

function symbolOf(symbol: string): string {
  return `COINBASE:${symbol}USD`
}

function address(widget: string, locale: string, settings: object): string {
  const [language = 'en'] = locale.split('-')
  return `${HOST}/embed-widget/${widget}/?locale=${language}#${encodeURIComponent(JSON.stringify(settings))}`
}
