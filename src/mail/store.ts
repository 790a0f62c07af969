import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Message } from '#kit/database-schema.ts'
import { sendAlong } from '#kit/pipeline.ts'
import { countUpTo, MOST_COUNTED } from '#lists/count-picked.ts'
import type { ListCount } from '#lists/contract.ts'
import type { Cursor } from '#lists/cursor.ts'
import { beginningWith, containing, type Page } from '#lists/page.ts'
import { seal, unseal } from '#kit/seal.ts'
import type { MessageState } from './contract.ts'
import { PRODUCT } from './letter.ts'

export type NewMessage = {
  id: string
  channel: 'mail' | 'text'
  receiver: string
  subject: string | null
  content: string
  /** what it says is for its receiver alone: nobody else reads it or sends it again */
  secret: boolean
  markdown: boolean
  /** the account whose engraving it shows */
  rosette_of?: string | null
  created_at: Date
  next_try_at: Date
}

/** A code or a link is sealed until it is on its way: who has a copy of the database has none of them. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { id, secret, content } = message
  await tx
    .insertInto('message')
    .values({ ...message, content: secret ? seal(tx, id, content) : content })
    .execute()
}

/**
 * Mails to users that are counted as they are written, each under its key: beyond `most` there is none, and the last one
 * says something else.
 */
export async function insertToldMessages(
  tx: Tx,
  {
    most,
    counted,
    subject,
    inName,
    mails,
    created_at,
  }: {
    most: number
    counted: RawBuilder<unknown>
    subject: RawBuilder<string>
    inName: (text: RawBuilder<string>) => RawBuilder<string>
    mails: readonly { id: string; user_id: string; key: string; one: string; last: string }[]
    created_at: Date
  },
): Promise<void> {
  const content = inName(sql`CASE WHEN points < ${most} THEN mail.one ELSE mail.last END`)
  const message = sql`
    INSERT INTO message (id, channel, receiver, subject, content, secret, markdown, created_at, next_try_at)
    SELECT mail.id, 'mail', email, ${subject}, ${content}, false, false, ${created_at}, ${created_at}
    FROM unnest(
      ${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ user_id }) => user_id)}::uuid[],
      ${mails.map(({ key }) => key)}::text[], ${mails.map(({ one }) => one)}::text[], ${mails.map(({ last }) => last)}::text[]
    ) AS mail (id, user_id, key, one, last)
    JOIN told ON told.key = mail.key
    CROSS JOIN LATERAL (SELECT email FROM app_user WHERE id = mail.user_id AND closed_at IS NULL OFFSET 0) AS receiver`
  await sendAlong(tx, 'message', message, { name: 'told', table: 'rate_limit', query: counted })
}

/** What a message says, as its receiver reads it. */
export function contentOf(tx: Tx, { id, secret, content }: Pick<NewMessage, 'id' | 'secret' | 'content'>): string {
  return secret ? unseal(tx, id, content) : content
}

/** Which mailing a message belongs to, if any. */
export async function mailingOf(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('message').select('mailing_id').where('id', '=', id).executeTakeFirst()
  return row?.mailing_id ?? null
}

/** Locks one message. */
export function lockMessage(tx: Tx, id: string): Promise<Selectable<Message> | undefined> {
  return tx.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** A message that was given up waits again. The caller holds the lock. */
export async function markForAnotherTry(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('message')
    .set({ given_up_at: null, next_try_at: now, retried_at: now })
    .where('id', '=', id)
    .execute()
}

/** What it says is still there, and nobody has called it off. */
const MAY_RETRY = sql<boolean>`(message.state = 'failed' AND mailing.stopped_at IS NULL
  AND (message.content <> '' OR message.mailing_id IS NOT NULL))`

/** A page of messages, all but what they say, which is not searched either. One more than the page takes, for the next. */
export async function selectMessages(tx: Tx, page: Page<MessageState>) {
  const found = await selectCursors(tx, page)
  const rows = await tx
    .selectFrom('message')
    .leftJoin('mailing', 'mailing.id', 'message.mailing_id')
    .select([
      ...(['message.id', 'message.channel', 'message.receiver', 'message.subject', 'message.tries'] as const),
      ...(['message.created_at', 'message.delivered_at', 'message.given_up_at', 'message.next_try_at'] as const),
      ...(['message.last_error', 'message.mailing_id', 'message.secret', 'message.state', 'message.to_file'] as const),
      MAY_RETRY.as('may_retry'),
    ])
    .where(sql<SqlBool>`message.id = ANY(${found.map(({ id }) => id)}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, key }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [{ ...row, key }]
  })
}

/** How many there are in all of what a page is narrowed to. */
export async function countMessageList(tx: Tx, page: Page<MessageState>): Promise<ListCount> {
  return countUpTo(tx, foundFor({ ...page, after: undefined }, sql`LIMIT ${MOST_COUNTED + 1}`))
}

/** Which messages a page has, in its order. The key is their time to the microsecond, as the database keeps it. */
async function selectCursors(tx: Tx, page: Page<MessageState>): Promise<Cursor[]> {
  const inOrder =
    page.sort === 'oldest'
      ? sql`ORDER BY created_at, id LIMIT ${page.limit + 1}`
      : sql`ORDER BY created_at DESC, id DESC LIMIT ${page.limit + 1}`
  const { rows } = await sql<Cursor>`
    SELECT id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key
    FROM (${foundFor(page, inOrder)}) AS found ${inOrder}`.execute(tx)
  return rows
}

/** The messages that a page asks for, found in each of the ways in which they can be; `first` ends each of these. */
function foundFor({ sort, after, q, statuses, from, to }: Page<MessageState>, first: RawBuilder<unknown>) {
  const than = sort === 'oldest' ? sql`>` : sql`<`
  const narrowed = sql.join(
    [
      sql`true`,
      ...(statuses === undefined ? [] : [sql`state IN (${sql.join(statuses.map((state) => sql.lit(state)))})`]),
      ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`created_at < ${to}`]),
      ...(after === undefined ? [] : [sql`(created_at, id) ${than} (${after.key}::timestamptz, ${after.id}::uuid)`]),
    ],
    sql` AND `,
  )
  if (q === undefined) return sql`SELECT id, created_at FROM message WHERE ${narrowed} ${first}`
  return sql`
    WITH RECURSIVE different AS (
      (SELECT subject FROM message WHERE subject IS NOT NULL ORDER BY subject LIMIT 1)
      UNION ALL
      SELECT (SELECT message.subject FROM message WHERE message.subject > different.subject
        ORDER BY message.subject LIMIT 1)
      FROM different WHERE different.subject IS NOT NULL
    )
    (SELECT id, created_at FROM message WHERE lower(receiver) LIKE ${beginningWith(q)} AND ${narrowed} ${first})
    UNION
    SELECT of_subject.id, of_subject.created_at
    FROM (SELECT subject FROM different WHERE lower(subject) LIKE ${containing(q)}) AS meant,
      LATERAL (SELECT id, created_at FROM message
        WHERE message.subject = meant.subject AND ${narrowed} ${first}) AS of_subject`
}

/** What has become of messages. */
export async function selectDeliveries(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<Selectable<Message>, 'id' | 'delivered_at' | 'given_up_at' | 'to_file'>[]> {
  return tx
    .selectFrom('message')
    .select(['id', 'delivered_at', 'given_up_at', 'to_file'])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute()
}

/** When the newest of the mails that were delivered was. */
export async function selectLastDelivered(tx: Tx): Promise<Date | null> {
  const row = await tx
    .selectFrom('message')
    .select('delivered_at')
    .where('state', '=', 'delivered')
    .where('channel', '=', 'mail')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.delivered_at ?? null
}

/** What the owner has called the operator; null while nobody has. */
export async function selectOperatorName(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', 'platform_name').executeTakeFirst()
  return row?.value ?? null
}

/** A text that leaves a place for the operator's name, with the name in it; with another where no owner has said one. */
export function withOperatorName(text: string | RawBuilder<string>, otherwise: string): RawBuilder<string> {
  if (typeof text === 'string' && !text.includes(PRODUCT)) return sql`${text}::text`
  const name = sql`coalesce((SELECT value FROM setting WHERE name = 'platform_name'), ${otherwise})`
  return sql`replace(${text}, ${PRODUCT}, ${name})`
}
