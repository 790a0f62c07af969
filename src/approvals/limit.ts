import type { Tx } from '#kit/database.ts'
import { fromWire, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { ALONE_IN_A_DAY, APPROVAL_DAYS, dailyAloneLimit, SECOND_APPROVAL_LIMIT } from './rules.ts'
import { type Limits, selectLimits } from './alone-store.ts'

/**
 * What one administrator may decide alone, micro-dollars: `each` is what a correction may move on one account, `daily` what
 * all that they approve, pay out and correct in a day (UTC) may come to. `follows` says that the one of the day is so many
 * times the other, as it is by default.
 */
export async function limitsNow(tx: Tx): Promise<{ each: MicroUsd; daily: MicroUsd; follows: boolean }> {
  return limitsIn(await selectLimits(tx))
}

/** The same, of what the owner has said as it was read. */
export function limitsIn({ second_approval_limit: said, daily_alone_limit: saidDaily }: Limits) {
  const each = said === undefined ? SECOND_APPROVAL_LIMIT : fromWire(said)
  const daily = saidDaily === undefined ? dailyAloneLimit(each) : fromWire(saidDaily)
  return { each, daily, follows: saidDaily === undefined }
}

/**
 * Both limits as whoever agrees to a change of one reads them, by the names of their settings, amounts as the wire writes
 * them; and whether the one of the day follows the other.
 */
export async function limitsInWords(tx: Tx): Promise<Record<string, string>> {
  const { each, daily, follows } = await limitsNow(tx)
  return {
    second_approval_limit: toWire(each),
    daily_alone_limit: toWire(daily),
    follows: follows ? `yes, ${ALONE_IN_A_DAY} times as much` : 'no',
  }
}

/** After how many days a request that nobody has decided expires. */
export async function approvalDaysNow(tx: Tx): Promise<number> {
  const { approval_days: said } = await selectLimits(tx)
  return said === undefined ? APPROVAL_DAYS : Number(said)
}
