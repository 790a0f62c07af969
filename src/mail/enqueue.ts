import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { insertMessage } from './store.ts'

/** Puts a mail into the outbox, in the transaction that causes it, and answers its id. One validated address, plain text. */
export function enqueueMail(
  tx: Tx,
  clock: Clock,
  mail: { receiver: string; subject: string; content: string },
): Promise<string> {
  return enqueue(tx, clock, { channel: 'mail', ...mail })
}

/** Puts a text message into the outbox, in the transaction that causes it, and answers its id. The number in E.164. */
export function enqueueText(tx: Tx, clock: Clock, text: { receiver: string; content: string }): Promise<string> {
  return enqueue(tx, clock, { channel: 'text', subject: null, ...text })
}

async function enqueue(
  tx: Tx,
  clock: Clock,
  message: { channel: 'mail' | 'text'; receiver: string; subject: string | null; content: string },
): Promise<string> {
  const now = clock.now()
  const id = newId()
  await insertMessage(tx, { id, ...message, created_at: now, next_try_at: now })
  return id
}
