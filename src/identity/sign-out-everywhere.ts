import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import { endSessions } from './end-sessions.ts'
import { lockForCredential } from './lock-for-credential.ts'
import { tellOfCredential } from './tell-of-credential.ts'

/** Ends all sessions of a user. */
export async function signOutEverywhere(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string },
): Promise<void> {
  const user = await lockForCredential(tx, actor, input.id)
  await endSessions(tx, { user_id: user.id }, clock.now())
  await recordAct(tx, clock, actor, { action: 'sign out everywhere', subject: { kind: 'user', id: user.id } })
  await tellOfCredential(tx, clock, user.id, {
    title: 'Sessions',
    status_text: 'signed out everywhere',
    status_color: 'grey',
  })
  await closeDevices(tx, clock, user.id)
}
