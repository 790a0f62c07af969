import { useCallback, useEffect, useRef } from 'react'
import { useTheme } from '#ui/theme.ts'
import type { Candle } from './calls.ts'
import type { ChartType } from './chart-colours.ts'
import { drawChart, type DrawnChart } from './draw-chart.ts'
import type { Span } from './spans.ts'

type CandleChartProps = {
  label: string
  /** The id of the text that says the same in words. */
  describedBy: string
  candles: readonly Candle[]
  span: Span
  type: ChartType
  /** Tells which candle is pointed at. */
  onPoint: (candle: Candle | undefined) => void
}

/** The chart itself, whose code comes after the screen. For looking: a text and a table beside it say the same. */
export function CandleChart({ label, describedBy, candles, span, type, onPoint }: CandleChartProps) {
  const drawn = useRef<DrawnChart>(null)
  const theme = useTheme()
  const draw = useCallback(
    (box: HTMLElement | null) => {
      if (!box) return
      const chart = drawChart(box, onPoint)
      drawn.current = chart
      return () => chart.remove()
    },
    [onPoint],
  )
  useEffect(() => {
    drawn.current?.setType(type)
    drawn.current?.show(candles, span)
    drawn.current?.paint(theme)
  }, [type, candles, span, theme])
  // A chart runs with time, from the left to the right, in every language.
  return <div ref={draw} dir="ltr" role="group" aria-label={label} aria-describedby={describedBy} className="h-100" />
}
