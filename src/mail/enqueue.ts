import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { insertMessage } from './store.ts'

type Content = {
  receiver: string
  content: string
  /** A code or a link for its receiver alone, forgotten when it is given up; so is whatever nobody has said of. */
  secret?: boolean
}

/**
 * Puts a mail into the outbox, in the transaction that causes it, and answers its id. One validated address; plain text
 * unless it is said to be Markdown.
 */
export function enqueueMail(
  tx: Tx,
  clock: Clock,
  mail: Content & { subject: string; markdown?: boolean },
): Promise<string> {
  return enqueue(tx, clock, { channel: 'mail', markdown: false, ...mail })
}

/** Puts a text message into the outbox, in the transaction that causes it, and answers its id. The number in E.164. */
export function enqueueText(tx: Tx, clock: Clock, text: Content): Promise<string> {
  return enqueue(tx, clock, { channel: 'text', subject: null, markdown: false, ...text })
}

async function enqueue(
  tx: Tx,
  clock: Clock,
  message: Content & { channel: 'mail' | 'text'; subject: string | null; markdown: boolean },
): Promise<string> {
  const now = clock.now()
  const id = newId()
  await insertMessage(tx, { id, secret: true, ...message, created_at: now, next_try_at: now })
  return id
}
