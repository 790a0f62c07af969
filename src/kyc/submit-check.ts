import { recordDecision } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { notify } from '#notifications/notify.ts'
import { kycMayBecome } from './rules.ts'
import { insertCheck } from './store.ts'
import { changeUser } from '#users/change-user.ts'
import { lockUser } from '#users/lock-user.ts'

/** Submits one’s identity for a check. 409 while one is under way, and once approved. */
export async function submitCheck(tx: Tx, clock: Clock, actor: Investor): Promise<void> {
  const user = await lockUser(tx, actor.userId)
  if (user === undefined) throw new Error(`user ${actor.userId} has gone`)
  if (!kycMayBecome(user.kyc, 'submitted')) {
    refuse(
      'wrong state',
      user.kyc === 'approved' ? 'Your identity check is approved.' : 'Your identity check has been submitted.',
    )
  }
  const check = { id: newId(), user_id: user.id, state: 'submitted' as const, reason: null, submitted_at: clock.now() }
  await insertCheck(tx, { ...check, decided_at: null, decided_by: null })
  await changeUser(tx, user.id, { kyc: 'submitted' })
  await recordDecision(tx, clock, actor, {
    action: 'ask for identity check',
    subject: { kind: 'identity check', id: check.id },
    from: user.kyc,
    to: 'submitted',
  })
  await notify(tx, clock, user.id, 'identity', {
    icon: 'identity',
    title: 'Identity check',
    bold_value: '',
    status_color: 'yellow',
    status_text: 'submitted',
    subject: { kind: 'identity check', id: check.id },
  })
}
