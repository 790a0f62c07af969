import { fromWire } from '#money/micro-usd.ts'
import type { Change } from './contract.ts'

/** What a request says of the bonus of who invited, which moves with an investment. */
const BONUS_FIELDS: readonly string[] = ['pending_bonus', 'inviters_bonus']

type Bonus = { alsoConcerns: string | null; changes: readonly Change[] }

/**
 * Whether the same bonus moves as the request showed, by the same amounts, and no more of it is charged to the operator.
 * How much is charged depends on what the inviter's wallet holds at that second, so less than was shown is no news: else
 * whoever has money coming in and out could make every request stale that takes a bonus back from them.
 */
export function movesBonusAsShown(now: Bonus, shown: Bonus): boolean {
  const isTheirs = shown.alsoConcerns === null || shown.alsoConcerns === now.alsoConcerns
  return isTheirs && amountsOf(now) === amountsOf(shown) && chargedBy(now) <= chargedBy(shown)
}

function amountsOf({ changes }: Bonus): string {
  const ofBonus = changes.filter(({ field }) => BONUS_FIELDS.includes(field))
  return ofBonus.map(({ field, before, after }) => `${field} ${before} ${after}`).join()
}

/** Micro-dollars; below zero where the operator gets back what was charged before. */
function chargedBy({ changes }: Bonus): bigint {
  const { before = null, after = null } = changes.find(({ field }) => field === 'bonus_charged') ?? {}
  return fromWire(after ?? '0') - fromWire(before ?? '0')
}
