import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as text from '#texts/tradingview.ts'
import { LOCALE } from '#texts/locale.ts'
import { Card } from '#ui/card.tsx'
import { type Theme, useTheme } from '#ui/theme.ts'
import type { Line } from './calls.ts'
import { chartAddress, overviewAddress } from './foreign-addresses.ts'
import type { Span } from './spans.ts'

/** Milliseconds for each step: that something comes, and then that it says a word. */
const PATIENCE = { waiting: 6000, loaded: 6000 }

type ForeignChartsProps = {
  lines: readonly Line[]
  symbol: string
  span: Span
  /** Nothing came, or nothing that works. */
  onSilence: () => void
}

/**
 * TradingView's market overview and chart, in frames of their own site: its scripts never run in ours, and it learns
 * neither which page it is on nor who looks at it. The frames have no origin at all, so they can keep nothing either.
 */
export function ForeignCharts({ lines, symbol, span, onSilence }: ForeignChartsProps) {
  const theme: Theme = useTheme()
  const [step, setStep] = useState<'waiting' | 'loaded' | 'heard'>('waiting')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listen = ({ source }: MessageEvent) => {
      const frames = [...(box.current?.querySelectorAll('iframe') ?? [])]
      if (frames.some(({ contentWindow }) => contentWindow === source)) setStep('heard')
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (step === 'heard') return
    // A browser says that a frame has loaded also when it shows its own page of an error there: only a word tells.
    const silent = setTimeout(onSilence, PATIENCE[step])
    return () => clearTimeout(silent)
  }, [step, onSilence])
  const frames = [
    { name: text.chartFrame(symbol), src: chartAddress({ symbol, span, theme, locale: LOCALE }) },
    { name: text.overviewFrame, src: overviewAddress({ lines, theme, locale: LOCALE }) },
  ]
  return (
    <div ref={box} className="flex flex-col gap-3">
      {step !== 'heard' && <p role="status">{text.loading}</p>}
      {frames.map(({ name, src }) => (
        <Card key={name} className="overflow-clip">
          <iframe
            // A changed hash alone would load nothing new.
            key={src}
            title={name}
            src={src}
            sandbox="allow-scripts allow-popups"
            referrerPolicy="no-referrer"
            onLoad={() => setStep((present) => (present === 'waiting' ? 'loaded' : present))}
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
