import { ExternalLink } from 'lucide-react'
import { useCallback, useState } from 'react'
import * as text from '#texts/tradingview.ts'
import { LOCALE } from '#texts/locale.ts'
import { Card } from '#ui/card.tsx'
import { type Theme, useTheme } from '#ui/theme.ts'
import type { MarketLine } from './calls.ts'
import { chartAddress, overviewAddress } from './tradingview-addresses.ts'
import type { Span } from './spans.ts'

/** Milliseconds for each step: that something comes, and then that it says a word. */
const PATIENCE = { waiting: 6000, loaded: 6000 }

type TradingViewChartsProps = {
  lines: readonly MarketLine[]
  symbol: string
  span: Span
  /** Nothing came, or nothing that works. */
  onSilence: () => void
}

/**
 * TradingView's market overview and chart, in frames of their own site: its scripts never run in ours, and it learns
 * neither which page it is on nor who looks at it. The frames have no origin at all, so they can keep nothing either.
 */
export function TradingViewCharts({ lines, symbol, span, onSilence }: TradingViewChartsProps) {
  const theme: Theme = useTheme()
  const [heard, setHeard] = useState(false)
  const listen = useCallback(
    (box: HTMLElement | null) => {
      if (!box) return
      return awaitWord(box, (came) => (came ? setHeard(true) : onSilence()))
    },
    [onSilence],
  )
  const frames = [
    { name: text.chartFrame(symbol), src: chartAddress({ symbol, span, theme, locale: LOCALE }) },
    { name: text.overviewFrame, src: overviewAddress({ lines, theme, locale: LOCALE }) },
  ]
  return (
    <div ref={heard ? null : listen} className="flex flex-col gap-3">
      {!heard && <p role="status">{text.loading}</p>}
      {frames.map(({ name, src }) => (
        <Card key={name} className="overflow-clip">
          <iframe
            // A changed hash alone would load nothing new.
            key={src}
            title={name}
            src={src}
            sandbox="allow-scripts allow-popups"
            referrerPolicy="no-referrer"
            className="block h-100 w-full"
          />
        </Card>
      ))}
      <p className="text-13 text-ink-2">
        {text.chartsBy}{' '}
        <a
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-6 items-center gap-1 font-medium text-brand underline"
        >
          {text.tradingView}
          <ExternalLink className="size-3.5" aria-hidden />
        </a>
        . {text.notOurs}
      </p>
    </div>
  )
}

/** Tells once whether a frame in a box says a word in time. Returns what ends the waiting. */
function awaitWord(box: HTMLElement, tell: (came: boolean) => void): () => void {
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    clearTimeout(silent)
  }
  const silence = () => {
    end()
    tell(false)
  }
  let silent = setTimeout(silence, PATIENCE.waiting)
  const loaded = () => {
    clearTimeout(silent)
    silent = setTimeout(silence, PATIENCE.loaded)
  }
  const listen = ({ source }: MessageEvent) => {
    if (![...box.querySelectorAll('iframe')].some(({ contentWindow }) => contentWindow === source)) return
    end()
    tell(true)
  }
  // A browser says that a frame has loaded also when it shows its own page of an error there: only a word tells.
  box.addEventListener('load', loaded, { capture: true, once: true, signal: ended.signal })
  addEventListener('message', listen, ended)
  return end
}
