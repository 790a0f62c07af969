import type { KeptDay } from '#funds/books-contract.ts'

const DAY = 86_400_000
/** Percent that the picture shows at least, so that a little up and down does not look like a lot. */
const LEAST_SPAN = 10
/** As far up as it goes, percent: a house that has just begun owes little, and would leave no room for all that follows. */
const MOST = 200

export type CoveragePicture = {
  /** lines from day to day in a box of 100 by 100, one for each row of days without a gap */
  lines: string[]
  /** days that stand alone, of which a line shows nothing */
  dots: { x: number; y: number }[]
  /** how far down 100 percent is */
  whole: number
  gaps: number
  /** whether a day was further up than the picture goes */
  cut: boolean
}

const percentOf = ({ coverage }: KeptDay) => Number(coverage ?? 100)

/** Coverage day by day: nothing is drawn where no day was kept. Days on which nothing was owed count as covered. */
export function drawCoverage(days: readonly KeptDay[]): CoveragePicture {
  const at = days.map(({ day }) => Date.parse(day) / DAY)
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0]
  const all = days.map(percentOf)
  const values = all.map((percent) => Math.min(MOST, percent))
  const low = Math.min(100, ...values)
  const high = Math.max(100, ...values)
  const room = Math.max(LEAST_SPAN - (high - low), 2) / 2
  const [bottom, span] = [low - room, high - low + 2 * room]
  const height = (percent: number) => round(100 - (100 * (percent - bottom)) / span)
  const points = values.map((value, n) => ({
    x: last === first ? 50 : round((100 * ((at[n] ?? first) - first)) / (last - first)),
    y: height(value),
    begins: n === 0 || (at[n] ?? 0) - (at[n - 1] ?? 0) > 1,
  }))
  const rows: { x: number; y: number }[][] = []
  for (const { begins, ...point } of points) {
    if (begins) rows.push([point])
    else rows.at(-1)?.push(point)
  }
  return {
    lines: rows.filter((row) => row.length > 1).map((row) => row.map(({ x, y }) => `${x},${y}`).join(' ')),
    dots: rows.filter((row) => row.length === 1).flat(),
    whole: height(100),
    gaps: Math.max(rows.length - 1, 0),
    cut: all.some((percent) => percent > MOST),
  }
}

const round = (value: number) => Math.round(value * 100) / 100
