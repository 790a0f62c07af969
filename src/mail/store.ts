import type { Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Message } from '#kit/database-schema.ts'

export type NewMessage = {
  id: string
  channel: 'mail' | 'text'
  receiver: string
  subject: string | null
  content: string
  created_at: Date
  next_try_at: Date
}

/** A message on its way out, and how often it has been tried, this time included. */
export type ClaimedMessage = Pick<
  Selectable<Message>,
  'id' | 'channel' | 'receiver' | 'subject' | 'content' | 'created_at' | 'tries'
>

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('message').values(message).execute()
}

/**
 * Takes messages that are due, the longest waiting first, each for one deliverer alone: until `leaseEnds` nobody else
 * finds them due, and after that, should the deliverer have died, somebody else does.
 */
export function claimDue(
  tx: Tx,
  channel: ClaimedMessage['channel'],
  now: Date,
  leaseEnds: Date,
  most: number,
): Promise<ClaimedMessage[]> {
  return tx
    .with('due', (db) =>
      db
        .selectFrom('message')
        .select('id')
        .where('channel', '=', channel)
        .where('delivered_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('message')
    .from('due')
    .set((eb) => ({ next_try_at: leaseEnds, tries: eb('message.tries', '+', 1) }))
    .whereRef('message.id', '=', 'due.id')
    .returning([
      ...(['message.id', 'message.channel', 'message.receiver', 'message.subject', 'message.content'] as const),
      ...(['message.created_at', 'message.tries'] as const),
    ])
    .execute()
}

/** It has arrived; what it said (codes, links) is forgotten. */
export async function markDelivered(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('message')
    .set({ delivered_at: at, content: '', last_error: null })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .execute()
}

/** It did not arrive and is tried again, unless another deliverer has it by now. */
export async function markForRetry(tx: Tx, message: ClaimedMessage, nextTry: Date, lastError: string): Promise<void> {
  await tx
    .updateTable('message')
    .set({ next_try_at: nextTry, last_error: lastError })
    .where('id', '=', message.id)
    .where('tries', '=', message.tries)
    .where('delivered_at', 'is', null)
    .execute()
}

/** It will not arrive; why stays, what it said is forgotten. */
export async function markGivenUp(tx: Tx, message: ClaimedMessage, at: Date, lastError: string): Promise<void> {
  await tx
    .updateTable('message')
    .set({ given_up_at: at, content: '', last_error: lastError })
    .where('id', '=', message.id)
    .where('tries', '=', message.tries)
    .where('delivered_at', 'is', null)
    .execute()
}
