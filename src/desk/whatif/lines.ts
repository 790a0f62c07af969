import { drawnSize } from '#money/show.ts'
import { dateOf } from '#ui/times.ts'
import { coverageOn, type Foreseen, type ForeseenDay } from '#whatif/rules.ts'

export const MEASURES = ['held', 'coverage', 'reserve'] as const
export type Measure = (typeof MEASURES)[number]
export type DayDrawn = Pick<ForeseenDay, 'day' | 'custody' | 'owed' | 'reserve'>

/** As far as a line of coverage is drawn: beyond, it says nothing more. */
const MOST_COVERED = 200
/** All that is owed is held, percent. */
export const WHOLE = 100

/** How high a day is drawn, dollars or percent; null where there is none. */
export function drawnHeight(day: DayDrawn | undefined, measure: Measure): number | null {
  if (day === undefined) return null
  if (measure === 'held') return drawnSize(day.custody)
  if (measure === 'reserve') return drawnSize(day.reserve)
  const covered = coverageOn(day)
  return covered === null ? null : Math.min(MOST_COVERED, Number(covered))
}

/**
 * Whether every day can be paid, in a sentence, and if so, whether that takes the money of new investors: `byItself` is the
 * same without new investments; and from when on the reserve alone does not bear what was promised.
 */
export function paidInWords(
  { unpaidFrom, uncoveredFrom }: Pick<Foreseen, 'unpaidFrom' | 'uncoveredFrom'>,
  byItself: Pick<Foreseen, 'unpaidFrom'>,
): string {
  const firstUnpaid = (day: string) => `${dateOf(day)} is the first day that can’t be paid in full.`
  if (unpaidFrom !== null) return firstUnpaid(unpaidFrom)
  const paid = 'Every day of the two years can be paid in full'
  const uncovered = uncoveredFrom && `${dateOf(uncoveredFrom)} the reserve doesn’t cover all earnings and bonuses.`
  if (byItself.unpaidFrom === null) return uncovered ? `${paid}, but from ${uncovered}` : `${paid}.`
  return `${paid}, but only with new investors’ money. Without it, ${firstUnpaid(byItself.unpaidFrom)}${uncovered ? ` From ${uncovered}` : ''}`
}

/** What is named beside a chart that goes so far up, and has a line across: its half, or what is covered just in full. */
export function marksOf(measure: Measure, top: number): [top: number, below: number] {
  return [top, measure === 'coverage' && top > WHOLE ? WHOLE : top / 2]
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
