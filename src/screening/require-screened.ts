import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { holdsApproval } from './rules.ts'
import { selectComparedWith, selectNewestNumber, selectStandingHits } from './store.ts'

/**
 * Refuses (409) to approve the identity of somebody whose name was not compared with the lists as they are, or looks like
 * a listed one and nobody has cleared that.
 */
export async function requireScreened(tx: Tx, userId: string): Promise<void> {
  const newest = await selectNewestNumber(tx)
  if (newest === 0n) return
  if (((await selectComparedWith(tx, userId)) ?? 0n) < newest) {
    refuse(
      'wrong state',
      'The name is still being compared with the newest sanctions lists. Try again in a few minutes.',
    )
  }
  const holding = (await selectStandingHits(tx, [userId])).filter(({ list, state }) => holdsApproval(list, state))
  const confirmed = holding.filter(({ state }) => state === 'confirmed')
  if (confirmed.length > 0) {
    refuse(
      'wrong state',
      confirmed.every(({ taken_back_at }) => taken_back_at !== null)
        ? 'A match was confirmed before the account was taken back. If it is not this person, an administrator other than the one who confirmed it has to clear it first.'
        : 'This person is confirmed to be on a sanctions list. The match has to be cleared first.',
    )
  }
  if (holding.length > 0) {
    refuse('wrong state', 'The name looks like one on a list. Review the match before you approve the identity check.')
  }
}
