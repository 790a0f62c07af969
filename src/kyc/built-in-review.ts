import type { System } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { lockUser } from '#users/lock-user.ts'
import { selectClaim } from './claim-store.ts'
import { eraseClaims } from './erase-claims.ts'
import type { IdentityProvider } from './provider.ts'
import { selectCheck } from './store.ts'

const JOB: System = { job: 'built-in review' }

/** The house’s own review as a provider: a check waits for its reviewers as it is. Nobody outside tells of it. */
export function builtInReview({ db, clock }: { db: Database; clock: Clock }): IdentityProvider {
  return {
    name: 'review',
    start: ({ checkId }) =>
      readTransaction(db, async (tx) => {
        if ((await selectCheck(tx, checkId)) === undefined) refuse('not found', 'There is no such identity check.')
        return checkId
      }),
    event: () => refuse('not found', 'There is no such provider.'),
    fetch: (reference) =>
      readTransaction(db, async (tx) => {
        const check = await selectCheck(tx, reference)
        if (check?.state === 'rejected') return { state: 'rejected' as const, reason: check.reason ?? '' }
        return { state: check?.state ?? ('submitted' as const) }
      }),
    erase: ({ checkId }) =>
      transaction(db, async (tx) => {
        const userId = (await selectClaim(tx, checkId))?.user_id
        if (userId === undefined || (await lockUser(tx, userId)) === undefined) return
        const claim = await selectClaim(tx, checkId)
        if (claim !== undefined && claim.erased_at === null) await eraseClaims(tx, clock, JOB, userId, [claim])
      }),
  }
}
