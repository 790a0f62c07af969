import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction, readBeforeAlone } from '#approvals/ask.ts'
import type { OwnStep } from '#approvals/contract.ts'
import { changesBetween } from '#approvals/rules.ts'
import { hasTaken } from '#approvals/whose-step.ts'
import { leadsTo } from '#audit/read.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { atOnce } from '#kit/pipeline.ts'
import type { Settings } from '#kit/config.ts'
import { microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { post, postLast } from '#ledger/post.ts'
import { isPlanOf } from '#plans/made-by.ts'
import { lockForDecision, lockReferralOf, refuseClosed } from '#records/lock.ts'
import { accrueInvestor } from './accrue.ts'
import { reserveFor, setApartIn } from './backing/promise.ts'
import { transferBetween } from './books.ts'
import { decide } from './decide.ts'
import { drawOnSuspense } from '#investments/suspense/draw-on.ts'
import { TRANSITIONS } from './rules.ts'
import type { InvestmentRecord } from './store.ts'
import { onlyKnownBy } from '#kyc/only-known-by.ts'

/**
 * Approves an investment: the principal stands in the books, and earning begins at this second. It has come in for
 * this one unless `fromSuspense` names another of the same investor and wallet for which money is held.
 * 409 in any state but pending and waiting approval, where it is not the version that was looked at, and where what it
 * is paid from no longer holds it. What one administrator may not approve alone waits for a second: then nothing has
 * changed, and the id of the request is answered.
 */
export async function approveInvestment(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; fromSuspense?: string | undefined },
  defaults: Pick<Settings, 'kyc'>,
  agreed?: Agreed,
): Promise<string | undefined> {
  const subject = { kind: 'investment', id: input.id } as const
  const [locked, alone, referral] = await atOnce([
    lockForDecision(tx, actor, 'investment', input.id),
    readBeforeAlone(tx, actor, { kind: 'approve investment', subject }),
    lockReferralOf(tx, input.id),
  ])
  const { record: investment, clock } = locked
  refuseClosed('investment', TRANSITIONS.approve, investment, input.version)

  const now = clock.now()
  const approved: InvestmentRecord = {
    ...investment,
    from_suspense: input.fromSuspense ?? null,
    status: TRANSITIONS.approve.to,
    reason: null,
    began_at: now,
    accrued_at: now,
    earned_posted: ZERO,
    version: investment.version + 1,
  }
  const correction = correctionOf(approved, investment.version)
  const perform = async () => {
    const by = { actor, act: newActId() }
    const reserve = await reserveFor(tx, investment.id)
    approved.set_apart = setApartIn(reserve, investment, approved)
    if (investment.source === 'reinvest') await accrueInvestor(tx, clock, by, investment.user_id)
    const isNewMoney = approved.from_suspense === null && approved.received === ZERO
    const held = isNewMoney ? [] : await drawOnSuspense(tx, clock, actor, investment, approved)
    // A bonus that there was before is settled with it, and its accounts are locked behind these.
    const posting = referral === null ? postLast : post
    await posting(tx, by, now, [transferBetween(investment, approved, 'approved')])
    const bonus = await decide(
      tx,
      clock,
      actor,
      { ...locked, referral, reserve },
      {
        act: by.act,
        action: 'approve investment',
        title: 'Investment approved',
        after: approved,
        reason: null,
      },
    )
    return {
      moved: ZERO,
      counts: microUsd(investment.amount + bonus.moved),
      ownStep: () => stepBefore(tx, actor, approved, defaults),
      alsoConcerns: bonus.inviterId,
      changes: [
        ...changesBetween(
          { status: investment.status, amount: null },
          { status: approved.status, amount: toWire(approved.amount) },
        ),
        ...bonus.changes,
        ...held,
      ],
    }
  }
  return correctOrAsk(tx, clock, actor, correction, agreed, perform, alone)
}

/** An approval as it is kept while it waits. */
export type KeptApproval = { id: string; version: number; from_suspense: string | null }

function correctionOf({ id, user_id, from_suspense }: InvestmentRecord, version: number): Correction {
  const kept: KeptApproval = { id, version, from_suspense }
  const subject = { kind: 'investment', id } as const
  return { kind: 'approve investment', subject, concerns: user_id, input: kept, version, reason: null }
}

/**
 * Who approved the investor's identity, made the plan, or declined what the money came in for with which it is paid, has
 * decided the step before: somebody else looks at it then. So they do where the identity is still to be checked, or
 * whoever approves the investment could approve that afterwards.
 */
async function stepBefore(
  tx: Tx,
  { userId }: Administrator,
  { id, user_id, plan_id, received, from_suspense }: InvestmentRecord,
  defaults: Pick<Settings, 'kyc'>,
): Promise<OwnStep | null> {
  const identity = await onlyKnownBy(tx, userId, user_id, defaults)
  if (identity !== null) return identity
  if (await isPlanOf(tx, plan_id, userId)) return 'plan'
  const cameInFor = from_suspense ?? (received > ZERO ? id : null)
  return cameInFor !== null && (await hasTaken(tx, userId, cameInFor, leadsTo('declined'))) ? 'money' : null
}
