import { recordAct } from '#audit/record.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { RequestFacts } from '#kit/routes.ts'
import type { UserRow } from '#users/find.ts'
import { alarmOfNewDevice } from './alarms.ts'
import type { OpenedSession } from './cookies.ts'
import { programOf } from '#kit/device-in-words.ts'
import { provenUser } from './gate.ts'
import { openSession } from './open-session.ts'

type SignedIn = { user: UserRow; session: OpenedSession }

/**
 * Opens a session for somebody who has proved who they are, and writes down from which device: where it is a new one for
 * an administrator, owners are told.
 */
export async function openSignedIn(
  tx: Tx,
  clock: Clock,
  user: UserRow,
  request: RequestFacts,
  how: { remember?: boolean; steppedUp?: boolean } = {},
): Promise<SignedIn> {
  await alarmOfNewDevice(tx, clock, user, request)
  const session = await openSession(tx, clock, user, request, how)
  await recordAct(tx, clock, provenUser(user, request), {
    action: 'sign in',
    subject: { kind: 'user', id: user.id },
    after: programOf(request.userAgent),
  })
  return { user, session }
}
