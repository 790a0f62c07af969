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
  /** how often no day was kept in between */
  gaps: number
  /** whether a day was further up than the picture goes */
  cut: boolean
}

/** Coverage day by day: nothing is drawn where no day was kept, or nothing was owed. At least one day has something owed. */
export function drawCoverage(days: readonly KeptDay[]): CoveragePicture {
  const at = days.map(({ day }) => Date.parse(day) / DAY)
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0]
  const owing = days.flatMap(({ coverage }, n) =>
    coverage === null ? [] : [{ at: at[n] ?? first, all: Number(coverage) }],
  )
  const values = owing.map(({ all }) => Math.min(MOST, all))
  const low = Math.min(100, ...values)
  const high = Math.max(100, ...values)
  const room = Math.max(LEAST_SPAN - (high - low), 2) / 2
  const [bottom, span] = [low - room, high - low + 2 * room]
  const height = (percent: number) => round(100 - (100 * (percent - bottom)) / span)
  const rows: { x: number; y: number }[][] = []
  for (const [n, value] of values.entries()) {
    const day = owing[n]?.at ?? first
    const point = { x: last === first ? 50 : round((100 * (day - first)) / (last - first)), y: height(value) }
    if (day - (owing[n - 1]?.at ?? -Infinity) > 1) rows.push([point])
    else rows.at(-1)?.push(point)
  }
  return {
    lines: rows.filter((row) => row.length > 1).map((row) => row.map(({ x, y }) => `${x},${y}`).join(' ')),
    dots: rows.filter((row) => row.length === 1).flat(),
    whole: height(100),
    gaps: at.filter((day, n) => n > 0 && day - (at[n - 1] ?? day) > 1).length,
    cut: owing.some(({ all }) => all > MOST),
  }
}

const round = (value: number) => Math.round(value * 100) / 100
