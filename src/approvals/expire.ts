import { recordAct } from '#audit/record.ts'
import type { System } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { oneByOne, sweep } from '#kit/sweep.ts'
import { approvalDaysNow } from './limit.ts'
import { DECISIONS, expiryOf, mayDecide, STEPS } from './rules.ts'
import { changeApproval, lockApproval, selectAdministrator, selectOverdue } from './store.ts'
import { tellRequester } from './tell-requester.ts'
import { auditSubject } from './audit-subject.ts'

/** Ends a request that nobody has decided in time, and tells who asked. Does nothing if somebody was first. */
export async function expireApproval(tx: Tx, actor: System, input: { id: string }): Promise<void> {
  const approval = await lockApproval(tx, input.id)
  if (approval === undefined || !mayDecide('expire', approval.state)) return
  const clock = await databaseClock(tx)
  const now = clock.now()
  if (expiryOf(approval.asked_at, await approvalDaysNow(tx)) > now) return
  const { id, kind, asked_by } = approval
  const { to } = DECISIONS.expire
  await changeApproval(tx, id, { state: to, decided_by: null, decided_at: now, decision_reason: null })
  const requester = await selectAdministrator(tx, asked_by)
  const request = { asked_for: kind, approval_id: id, asked_by: requester?.name ?? asked_by }
  await recordAct(tx, clock, actor, {
    action: STEPS.expire,
    subject: auditSubject({ kind: approval.subject_kind, id: approval.subject_id }),
    before: { ...request, state: approval.state },
    after: { ...request, state: to },
    reason: null,
  })
  await tellRequester(tx, clock, approval, { end: 'expired' })
}

/** Ends what nobody has decided in time, one by one: what fails keeps nothing else. */
export async function expireApprovals(db: Database, actor: System, stopping?: AbortSignal): Promise<void> {
  const work = oneByOne(
    async (tx, after, most) => {
      const before = new Date((await databaseClock(tx)).now().getTime() - (await approvalDaysNow(tx)) * DAY)
      return selectOverdue(tx, before, after, most)
    },
    (tx, id) => expireApproval(tx, actor, { id }),
  )
  await sweep(db, work, stopping)
}
