import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockMessage, mailingOf, markForAnotherTry } from './store.ts'
import { changeMailing, lockMailing } from './mailing-store.ts'

/**
 * Tries a message again that was given up, as long as what it said is still there. 404 if there is none, 409 if it
 * was not given up, carried a code or a link, or belongs to a mailing that was stopped.
 */
export async function retryMessage(tx: Tx, clock: Clock, actor: Administrator, input: { id: string }): Promise<void> {
  // The mailing before its message, as everybody locks them.
  const mailingId = await mailingOf(tx, input.id)
  const mailing = mailingId === null ? undefined : await lockMailing(tx, mailingId)
  const message = await lockMessage(tx, input.id)
  if (message === undefined) refuse('not found', 'There is no such message.')
  if (message.state === 'delivered') refuse('wrong state', 'This message has been delivered.')
  if (message.state === 'waiting') refuse('wrong state', 'This message is still waiting and is tried automatically.')
  if (mailing !== undefined && mailing.stopped_at !== null)
    refuse('wrong state', 'The mailing was stopped. Write a new mail to send it.')
  if (mailing === undefined && message.content === '') {
    refuse(
      'wrong state',
      message.secret
        ? 'It carried a code or a link, which is not kept. The receiver can ask for a new one.'
        : 'The text of this message has not been kept.',
    )
  }
  const now = clock.now()
  await markForAnotherTry(tx, message.id, now)
  if (mailing !== undefined) await changeMailing(tx, mailing.id, { settled_at: null, delivered: null, failed: null })
  await recordAct(tx, clock, actor, {
    action: 'message tried again',
    subject: { kind: 'message', id: message.id },
    before: { tries: message.tries, last_error: message.last_error },
  })
}
