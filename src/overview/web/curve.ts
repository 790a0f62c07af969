import type { Investment } from '#investments/contract.ts'
import { earnedBy } from '#investments/rules.ts'
import { termsOf } from '#investments/web/terms.ts'
import { sum } from '#money/micro-usd.ts'

const POINTS = 24
const SCALE = 10_000n

/**
 * What running investments had earned since the first of them began, as heights from 0 to 1 of a line, oldest first.
 * Computed by the rules that the books follow. Empty if nothing has been earned.
 */
export function curveOf(investments: readonly Investment[], now: number): number[] {
  const running = investments.filter(({ status }) => status === 'approved').map(termsOf)
  const first = Math.min(...running.map(({ began_at }) => began_at?.getTime() ?? now))
  const earnedAt = (at: number) => sum(running.map((terms) => earnedBy(terms, new Date(at))))
  const most = earnedAt(now)
  if (most === 0n) return []
  return Array.from({ length: POINTS + 1 }, (_, point) => {
    const at = first + ((now - first) * point) / POINTS
    return Number((earnedAt(at) * SCALE) / most) / Number(SCALE)
  })
}
