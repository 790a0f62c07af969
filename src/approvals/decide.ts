import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { announce } from '#notifications/notify.ts'
import { colleaguesAt } from './anybody-else.ts'
import { approvalDaysNow } from './limit.ts'
import { DECISIONS, expiryOf, mayDecide, STEPS, whyNot, type RequestDecision } from './rules.ts'
import { whyNotSecond } from './second-rules.ts'
import { changeApproval, lockApproval, selectAdministrator, type ApprovalRow } from './store.ts'
import { tellRequester } from './tell-requester.ts'
import { auditSubject } from './audit-subject.ts'

/** What somebody decides; that it expires, nobody does. */
type ByHand = Exclude<RequestDecision, 'expire'>

/**
 * Locks a request for a decision. 404 if there is none, 403 for who may not decide, 409 if it is no longer waiting or its
 * time is over, whether the job that writes that has run or not.
 */
export async function lockRequest(tx: Tx, actor: Administrator, decision: ByHand, id: string): Promise<ApprovalRow> {
  const approval = await lockApproval(tx, id)
  if (approval === undefined) refuse('not found', 'There is no such request.')
  const now = (await databaseClock(tx)).now()
  const problem =
    decision === 'withdraw' ? whyNotMine(approval, actor) : whyNotSecond(approval, actor, await colleaguesAt(tx, now))
  if (problem !== null) refuse('not allowed', problem)
  const over = approval.state === 'waiting' && expiryOf(approval.asked_at, await approvalDaysNow(tx)) <= now
  const state = over ? 'expired' : approval.state
  if (!mayDecide(decision, state)) refuse('wrong state', whyNot(state))
  return approval
}

function whyNotMine(approval: ApprovalRow, actor: Administrator): string | null {
  return approval.asked_by === actor.userId
    ? null
    : 'Only the person who asked for this can withdraw it. Refuse it instead.'
}

/** Writes what has become of a request: its state, the audit log with both names, and the news to who asked. */
export async function closeRequest(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  approval: ApprovalRow,
  { decision, reason }: { decision: ByHand; reason: string | null },
): Promise<void> {
  const { id, kind, asked_by } = approval
  const { to } = DECISIONS[decision]
  await changeApproval(tx, id, {
    ...{ state: to, decided_by: actor.userId, decided_at: clock.now(), decision_reason: reason },
  })
  const requester = await selectAdministrator(tx, asked_by)
  const request = { asked_for: kind, approval_id: id, asked_by: requester?.name ?? asked_by }
  await recordAct(tx, clock, actor, {
    action: STEPS[decision],
    subject: auditSubject({ kind: approval.subject_kind, id: approval.subject_id }),
    before: { ...request, state: approval.state },
    after: { ...request, state: to, decided_by: actor.name },
    reason,
  })
  if (to === 'withdrawn') return announce(tx, null, 'approvals')
  await tellRequester(tx, clock, approval, { end: to, by: actor.name, reason })
}
