import type { WithdrawalConditions } from '#addresses/contract.ts'
import * as text from '#texts/withdrawal-conditions.ts'
import { fromWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { momentOf } from '#ui/times.ts'

/**
 * Until when nothing can be withdrawn, for as long as that lasts; null where nothing is paused. `past` is how long ago the
 * server has said so, in milliseconds: the clock of a device may be wrong.
 */
export function pauseUntil(conditions: WithdrawalConditions | undefined, past: number): WithdrawalConditions['paused'] {
  if (!conditions?.paused) return null
  const { paused, as_of } = conditions
  return Date.parse(paused.until) - Date.parse(as_of) > past ? paused : null
}

export function pauseInWords({ until, reason }: NonNullable<WithdrawalConditions['paused']>): string {
  return text.paused(momentOf(until), reason)
}

/** What of the limit is left; undefined where there is none. */
export function leftOf(conditions: WithdrawalConditions | undefined): MicroUsd | undefined {
  const limit = conditions?.limit
  return limit ? fromWire(limit.left) : undefined
}

/** The limit in a sentence, before anything is typed. */
export function limitWords(limit: NonNullable<WithdrawalConditions['limit']>): string {
  const amount = showUsd(fromWire(limit.amount))
  if (fromWire(limit.left) > ZERO || limit.more_at === null) return text.limitOf(amount, showUsd(fromWire(limit.left)))
  return text.limitUsed(amount, momentOf(limit.more_at))
}
