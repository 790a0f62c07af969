import { recordDecision } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { notify } from '#notifications/notify.ts'
import { kycMayBecome } from './rules.ts'
import { changeCheck, type IdentityCheckRow, selectCheck, selectNewestCheck } from './store.ts'
import { changeUser } from '#users/change-user.ts'
import { lockUser } from '#users/lock-user.ts'

/** Approves an identity check, for good. `id` is the check or its user. 404, 403 for one's own, 409 once decided. */
export async function approveCheck(tx: Tx, clock: Clock, actor: Administrator, input: { id: string }): Promise<void> {
  await decide(tx, clock, actor, input.id, { state: 'approved', reason: null })
}

/** Rejects an identity check, with the reason; the user may ask again. `id` is the check or its user. */
export async function rejectCheck(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; reason: string },
): Promise<void> {
  await decide(tx, clock, actor, input.id, { state: 'rejected', reason: input.reason })
}

async function decide(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  id: string,
  decision: { state: 'approved' | 'rejected'; reason: string | null },
): Promise<void> {
  const check = await lockCheck(tx, actor, id)
  const { state, reason } = decision
  await changeCheck(tx, check.id, { state, reason, decided_at: clock.now(), decided_by: actor.userId })
  await changeUser(tx, check.user_id, { kyc: state })
  await recordDecision(tx, clock, actor, {
    action: state === 'approved' ? 'approve identity check' : 'decline identity check',
    subject: { kind: 'identity check', id: check.id },
    from: check.state,
    to: state,
    reason,
  })
  await notify(tx, clock, check.user_id, 'identity', {
    icon: 'identity',
    title: 'Identity check',
    bold_value: reason ?? '',
    status_color: state === 'approved' ? 'green' : 'red',
    status_text: state,
    subject: { kind: 'identity check', id: check.id },
  })
}

/** The lock on the user stands for their checks: asking and deciding both take it first. */
async function lockCheck(tx: Tx, actor: Administrator, id: string): Promise<IdentityCheckRow> {
  const userId = (await selectCheck(tx, id))?.user_id ?? id
  if (userId === actor.userId)
    refuse('not allowed', 'You can’t decide on your own identity. Another administrator has to.')
  const user = await lockUser(tx, userId)
  if (user === undefined) refuse('not found', 'There is no such identity check.')
  const check = userId === id ? await selectNewestCheck(tx, userId) : await selectCheck(tx, id)
  if (check === undefined || !kycMayBecome(check.state, 'approved')) {
    refuse('wrong state', 'There is no submitted identity check here.')
  }
  return check
}
