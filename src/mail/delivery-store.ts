import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Claim, waitForClaim } from '#kit/claim.ts'
import type { Message } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import { openWord } from './own-word.ts'
import { contentOf } from './store.ts'

/** A message on its way out, and how often it has been tried, this time included. */
export type ClaimedMessage = Pick<
  Selectable<Message>,
  'id' | 'channel' | 'receiver' | 'subject' | 'content' | 'secret' | 'markdown' | 'created_at' | 'retried_at' | 'tries'
> & {
  /** the account whose engraving it shows */
  rosette_of?: string | null
  /** by which whoever has this address knows our mail; none where they have chosen none, or nobody has the address */
  word?: string | undefined
}

type ClaimedRow = Omit<ClaimedMessage, 'word'> & { word: { of: string; sealed: string } | null }

/** What waits together: a mailing waits for nobody's codes to go first, and the other way round never. */
export type Lane = 'mail' | 'text' | 'mailing'

/** Whether messages of a lane are due, by the least of an index; those of a stopped mailing count until they are called off. */
export function messagesAreDue(lane: Lane, now: Date): RawBuilder<boolean> {
  const inLane = lane === 'mailing' ? sql`mailing_id IS NOT NULL` : sql`mailing_id IS NULL AND channel = ${lane}`
  return sql`coalesce((
    SELECT min(next_try_at) FROM message WHERE delivered_at IS NULL AND given_up_at IS NULL AND ${inLane}
  ) <= ${now}, false)`
}

/**
 * Takes messages that are due, the longest waiting first, each for one deliverer alone: until `leaseEnds` nobody else
 * finds them due, and after that, should the deliverer have died, somebody else does. One of a mailing says what the
 * mailing says, and is left alone once that was stopped. A claim that is made again and stands is answered as it stands.
 */
export async function claimDue(
  tx: Tx,
  { lane, now, leaseEnds, most, claim }: { lane: Lane; now: Date; leaseEnds: Date; most: number; claim: Claim },
): Promise<ClaimedMessage[]> {
  await waitForClaim(tx, claim)
  const open = (rows: ClaimedRow[]): ClaimedMessage[] =>
    rows.map(({ word, ...row }) => ({
      ...row,
      content: contentOf(tx, row),
      word: word === null ? undefined : openWord(tx, word.of, word.sealed),
    }))
  const standing = claim.again ? await selectClaimed(tx, claim) : []
  if (standing.length > 0) return open(standing)
  const ofMailing = lane === 'mailing'
  const taken = await tx
    .with('due', (db) =>
      db
        .selectFrom('message')
        .leftJoin('mailing', 'mailing.id', 'message.mailing_id')
        .select(['message.id', 'mailing.content as content_of_all'])
        .where('channel', '=', ofMailing ? 'mail' : lane)
        .where('message.delivered_at', 'is', null)
        .where('message.given_up_at', 'is', null)
        .where('message.mailing_id', ofMailing ? 'is not' : 'is', null)
        .where('mailing.stopped_at', 'is', null)
        .where('message.next_try_at', '<=', now)
        .orderBy('message.next_try_at')
        .orderBy('message.id')
        .limit(most)
        .forUpdate('message')
        .skipLocked(),
    )
    .updateTable('message')
    .from('due')
    .set((eb) => ({ next_try_at: leaseEnds, tries: eb('message.tries', '+', 1), claim: claim.id }))
    .whereRef('message.id', '=', 'due.id')
    .returning([...CLAIMED, sql<string>`coalesce(content_of_all, message.content)`.as('content')])
    .execute()
  return open(taken)
}

const CLAIMED = [
  ...(['message.id', 'message.channel', 'message.receiver', 'message.subject', 'message.secret'] as const),
  ...(['message.markdown', 'message.rosette_of', 'message.created_at', 'message.retried_at'] as const),
  'message.tries' as const,
  // looked up as it goes out: it is theirs who has the address now, and stands in no message
  sql<ClaimedRow['word']>`(
    SELECT jsonb_build_object('of', id, 'sealed', mail_word) FROM app_user
    WHERE message.channel = 'mail' AND lower(email) = lower(message.receiver) AND mail_word IS NOT NULL
  )`.as('word'),
] as const

function selectClaimed(tx: Tx, claim: Claim): Promise<ClaimedRow[]> {
  return tx
    .selectFrom('message')
    .leftJoin('mailing', 'mailing.id', 'message.mailing_id')
    .select([...CLAIMED, sql<string>`coalesce(mailing.content, message.content)`.as('content')])
    .where('message.claim', '=', claim.id)
    .where('message.delivered_at', 'is', null)
    .where('message.given_up_at', 'is', null)
    .execute()
}

/** It has arrived, or stands in a file; what it said (codes, links) is forgotten. */
export async function markDelivered(tx: Tx, id: string, at: Date, toFile: boolean): Promise<void> {
  await tx
    .updateTable('message')
    .set({ delivered_at: at, to_file: toFile, content: '', last_error: null })
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

/** It will not arrive; why stays, and what it said unless that is secret. */
export async function markGivenUp(tx: Tx, message: ClaimedMessage, at: Date, lastError: string): Promise<void> {
  await tx
    .updateTable('message')
    .set({ given_up_at: at, last_error: lastError, ...(message.secret ? { content: '' } : {}) })
    .where('id', '=', message.id)
    .where('tries', '=', message.tries)
    .where('delivered_at', 'is', null)
    .execute()
}
