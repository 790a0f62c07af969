import type { Tx } from '#kit/database.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'

const LIMIT = microUsd(1_000_000_000n)

/** What a correction may move on one account without a second administrator, micro-dollars. */
export async function secondApprovalLimit(_tx: Tx): Promise<MicroUsd> {
  return LIMIT
}
