import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { announce } from '#notifications/notify.ts'
import { termsOwed } from './read.ts'
import { insertAccepted } from './store.ts'

/** Accepts the terms in force. 409 if another version is in force by now, or if there is nothing to accept. */
export async function acceptTerms(tx: Tx, clock: Clock, actor: Investor, version: number): Promise<void> {
  const owed = await termsOwed(tx, actor.userId)
  if (owed === undefined) refuse('wrong state', 'You have accepted the terms in effect. There is nothing to do.')
  if (owed !== version) refuse('wrong state', 'The terms have changed again. Read the version in effect now.')
  const { userId } = actor
  // of two at once the second has nothing left to do
  if (!(await insertAccepted(tx, { user_id: userId, version, accepted_at: clock.now() }))) return
  await recordAct(tx, clock, actor, {
    action: 'accept terms',
    subject: { kind: 'user', id: userId },
    after: { terms_version: String(version) },
  })
  await announce(tx, userId, 'users')
}
