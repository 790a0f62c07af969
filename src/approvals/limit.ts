import type { Tx } from '#kit/database.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { APPROVAL_DAYS, dailyAloneLimit, SECOND_APPROVAL_LIMIT, settingsNow } from '#settings/read.ts'

/**
 * What one administrator may decide alone, micro-dollars: `each` is what a correction may move on one account, `daily` what
 * all that they approve, pay out and correct in a day (UTC) may come to.
 */
export async function limitsNow(tx: Tx): Promise<{ each: MicroUsd; daily: MicroUsd }> {
  const now = await settingsNow(tx, { secondApprovalLimit: SECOND_APPROVAL_LIMIT, dailyAloneLimit: undefined })
  const { secondApprovalLimit: each } = now
  return { each, daily: now.dailyAloneLimit ?? dailyAloneLimit(each) }
}

/** After how many days a request that nobody has decided expires. */
export async function approvalDaysNow(tx: Tx): Promise<number> {
  const { approvalDays } = await settingsNow(tx, { approvalDays: APPROVAL_DAYS })
  return approvalDays
}
