import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { insertMessage } from './store.ts'

/** Puts a mail into the outbox, in the transaction that causes it. One validated address, plain text. */
export async function enqueueMail(
  tx: Tx,
  clock: Clock,
  mail: { receiver: string; subject: string; content: string },
): Promise<void> {
  await enqueue(tx, clock, { channel: 'mail', ...mail })
}

/** Puts a text message into the outbox, in the transaction that causes it. The number in E.164. */
export async function enqueueText(tx: Tx, clock: Clock, text: { receiver: string; content: string }): Promise<void> {
  await enqueue(tx, clock, { channel: 'text', subject: null, ...text })
}

async function enqueue(
  tx: Tx,
  clock: Clock,
  message: { channel: 'mail' | 'text'; receiver: string; subject: string | null; content: string },
): Promise<void> {
  const now = clock.now()
  await insertMessage(tx, { id: newId(), ...message, created_at: now, next_try_at: now })
}
