import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { enqueueTellingUsers } from '#mail/enqueue.ts'
import { writtenInName } from '#mail/operator-name.ts'
import { letterOf } from '#mail/templates.ts'
import type { Topic } from './contract.ts'
import type { NotificationContent, NotificationSubject } from './notification-content.ts'
import { pushWordsOf } from './push-words.ts'
import { SESSIONS } from './events.ts'
import { insertForAll, insertLiveEvent, insertNotifications } from './store.ts'
import { insertPushes } from './push-store.ts'

/**
 * What one user is told, what it opens, and in a sentence what else comes of it, which its mail says too. `ownLetter`: the
 * caller mails something of its own, in place of what the event is mailed with.
 */
type Notice = NotificationContent & {
  subject?: NotificationSubject | null
  follows?: string | undefined
  ownLetter?: boolean
}

/**
 * Tells one user that something of theirs has changed: a notification, which opens its subject; an event for open screens,
 * theirs and the administrators', and, where it matters, a mail and a push for each device that asked for it. In the
 * transaction of the change.
 */
export async function notify(tx: Tx, clock: Clock, userId: string, topic: Topic, notice: Notice): Promise<void> {
  await notifyEach(tx, clock, [topic], [{ userId, ...notice }])
}

/** The same to several users, who may be told of several things each, of these topics. */
export async function notifyEach(
  tx: Tx,
  clock: Clock,
  topics: readonly Topic[],
  notices: readonly (Notice & { userId: string })[],
): Promise<void> {
  const now = clock.now()
  const told = notices.map(({ userId, subject = null, follows, ownLetter = false, ...notice }) => ({
    id: newId(),
    userId,
    subject,
    follows,
    ownLetter,
    notice,
  }))
  await insertNotifications(
    tx,
    told.map(({ id, userId, subject, notice }) => ({
      ...{ user_id: userId, id, ...notice, created_at: now },
      ...{ subject_kind: subject?.kind ?? null, subject_id: subject?.id ?? null },
    })),
  )
  const pushed = told.flatMap(({ id, userId, subject, notice }) => {
    const words = pushWordsOf(notice, subject?.kind)
    return words === undefined ? [] : [{ userId, notificationId: id, words }]
  })
  for (const alike of Map.groupBy(pushed, ({ words }) => JSON.stringify(words)).values()) {
    const [{ words } = {}] = alike
    if (words === undefined) continue
    await insertPushes(tx, alike, { ...words, content: writtenInName(words.content), created_at: now })
  }
  const letters = told.flatMap(({ userId, notice, follows, ownLetter }) => {
    const letter = ownLetter ? undefined : letterOf({ ...notice, follows })
    return letter === undefined ? [] : [{ userId, ...letter }]
  })
  await enqueueTellingUsers(tx, clock, letters)
  for (const topic of topics) await insertLiveEvent(tx, [...eachOnce(told), 'administrators'], topic)
}

/** Tells every investor in one statement, as the panel shows it; nothing is mailed. Open screens fetch the topic again. */
export async function notifyInvestors(tx: Tx, clock: Clock, topic: Topic, notice: NotificationContent): Promise<void> {
  await insertForAll(tx, 'investors', { ...notice, created_at: clock.now() })
  await announceToAll(tx, topic)
}

/** The same to everybody, administrators among them. */
export async function notifyEverybody(tx: Tx, clock: Clock, topic: Topic, notice: NotificationContent): Promise<void> {
  await insertForAll(tx, 'everybody', { ...notice, created_at: clock.now() })
  await announceToAll(tx, topic)
}

function eachOnce(told: readonly { userId: string }[]): { userId: string }[] {
  return [...new Set(told.map(({ userId }) => userId))].map((userId) => ({ userId }))
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
