import type { Tx } from '#kit/database.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { APPROVAL_DAYS, SECOND_APPROVAL_LIMIT, settingsNow } from '#settings/read.ts'

/** What a correction may move on one account without a second administrator, micro-dollars. */
export async function limitNow(tx: Tx): Promise<MicroUsd> {
  const { secondApprovalLimit } = await settingsNow(tx, { secondApprovalLimit: SECOND_APPROVAL_LIMIT })
  return secondApprovalLimit
}

/** After how many days a request that nobody has decided expires. */
export async function approvalDaysNow(tx: Tx): Promise<number> {
  const { approvalDays } = await settingsNow(tx, { approvalDays: APPROVAL_DAYS })
  return approvalDays
}
