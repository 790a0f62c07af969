import { holdRequestsOf } from '#approvals/close-requests.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import { putOut } from '#identity/end-sessions.ts'
import { lockForCredential } from '#identity/lock-for-credential.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'

/**
 * Ends all sessions of a user. What they have asked for and still waits is refused, and the invitations that they sent or
 * asked for are void: somebody else may have done it in one of these sessions. Owners are told where it is an administrator.
 */
export async function signOutEverywhere(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string },
): Promise<void> {
  await holdRequestsOf(tx, input.id)
  const user = await lockForCredential(tx, actor, input.id)
  await recordAct(tx, clock, actor, { action: 'sign out everywhere', subject: { kind: 'user', id: user.id } })
  await putOut(tx, clock, actor, { user, why: `${user.name} was signed out everywhere.` })
  if (user.roles.length > 0) {
    await tellOwners(tx, clock, actor, {
      ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', protects: true },
      changes: [{ field: 'sign_in', before: 'open', after: 'signed out everywhere' }],
    })
  }
  await tellOfCredential(tx, clock, user.id, {
    title: 'Sessions',
    status_text: 'signed out everywhere',
    status_color: 'grey',
  })
  await closeDevices(tx, clock, user.id)
}
