import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { selectDecidedAlone } from './alone-store.ts'
import { isAnybodyElse } from './anybody-else.ts'
import { limitsNow } from './limit.ts'
import { MOST_REQUESTS, utcDay } from './rules.ts'
import { countWaitingOf } from './store.ts'

/**
 * What this administrator may still decide about withdrawals alone today, micro-dollars; null while there is no other
 * administrator, for then nothing is counted. What comes beyond it waits for a second one.
 */
export async function leftAlone(tx: Tx, { userId }: Administrator): Promise<MicroUsd | null> {
  const now = (await databaseClock(tx)).now()
  if (!(await isAnybodyElse(tx, now, 'update withdrawal', [userId]))) return null
  const { daily } = await limitsNow(tx)
  const decided = await selectDecidedAlone(tx, userId, utcDay(now))
  return decided < daily ? microUsd(daily - decided) : ZERO
}

/** How many more requests of this administrator may wait for a second one. */
export async function requestsLeft(tx: Tx, { userId }: Administrator): Promise<number> {
  return MOST_REQUESTS - (await countWaitingOf(tx, userId, MOST_REQUESTS))
}
