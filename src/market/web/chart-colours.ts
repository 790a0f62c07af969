export type ChartType = 'area' | 'candles'

/** The tokens of the theme as colours: a canvas knows no variables. */
export function colours(): (token: string) => string {
  const style = getComputedStyle(document.documentElement)
  return (token) => style.getPropertyValue(`--${token}`).trim()
}

/** Those of the lines and fields of a type. */
export function coloursOf(type: ChartType) {
  const colour = colours()
  const [brand, up, down] = [colour('brand'), colour('up'), colour('down')]
  const area = { lineColor: brand, topColor: `${brand}40`, bottomColor: `${brand}00`, priceLineColor: brand }
  const candles = {
    upColor: up,
    wickUpColor: up,
    borderUpColor: up,
    downColor: down,
    wickDownColor: down,
    borderDownColor: down,
  }
  return type === 'area' ? area : candles
}
