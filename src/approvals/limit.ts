import type { Tx } from '#kit/database.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { APPROVAL_DAYS, dailyAloneLimit, SECOND_APPROVAL_LIMIT, settingsNow } from '#settings/read.ts'
import { ALONE_IN_A_DAY } from '#settings/rules.ts'

/**
 * What one administrator may decide alone, micro-dollars: `each` is what a correction may move on one account, `daily` what
 * all that they approve, pay out and correct in a day (UTC) may come to.
 */
export async function limitsNow(tx: Tx): Promise<{ each: MicroUsd; daily: MicroUsd }> {
  const now = await settingsNow(tx, { secondApprovalLimit: SECOND_APPROVAL_LIMIT, dailyAloneLimit: undefined })
  const { secondApprovalLimit: each } = now
  return { each, daily: now.dailyAloneLimit ?? dailyAloneLimit(each) }
}

/**
 * Both limits as whoever agrees to a change of one reads them, by the names of their settings, amounts as the wire writes
 * them; and whether the one of the day follows the other, as it does where nobody has said otherwise.
 */
export async function limitsInWords(tx: Tx): Promise<Record<string, string>> {
  const { each, daily } = await limitsNow(tx)
  const { dailyAloneLimit: said } = await settingsNow(tx, { dailyAloneLimit: undefined })
  return {
    second_approval_limit: toWire(each),
    daily_alone_limit: toWire(daily),
    follows: said === undefined ? `yes, ${ALONE_IN_A_DAY} times as much` : 'no',
  }
}

/** After how many days a request that nobody has decided expires. */
export async function approvalDaysNow(tx: Tx): Promise<number> {
  const { approvalDays } = await settingsNow(tx, { approvalDays: APPROVAL_DAYS })
  return approvalDays
}
