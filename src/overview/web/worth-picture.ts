import { drawnSize } from '#money/show.ts'
import type { Maturity, WorthParts } from '#investments/web/maturities.ts'
import type { WorthPoint } from './worth-points.ts'

const DAY = 86_400_000
/** What of the width is planned, however far away it is: the days gone and the days to come can both be read. */
const LEAST = 0.25
const MOST = 0.55
/** Half of each can be written in two digits, as it is beside its line. */
const NICE = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** One on top of the other: what is in plans, what can be withdrawn, and the rest. Each the outline of its area. */
export type Bands = { inPlans: string; withdrawable: string; rest: string }
export type Picture = {
  /** what stood at the end of each day, and what is planned from now on */
  happened: Bands
  planned: Bands | null
  /** of now, between the two */
  now: number
  marks: { x: number; paidIn: boolean; day: string }[]
  ticks: { y: number; dollars: number }[]
}

type Vertex = { x: number; worth: WorthParts }

/** Days and maturities as a picture so many points wide and high, of which the lowest are zero dollars. */
export function drawWorth(
  points: readonly WorthPoint[],
  maturities: readonly Maturity[],
  now: number,
  { width, height }: { width: number; height: number },
): Picture {
  const ahead = ((maturities.at(-1)?.at ?? now) - now) / DAY
  const share = ahead > 0 ? Math.min(MOST, Math.max(LEAST, ahead / (ahead + points.length))) : 0
  const past = width * (1 - share)
  const most = Math.max(
    ...points.map(({ all }) => drawnSize(all)),
    ...maturities.map(({ after }) => drawnSize(after.all)),
  )
  const top = niceTop(most)
  const y = (amount: number) => height - (amount * height) / top
  const startOf = (place: number) => (past * place) / points.length
  const days = points.flatMap((worth, place) => [
    { x: startOf(place), worth },
    { x: startOf(place + 1), worth },
  ])
  const last = points.at(-1)
  const at = (time: number) => past + (width - past) * ((time - now) / DAY / ahead)
  const coming = maturities.flatMap(({ at: time, before, after }) => [
    { x: at(time), worth: before },
    { x: at(time), worth: after },
  ])
  const middle = (place: number) => (startOf(place) + startOf(place + 1)) / 2
  return {
    happened: bandsOf(days, y),
    planned: last && ahead > 0 ? bandsOf([{ x: past, worth: last }, ...coming], y) : null,
    now: past,
    marks: points.flatMap(({ day, paidIn, paidOut }, place) => {
      // what came and went on one day stands side by side
      const apart = paidIn > 0n && paidOut > 0n ? 5 : 0
      return [
        ...(paidIn > 0n ? [{ x: middle(place) - apart, paidIn: true, day }] : []),
        ...(paidOut > 0n ? [{ x: middle(place) + apart, paidIn: false, day }] : []),
      ]
    }),
    ticks: [top / 2, top].map((dollars) => ({ y: y(dollars), dollars })),
  }
}

function bandsOf(vertices: readonly Vertex[], y: (amount: number) => number): Bands {
  const line = (amountAt: (worth: WorthParts) => number) =>
    vertices.map(({ x, worth }) => `${x.toFixed(1)} ${y(amountAt(worth)).toFixed(1)}`)
  const inPlans = (worth: WorthParts) => drawnSize(worth.inPlans)
  const withdrawable = (worth: WorthParts) => inPlans(worth) + drawnSize(worth.withdrawable)
  const [ground, first, second, third] = [
    () => 0,
    inPlans,
    withdrawable,
    (worth: WorthParts) => drawnSize(worth.all),
  ].map(line)
  const between = (lower: readonly string[] = [], upper: readonly string[] = []) =>
    `M${[...upper, ...lower.toReversed()].join('L')}z`
  return { inPlans: between(ground, first), withdrawable: between(first, second), rest: between(second, third) }
}

/** The least round number of dollars that is not below all that is drawn. */
export function niceTop(most: number): number {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return (NICE.find((step) => step * power >= most) ?? 10) * power
}
