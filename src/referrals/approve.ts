import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import type { OwnStep } from '#approvals/contract.ts'
import { changesBetween } from '#approvals/rules.ts'
import { hasTaken } from '#approvals/whose-step.ts'
import { leadsToAmount } from '#audit/read.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import type { Settings } from '#kit/config.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { booksOf, missingFrom } from '#ledger/books.ts'
import { post } from '#ledger/post.ts'
import { isPlanOf } from '#plans/made-by.ts'
import { lockForDecision, refuseClosed } from '#records/lock.ts'
import { referralReference, requiredEntries } from './books.ts'
import { decide } from './decide.ts'
import { approvedAs, TRANSITIONS } from './rules.ts'
import { investmentOf, type ReferralRecord } from './store.ts'
import { onlyKnownBy } from '#kyc/only-known-by.ts'

/**
 * Approves a pending referral: the bonus goes to the inviter's Referral Wallet. Completed at once where the invited
 * investment already is. 409 in any other state. What one administrator may not approve alone waits for a second: then
 * nothing has changed, and the id of the request is answered.
 */
export async function approveReferral(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined },
  defaults: Pick<Settings, 'kyc'>,
  agreed?: Agreed,
): Promise<string | undefined> {
  const { record: referral, clock } = await lockForDecision(tx, actor, 'referral', input.id)
  refuseClosed('referral', TRANSITIONS.approve, referral, input.version)

  const investment = await investmentOf(tx, referral.investment_id)
  const status = approvedAs(investment.status)
  return correctOrAsk(tx, clock, actor, correctionOf(referral), agreed, async () => {
    const act = newActId()
    await post(tx, { actor, act }, clock.now(), [
      {
        key: `referral/${referral.id}/approve/${referral.version + 1}`,
        kind: 'referral bonus',
        reference: referralReference(referral),
        entries: missingFrom(
          booksOf(requiredEntries(referral, ZERO)),
          booksOf(requiredEntries({ ...referral, status }, ZERO)),
        ),
      },
    ])
    await decide(tx, clock, actor, referral, { act, action: 'approve referral', changed: { status }, reason: null })
    return {
      ...{ moved: ZERO, counts: referral.amount, alsoConcerns: referral.invited_id },
      ownStep: () => stepBefore(tx, actor, { ...referral, plan_id: investment.plan_id }, defaults),
      changes: changesBetween({ status: referral.status, amount: null }, { status, amount: toWire(referral.amount) }),
    }
  })
}

/** An approval as it is kept while it waits. */
export type KeptReferral = { id: string; version: number }

function correctionOf({ id, version, inviter_id }: ReferralRecord): Correction {
  const kept: KeptReferral = { id, version }
  const subject = { kind: 'referral', id } as const
  return { kind: 'approve referral', subject, concerns: inviter_id, input: kept, version, reason: null }
}

/**
 * Who approved the investment that it comes from, or corrected its amount since, or approved the identity of either side,
 * or made the plan, has decided the step before; and so everybody has where an identity is still to be checked.
 */
async function stepBefore(
  tx: Tx,
  { userId }: Administrator,
  referral: ReferralRecord & { plan_id: string },
  defaults: Pick<Settings, 'kyc'>,
): Promise<OwnStep | null> {
  if (await hasTaken(tx, userId, referral.investment_id, leadsToAmount('approved', 'completed'))) return 'investment'
  const identity = await onlyKnownBy(tx, userId, referral.invited_id, defaults)
  if (identity !== null) return identity
  const inviters = await onlyKnownBy(tx, userId, referral.inviter_id, defaults)
  if (inviters !== null) return inviters === 'identity' ? 'inviter identity' : 'no inviter identity'
  return (await isPlanOf(tx, referral.plan_id, userId)) ? 'plan' : null
}
