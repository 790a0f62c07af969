import { HOUR, type Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { counting, countWithin, keptKey, type Limit } from '#kit/limit.ts'
import { PRODUCT } from './letter.ts'
import { nameFor, writtenInName } from './operator-name.ts'
import { insertMessage, insertToldMessages } from './store.ts'

type Content = {
  receiver: string
  content: string
  /** A code or a link for its receiver alone, forgotten when it is given up; so is whatever nobody has said of. */
  secret?: boolean
}

/**
 * Puts a mail into the outbox, in the transaction that causes it, and answers its id. One validated address; plain text
 * unless it is said to be Markdown, which may show the engraving of an account (`rosetteOf`).
 */
export function enqueueMail(
  tx: Tx,
  clock: Clock,
  mail: Content & { subject: string; markdown?: boolean; rosetteOf?: string },
): Promise<string> {
  return enqueue(tx, clock, { channel: 'mail', markdown: false, ...mail })
}

/** Mails of one kind that somebody gets in an hour because of what others do. */
const MOST = 10
const NO_MORE =
  '\nYou have had ten mails like this one within an hour. We will not send more until the hour is over. Sign in to ' +
  `${PRODUCT} to see everything that has changed.\n`

/**
 * Puts a mail into the outbox that tells somebody what was done to what is theirs. Ten of one subject go to one address
 * in an hour, and the tenth says so; beyond that there is none, for whoever does it over and over must not flood a
 * mailbox. What was done counts anyway, and the app tells it.
 */
export async function enqueueTelling(
  tx: Tx,
  clock: Clock,
  mail: { receiver: string; subject: string; content: string; secret: boolean },
): Promise<boolean> {
  const count = await countWithin(tx, clock, tellings(mail.receiver, mail.subject))
  if (count === undefined) return false
  await enqueueMail(tx, clock, count < MOST ? mail : { ...mail, content: mail.content + NO_MORE })
  return true
}

/**
 * The same to users, at the address that they have, of what is nobody's secret. Nothing of it has to be known beforehand,
 * so it goes out with whatever else the transaction writes: those to different users about one thing in one statement.
 */
export async function enqueueTellingUsers(
  tx: Tx,
  clock: Clock,
  mails: readonly { userId: string; subject: string; content: string }[],
): Promise<void> {
  const later: (typeof mails)[number][] = []
  const [first] = mails
  if (first === undefined) return
  const now = new Map<string, (typeof mails)[number]>()
  for (const mail of mails) {
    if (mail.subject === first.subject && !now.has(mail.userId)) now.set(mail.userId, mail)
    else later.push(mail)
  }
  const limits = [...now.keys()].map((userId) => tellings(userId, first.subject))
  await insertToldMessages(tx, {
    ...{ created_at: clock.now(), most: MOST },
    counted: counting(tx, clock, limits),
    subject: writtenInName(first.subject),
    inName: writtenInName,
    mails: [...now.values()].map(({ userId, content }, n) => ({
      ...{ id: newId(), user_id: userId, key: keptKey(tx, limits[n] as Limit) },
      ...{ one: content, last: content + NO_MORE },
    })),
  })
  await enqueueTellingUsers(tx, clock, later)
}

function tellings(receiver: string, subject: string): Limit {
  return { key: `told/${receiver}/${subject}`, most: MOST, milliseconds: HOUR }
}

/** Puts a text message into the outbox, in the transaction that causes it, and answers its id. The number in E.164. */
export function enqueueText(tx: Tx, clock: Clock, text: Content): Promise<string> {
  return enqueue(tx, clock, { channel: 'text', subject: null, markdown: false, ...text })
}

async function enqueue(
  tx: Tx,
  clock: Clock,
  {
    rosetteOf = null,
    ...message
  }: Content & {
    channel: 'mail' | 'text'
    subject: string | null
    markdown: boolean
    rosetteOf?: string | null
  },
): Promise<string> {
  const now = clock.now()
  const id = newId()
  const name = await nameFor(tx, [message.content, message.subject ?? ''])
  const [content, subject] = [name(message.content), message.subject && name(message.subject)]
  const times = { created_at: now, next_try_at: now }
  await insertMessage(tx, { id, secret: true, ...message, content, subject, rosette_of: rosetteOf, ...times })
  return id
}
