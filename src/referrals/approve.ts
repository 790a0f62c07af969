import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import { ZERO } from '#money/micro-usd.ts'
import { post } from '#ledger/post.ts'
import { referenceOf, requiredLines } from './books.ts'
import { decide } from './decide.ts'
import { lockForDecision } from './lock.ts'
import { approvedAs, mayMove, whyNot } from './rules.ts'
import { investmentStatusOf } from './store.ts'

/**
 * Approves a pending referral: the bonus goes to the inviter's Referral Wallet. Completed at once where the invited
 * investment already is. 409 in any other state.
 */
export async function approveReferral(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined },
): Promise<void> {
  const referral = await lockForDecision(tx, actor, input.id)
  const clock = await databaseClock(tx)
  if (!mayMove('approve', referral.status)) refuse('wrong state', whyNot('approve', referral.status))
  refuseChanged('referral', referral.version, input.version)

  const status = approvedAs(await investmentStatusOf(tx, referral.investment_id))
  await post(tx, actor, clock.now(), [
    {
      key: `referral/${referral.id}/approve/${referral.version + 1}`,
      kind: 'referral bonus',
      reference: referenceOf(referral),
      lines: requiredLines({ ...referral, status }, ZERO),
    },
  ])
  await decide(tx, clock, actor, referral, { action: 'approve referral', changed: { status }, reason: null })
}
