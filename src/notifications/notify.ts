import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { enqueueTellingUser } from '#mail/enqueue.ts'
import { writtenInName } from '#mail/operator-name.ts'
import { letterOf } from '#mail/templates.ts'
import type { Topic } from './contract.ts'
import type { NotificationContent, NotificationSubject } from './notification-content.ts'
import { pushWordsOf } from './push-words.ts'
import { SESSIONS } from './events.ts'
import { insertLiveEvent, insertNotification } from './store.ts'
import { insertPushes } from './push-store.ts'

/**
 * Tells one user that something of theirs has changed: a notification, which opens its subject; an event for open screens,
 * theirs and the administrators', and, where it matters, a mail and a push for each device that asked for it. In the
 * transaction of the change.
 */
export async function notify(
  tx: Tx,
  clock: Clock,
  userId: string,
  topic: Topic,
  { subject = null, ...notice }: NotificationContent & { subject?: NotificationSubject | null },
): Promise<void> {
  const [id, now] = [newId(), clock.now()]
  await insertNotification(tx, {
    ...{ user_id: userId, id, ...notice, created_at: now },
    ...{ subject_kind: subject?.kind ?? null, subject_id: subject?.id ?? null },
  })
  const words = pushWordsOf(notice)
  if (words !== undefined) {
    const content = writtenInName(words.content)
    await insertPushes(tx, userId, { notification_id: id, ...words, content, created_at: now })
  }
  const letter = letterOf(notice)
  if (letter !== undefined) await enqueueTellingUser(tx, clock, { userId, ...letter })
  await announce(tx, userId, topic)
}

/** Tells open screens, a user's (or no user's) and the administrators', to fetch a topic again. Nothing stays. */
export async function announce(tx: Tx, userId: string | null, topic: Topic): Promise<void> {
  await insertLiveEvent(tx, userId === null ? ['administrators'] : [{ userId }, 'administrators'], topic)
}

/** Tells everybody's open screens to fetch a topic again: what is available has changed. Nothing stays. */
export async function announceToAll(tx: Tx, topic: Topic): Promise<void> {
  await insertLiveEvent(tx, ['everybody'], topic)
}

/** Lets every process look again at a user's open streams of events: a session of theirs has ended, or there are too many. */
export async function announceSessions(tx: Tx, userId: string): Promise<void> {
  await insertLiveEvent(tx, [{ userId }], SESSIONS)
}
