import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Mailing } from '#kit/database-schema.ts'
import type { NewMessage } from './store.ts'

export type MailingRow = Selectable<Mailing>

export async function insertMailing(
  tx: Tx,
  mailing: Pick<MailingRow, 'id' | 'title' | 'content' | 'segment' | 'plan_id' | 'sent_by' | 'created_at' | 'expected'>,
): Promise<void> {
  await tx.insertInto('mailing').values(mailing).execute()
}

/** Something is left to do: to write its messages, to call them off, or to count what became of them. */
const OPEN: RawBuilder<boolean> = sql`(settled_at IS NULL AND (expanded_at IS NULL OR stopped_at IS NOT NULL OR NOT EXISTS (
  SELECT FROM message
  WHERE mailing_id = mailing.id AND message.delivered_at IS NULL AND message.given_up_at IS NULL)))`

/** Whether any mailing has something left to do. */
export function mailingIsOpen(): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM mailing WHERE ${OPEN})`
}

/** Locks the mailing that has something left to do and was begun first, unless another process has it in hand. */
export function lockOpenMailing(tx: Tx): Promise<MailingRow | undefined> {
  return tx
    .selectFrom('mailing')
    .selectAll()
    .where(OPEN)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export function lockMailing(tx: Tx, id: string): Promise<MailingRow | undefined> {
  return tx.selectFrom('mailing').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Writes what has changed of a mailing. The caller holds the lock. */
export async function changeMailing(tx: Tx, id: string, changed: Partial<Omit<MailingRow, 'id'>>): Promise<void> {
  await tx.updateTable('mailing').set(changed).where('id', '=', id).execute()
}

export type MailedMessage = NewMessage & {
  mailing_id: string
  user_id: string
  given_up_at: Date | null
  last_error: string | null
}

/** Writes messages of a mailing; who has one already gets no second. */
export async function insertMailed(tx: Tx, messages: readonly MailedMessage[]): Promise<void> {
  if (messages.length === 0) return
  const into = tx.insertInto('message').values([...messages])
  await into.onConflict((conflict) => conflict.doNothing()).execute()
}

/** Gives up waiting messages of a mailing that nobody is sending at the moment. Answers how many there were. */
export async function giveUpWaiting(
  tx: Tx,
  mailingId: string,
  given: { at: Date; why: string; most: number },
): Promise<number> {
  const { rows } = await sql`
    UPDATE message SET given_up_at = ${given.at}, last_error = ${given.why}
    WHERE id IN (
      SELECT id FROM message
      WHERE mailing_id = ${mailingId} AND delivered_at IS NULL AND given_up_at IS NULL
        AND (tries = 0 OR next_try_at <= ${given.at})
      LIMIT ${given.most} FOR UPDATE SKIP LOCKED
    )
    RETURNING id`.execute(tx)
  return rows.length
}

/** Counts what became of a mailing's messages, once none of them waits. Answers whether that was so. */
export async function settleMailing(tx: Tx, id: string, at: Date): Promise<boolean> {
  const waiting = await tx
    .selectFrom('message')
    .select('id')
    .where('mailing_id', '=', id)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting !== undefined) return false
  await sql`
    UPDATE mailing SET settled_at = ${at}, delivered = counted.delivered, failed = counted.failed
    FROM (
      SELECT count(delivered_at)::int AS delivered, count(*)::int - count(delivered_at)::int AS failed
      FROM message WHERE mailing_id = ${id}
    ) AS counted
    WHERE mailing.id = ${id}`.execute(tx)
  return true
}

/** The newest mailings, with who sent them and, while they are under way, how far they have come. */
export async function selectMailings(tx: Tx, limit: number) {
  const rows = await tx
    .selectFrom('mailing')
    .innerJoin('app_user', 'app_user.id', 'mailing.sent_by')
    .leftJoin('plan', 'plan.id', 'mailing.plan_id')
    .select([
      ...(['mailing.id', 'mailing.title', 'mailing.segment', 'mailing.plan_id', 'plan.name as plan_name'] as const),
      ...(['mailing.created_at', 'mailing.expected', 'mailing.expanded', 'mailing.expanded_at'] as const),
      ...(['mailing.stopped_at', 'mailing.settled_at', 'app_user.name as sender_name'] as const),
      'mailing.sent_by',
      sql<number>`coalesce(mailing.delivered,
        (SELECT count(delivered_at)::int FROM message WHERE mailing_id = mailing.id))`.as('delivered'),
      sql<number>`coalesce(mailing.failed, (SELECT count(*)::int FROM message
        WHERE mailing_id = mailing.id AND given_up_at IS NOT NULL AND delivered_at IS NULL))`.as('failed'),
    ])
    .orderBy('mailing.created_at', 'desc')
    .orderBy('mailing.id', 'desc')
    .limit(limit)
    .execute()
  return rows
}
