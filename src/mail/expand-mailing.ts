import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { isMailAddress } from './rules.ts'
import type { ReceiverFinder } from './segment.ts'
import {
  changeMailing,
  giveUpWaiting,
  insertMailed,
  lockOpenMailing,
  type MailedMessage,
  type MailingRow,
  settleMailing,
} from './mailing-store.ts'

/** How many receivers one transaction writes to. */
export const CHUNK = 500

/**
 * Does the next piece of work on the mailing that was begun first: writes a chunk of its messages, calls off a chunk of
 * one that was stopped, or closes the books of one whose messages have all gone. Answers whether there was any. Where it
 * dies half-way nothing of the piece has happened, and any number of processes may ask: one has the mailing in hand.
 */
export function expandMailing(house: { db: Database; clock: Clock; finder: ReceiverFinder }): Promise<boolean> {
  const { db, clock, finder } = house
  return transaction(db, async (tx) => {
    const mailing = await lockOpenMailing(tx)
    if (mailing === undefined) return false
    const now = clock.now()
    if (mailing.stopped_at !== null) return callOff(tx, mailing, now)
    if (mailing.expanded_at === null) await writeChunk(tx, finder, mailing, now)
    else await settleMailing(tx, mailing.id, now)
    return true
  })
}

async function writeChunk(tx: Tx, finder: ReceiverFinder, mailing: MailingRow, now: Date): Promise<void> {
  const found = await finder.next(tx, mailing, {
    joinedBy: mailing.created_at,
    after: mailing.last_user_id,
    most: CHUNK,
  })
  await insertMailed(
    tx,
    found.map(({ id, email }) => messageTo(mailing, id, email, now)),
  )
  const last = found.at(-1)
  await changeMailing(tx, mailing.id, {
    expanded: mailing.expanded + found.length,
    ...(last === undefined ? {} : { last_user_id: last.id }),
    ...(found.length < CHUNK ? { expanded_at: now } : {}),
  })
}

/** Its content is the mailing's, kept once. An address that is none is not tried, and is seen among those that failed. */
function messageTo(mailing: MailingRow, userId: string, email: string, now: Date): MailedMessage {
  const good = isMailAddress(email)
  return {
    ...{ id: newId(), channel: 'mail', receiver: email, subject: mailing.title, content: '' },
    ...{ secret: false, markdown: true, created_at: now, next_try_at: now },
    ...{ mailing_id: mailing.id, user_id: userId },
    given_up_at: good ? null : now,
    last_error: good ? null : 'This is not one email address.',
  }
}

/** What is being sent at this moment is waited for: it may still arrive. */
async function callOff(tx: Tx, mailing: MailingRow, now: Date): Promise<boolean> {
  const given = await giveUpWaiting(tx, mailing.id, { at: now, why: 'The mailing was stopped.', most: CHUNK })
  return given > 0 || settleMailing(tx, mailing.id, now)
}
