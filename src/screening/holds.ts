import type { Tx } from '#kit/database.ts'
import { type Hold, holdsApproval } from './rules.ts'
import { selectNewestNumber, selectStandingHits, selectUpToDate } from './store.ts'

/**
 * What keeps the identity of each of these users from being approved, if anything does: their name was not compared with
 * the lists as they are, or looks like a listed one and nobody has cleared that. It is what an approval is refused for.
 */
export async function holdsOf(tx: Tx, userIds: readonly string[]): Promise<(userId: string) => Hold | null> {
  const newest = userIds.length === 0 ? 0n : await selectNewestNumber(tx)
  if (newest === 0n) return () => null
  const compared = new Set(await selectUpToDate(tx, userIds, newest))
  const holding = (await selectStandingHits(tx, userIds)).filter(({ list, state }) => holdsApproval(list, state))
  return (userId) => {
    if (!compared.has(userId)) return 'comparing'
    const own = holding.filter((hit) => hit.user_id === userId)
    const confirmed = own.filter(({ state }) => state === 'confirmed')
    if (confirmed.some(({ taken_back_at }) => taken_back_at === null)) return 'confirmed'
    if (confirmed.length > 0) return 'confirmed before'
    return own.length > 0 ? 'to review' : null
  }
}
