import { refuseWhileWaiting } from '#approvals/ask.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { booksOf, missingFrom } from '#ledger/books.ts'
import { post } from '#ledger/post.ts'
import { ZERO } from '#money/micro-usd.ts'
import { lockForDecision, refuseClosed } from '#records/lock.ts'
import { referralReference, requiredEntries } from './books.ts'
import { decide } from './decide.ts'
import { TRANSITIONS } from './rules.ts'
import type { ReferralRecord } from './store.ts'

/** Declines a pending referral, for good: what was set apart for it is free again, no other money moves. 409 in any other state. */
export async function declineReferral(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; reason: string | null },
): Promise<void> {
  const { record: referral, clock } = await lockForDecision(tx, actor, 'referral', input.id)
  await refuseWhileWaiting(tx, { kind: 'referral', id: input.id })
  refuseClosed('referral', TRANSITIONS.decline, referral, input.version)

  const act = newActId()
  const changed = { status: TRANSITIONS.decline.to, reason: input.reason, set_apart: ZERO }
  const booksIn = (one: ReferralRecord) => booksOf(requiredEntries(one, ZERO))
  await post(tx, { actor, act }, clock.now(), [
    {
      key: `referral/${referral.id}/decline/${referral.version + 1}`,
      kind: 'set apart',
      reference: referralReference(referral),
      entries: missingFrom(booksIn(referral), booksIn({ ...referral, ...changed })),
    },
  ])
  await decide(tx, clock, actor, referral, {
    ...{ act, action: 'decline referral', changed },
    reason: input.reason,
  })
}
