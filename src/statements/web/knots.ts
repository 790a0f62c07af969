import { runsOf } from '#ledger/web/runs.ts'
import { fromWire, sum, type MicroUsd } from '#money/micro-usd.ts'
import type { StoryLine as Line, Yield } from '#statements/contract.ts'

/** As much of a posting as says with which it is read. */
type Posted = Pick<Line, 'id' | 'at' | 'kind' | 'amount'>

/** One knot of the line: a posting, or the earnings of neighbouring days of one month, which are one thing to read. */
export type Knot<Of extends Posted = Line> = { id: string; lines: readonly [Of, ...Of[]]; amount: MicroUsd }

/** One investment's part in a knot of earnings. */
export type Share = { cause: Line['cause']; lines: readonly [Line, ...Line[]]; amount: MicroUsd; yield: Yield | null }

/** The knots of some lines, newest first as they are; the desk reads them so, too. */
export function knotsOf<Of extends Posted>(lines: readonly Of[]): Knot<Of>[] {
  return runsOf(lines, readAsOne).map((run) => ({ id: run[0].id, lines: run, amount: amountOf(run) }))
}

/** What each investment earned in a knot, the formula of its days taken together where they follow one another. */
export function sharesOf({ lines }: Knot): Share[] {
  const parts = lines.flatMap(partsOf)
  const ids = new Set(parts.map(({ cause }) => cause.id))
  return [...ids].flatMap((id) =>
    runsOf(
      parts.filter(({ cause }) => cause.id === id),
      followsOn,
    ).map(shareOf),
  )
}

/** A posting of several investments' earnings as one of each. */
function partsOf(line: Line): readonly Line[] {
  return line.shares.length > 0 ? line.shares.map((share) => ({ ...line, ...share })) : [line]
}

function shareOf(lines: readonly [Line, ...Line[]]): Share {
  const newest = lines[0].yield
  const oldest = (lines.at(-1) ?? lines[0]).yield
  return {
    cause: lines[0].cause,
    lines,
    amount: amountOf(lines),
    yield: newest && oldest && { ...newest, seconds_from: oldest.seconds_from },
  }
}

/** How many different investments a knot is about. */
export function investmentsIn({ lines }: Knot): number {
  return new Set(lines.flatMap(partsOf).map(({ cause }) => cause.id)).size
}

function amountOf(lines: readonly Posted[]): MicroUsd {
  return sum(lines.map(({ amount }) => fromWire(amount)))
}

function readAsOne(line: Posted, newer: Posted): boolean {
  if (line.kind !== 'investment earned' || newer.kind !== line.kind) return false
  const [one, other] = [new Date(line.at), new Date(newer.at)]
  return one.getMonth() === other.getMonth() && one.getFullYear() === other.getFullYear()
}

/** The older line's seconds end where the newer one's begin, on the same terms. */
function followsOn({ yield: older }: Line, { yield: newer }: Line): boolean {
  return (
    older !== null &&
    newer !== null &&
    older.seconds_to === newer.seconds_from &&
    older.principal === newer.principal &&
    older.daily_roi === newer.daily_roi &&
    older.began_at === newer.began_at
  )
}
