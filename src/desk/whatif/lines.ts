import { drawnSize } from '#money/show.ts'
import { coverageOn, type ForeseenDay } from '#whatif/rules.ts'

export const MEASURES = ['held', 'coverage', 'reserve'] as const
export type Measure = (typeof MEASURES)[number]
export type DayDrawn = Pick<ForeseenDay, 'day' | 'custody' | 'owed' | 'reserve'>

/** As far as a line of coverage is drawn: beyond, it says nothing more. */
const MOST_COVERED = 200

/** How high a day is drawn, dollars or percent; null where there is none. */
export function drawnHeight(day: DayDrawn | undefined, measure: Measure): number | null {
  if (day === undefined) return null
  if (measure === 'held') return drawnSize(day.custody)
  if (measure === 'reserve') return drawnSize(day.reserve)
  const covered = coverageOn(day)
  return covered === null ? null : Math.min(MOST_COVERED, Number(covered))
}

/** What a chart of these lines says in words, because it draws nothing of it. */
export function undrawnIn(
  lines: readonly (readonly (DayDrawn | undefined)[])[],
  measure: Measure,
  span: number,
): string[] {
  if (measure !== 'coverage') return []
  const covered = lines.flatMap((days) => days.slice(0, span).flatMap((day) => (day ? [coverageOn(day)] : [])))
  if (covered.every((percent) => percent === null))
    return ['Nothing is owed on any of these days, so there is no coverage to draw.']
  return [
    ...(covered.includes(null) ? ['No line where nothing is owed.'] : []),
    ...(covered.some((percent) => Number(percent) > MOST_COVERED) ? [`Drawn up to ${MOST_COVERED}%.`] : []),
  ]
}

/** A line through heights, so many points wide and high, with a gap wherever there is none. */
export function linePath(heights: readonly (number | null)[], top: number, width: number, height: number): string {
  const across = width / Math.max(1, heights.length - 1)
  let pen = 'M'
  return heights
    .map((value, place) => {
      if (value === null) {
        pen = 'M'
        return ''
      }
      const point = `${pen}${(place * across).toFixed(1)} ${(height - (value * height) / top).toFixed(1)}`
      pen = 'L'
      return point
    })
    .join('')
}
