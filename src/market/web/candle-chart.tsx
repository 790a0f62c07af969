import { useEffect, useRef } from 'react'
import { useTheme } from '#ui/theme.ts'
import type { Candle } from './calls.ts'
import { type ChartLook, drawChart, type DrawnChart } from './draw-chart.ts'
import type { Span } from './spans.ts'

type CandleChartProps = {
  label: string
  /** The id of the text that says the same in words. */
  describedBy: string
  candles: readonly Candle[]
  span: Span
  look: ChartLook
  /** Tells which candle is pointed at. */
  onPoint: (candle: Candle | undefined) => void
}

/** The chart itself, whose code comes after the screen. For looking: a text and a table beside it say the same. */
export function CandleChart({ label, describedBy, candles, span, look, onPoint }: CandleChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart>(null)
  const theme = useTheme()
  useEffect(() => {
    if (!box.current) return
    drawn.current = drawChart(box.current, onPoint)
    return () => drawn.current?.remove()
  }, [onPoint])
  useEffect(() => drawn.current?.look(look), [look])
  useEffect(() => drawn.current?.show(candles, span), [candles, span])
  useEffect(() => drawn.current?.paint(theme), [theme])
  // A chart runs with time, from the left to the right, in every language.
  return <div ref={box} dir="ltr" role="group" aria-label={label} aria-describedby={describedBy} className="h-100" />
}
