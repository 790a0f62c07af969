import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Theme } from '#ui/theme.ts'
import type { Candle } from './calls.ts'
import { type ChartType, colours, coloursOf } from './chart-colours.ts'
import './chart-mark.ts'
import { markOf, openingOf, showMark } from './figures.ts'
import type { Span } from './spans.ts'

export type DrawnChart = {
  setType(type: ChartType): void
  show(candles: readonly Candle[], span: Span): void
  /** Takes the colours of the theme that is on screen. */
  paint(theme: Theme): void
  remove(): void
}

type AnySeries = ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>

/**
 * A chart in a box, as wide and tall as it. Swiping over it up and down scrolls the page, and so does the wheel.
 * Prices become numbers here and nowhere else: a pixel is no figure.
 */
export function drawChart(box: HTMLElement, onPoint: (candle: Candle | undefined) => void): DrawnChart {
  const chart = createChart(box, {
    autoSize: true,
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false, axisPressedMouseMove: false },
    crosshair: { mode: CrosshairMode.Magnet },
    layout: { attributionLogo: true, fontFamily: getComputedStyle(box).fontFamily, fontSize: 12 },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.16 } },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true, timeVisible: true },
  })
  let type: ChartType = 'area'
  let painted: Theme | undefined
  let series = addSeries(chart, type)
  let shown: { candles: readonly Candle[]; span: Span } | undefined
  chart.subscribeCrosshairMove(({ time }) =>
    onPoint(time === undefined ? undefined : shown?.candles.find((candle) => secondsOf(candle) === time)),
  )
  const fill = () => {
    if (shown === undefined) return
    const last = Number(shown.candles.at(-1)?.close ?? 1)
    series.applyOptions({
      priceFormat: { type: 'custom', formatter: showMark, minMove: stepOf(last) },
    })
    series.setData(shown.candles.map(pointOf))
  }
  const drawn: DrawnChart = {
    setType(next) {
      if (next === type) return
      type = next
      chart.removeSeries(series)
      series = addSeries(chart, type)
      series.applyOptions(coloursOf(type))
      fill()
    },
    show(candles, span) {
      if (shown?.candles === candles && shown.span === span) return
      const again = shown?.span === span && shown.candles[0]?.time === candles[0]?.time
      shown = { candles, span }
      chart.applyOptions({
        localization: { timeFormatter: (time: number) => openingOf(span, time * 1000) },
        timeScale: { tickMarkFormatter: (time: number) => markOf(span, time * 1000) },
      })
      fill()
      // What somebody zoomed to stays as it is when only the newest candle has changed.
      if (!again) chart.timeScale().fitContent()
    },
    paint(theme) {
      if (theme === painted) return
      painted = theme
      const colour = colours()
      chart.applyOptions({
        layout: { background: { type: ColorType.Solid, color: colour('surface') }, textColor: colour('ink-2') },
        grid: { vertLines: { visible: false }, horzLines: { color: colour('line') } },
        crosshair: {
          vertLine: { color: colour('ink-3'), labelBackgroundColor: colour('brand') },
          horzLine: { color: colour('ink-3'), labelBackgroundColor: colour('brand') },
        },
      })
      series.applyOptions(coloursOf(type))
    },
    remove: () => chart.remove(),
  }
  return drawn
}

function addSeries(chart: IChartApi, type: ChartType): AnySeries {
  return type === 'area' ? chart.addSeries(AreaSeries, { lineWidth: 2 }) : chart.addSeries(CandlestickSeries)
}

/** A point of both types: an area takes its value, candles the four. */
function pointOf(candle: Candle) {
  const { open, high, low, close } = candle
  const value = Number(close)
  return { time: secondsOf(candle), value, open: Number(open), high: Number(high), low: Number(low), close: value }
}

function secondsOf({ time }: Candle): UTCTimestamp {
  return (Date.parse(time) / 1000) as UTCTimestamp
}

/** The smallest step that the scale tells apart: prices are shown to it. */
function stepOf(price: number): number {
  return price >= 1 ? 0.01 : 10 ** (Math.floor(Math.log10(price)) - 3)
}
