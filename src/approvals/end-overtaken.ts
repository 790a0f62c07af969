import { recordAct } from '#audit/record.ts'
import type { Investor, System } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { auditSubject } from './audit-subject.ts'
import { lockSaidPaid } from './paid-store.ts'
import { DECISIONS, STEPS } from './rules.ts'
import { changeApproval, lockWaitingOn, selectAdministrator, selectWaitedOn, type RequestSubject } from './store.ts'
import { tellRequester } from './tell-requester.ts'

/**
 * Locks what waits on a record before the record is locked: whoever agrees to it takes the two in this order. To be
 * called where somebody is about to end the record who needs no second person.
 */
export async function holdRequestOn(tx: Tx, subject: RequestSubject): Promise<void> {
  await lockWaitingOn(tx, subject)
}

/**
 * Refuses where an administrator has said that a withdrawal was paid and that waits for a second, or has ended and nobody
 * has decided it: the money may have gone out already. Not where the newest such request was refused, they have all been
 * withdrawn, or the withdrawal was set back to pending since, declined before that or not. The caller holds the lock on the
 * withdrawal, so that nothing more is asked for.
 */
export async function refuseSaidPaid(
  tx: Tx,
  withdrawal: { id: string; version: number },
  sentences: { waiting: string; expired: string },
): Promise<void> {
  const state = await lockSaidPaid(tx, withdrawal)
  if (state === 'waiting' || state === 'expired') refuse('wrong state', sentences[state])
}

/**
 * Ends what waits on a record that its investor or a job has just brought to an end: nobody could agree to it any more.
 * That is nobody's decision about the request, so it expires, for this reason (`cancelled by investor`); who asked is
 * told. The caller holds the lock on the record. A job has not held the request before: where somebody agrees to it at
 * that moment the two may wait for each other, and one of them is tried again.
 */
export async function endRequestOn(
  tx: Tx,
  clock: Clock,
  actor: Investor | System,
  subject: RequestSubject,
  reason: string,
): Promise<void> {
  const approval = await lockWaitingOn(tx, subject)
  if (approval === undefined) return
  const { id, kind, asked_by } = approval
  const { from, to } = DECISIONS.expire
  await changeApproval(tx, id, { state: to, decided_by: null, decided_at: clock.now(), decision_reason: reason })
  const requester = await selectAdministrator(tx, asked_by)
  const request = { asked_for: kind, approval_id: id, asked_by: requester?.name ?? asked_by }
  await recordAct(tx, clock, actor, {
    action: STEPS.expire,
    subject: auditSubject(subject),
    before: { ...request, state: from },
    after: { ...request, state: to },
    reason,
  })
  await tellRequester(tx, clock, approval, { end: 'overtaken', reason })
}

/** The same of several records that a job has brought to an end, which it has locked: one question where nothing waits. */
export async function endRequestsOn(
  tx: Tx,
  clock: Clock,
  actor: System,
  { kind, ids }: { kind: RequestSubject['kind']; ids: readonly string[] },
  reason: string,
): Promise<void> {
  for (const id of await selectWaitedOn(tx, kind, ids)) await endRequestOn(tx, clock, actor, { kind, id }, reason)
}
