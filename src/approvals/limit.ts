import type { Tx } from '#kit/database.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { SECOND_APPROVAL_LIMIT, settingsNow } from '#settings/read.ts'

/** What a correction may move on one account without a second administrator, micro-dollars. */
export async function limitNow(tx: Tx): Promise<MicroUsd> {
  const { secondApprovalLimit } = await settingsNow(tx, { secondApprovalLimit: SECOND_APPROVAL_LIMIT })
  return secondApprovalLimit
}
