import { utcDay } from '#approvals/rules.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { holdsOf } from '#screening/holds.ts'
import { selectEnds } from './claim-store.ts'
import type { CheckHold } from './hold-rules.ts'
import { checkExpiry } from './rules.ts'
import type { IdentityCheckRow } from './store.ts'

/** What keeps each of these checks from being approved now; null where nothing does, and once it is decided. */
export async function holdsOfChecks(
  tx: Tx,
  clock: Clock,
  checks: readonly Pick<IdentityCheckRow, 'id' | 'user_id' | 'state'>[],
): Promise<(checkId: string) => CheckHold | null> {
  const waiting = checks.filter(({ state }) => state === 'submitted')
  const ids = waiting.map(({ id }) => id)
  const claims = new Map((await selectEnds(tx, ids)).map((claim) => [claim.id, claim]))
  const named = await holdsOf(tx, [...new Set(waiting.map(({ user_id }) => user_id))])
  const today = utcDay(clock.now())
  const holds = waiting.map(({ id, user_id }): [string, CheckHold | null] => {
    const claim = claims.get(id)
    if (claim !== undefined && claim.erased_at !== null) return [id, 'erased']
    const expiresOn = claim?.expires_on ?? null
    return [id, expiresOn !== null && checkExpiry(expiresOn, today) !== null ? 'expired' : named(user_id)]
  })
  const held = new Map(holds)
  return (checkId) => held.get(checkId) ?? null
}
