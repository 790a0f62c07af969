import type { Tx } from '#kit/database.ts'
import { writeCursor } from '#lists/cursor.ts'
import type { ListCount } from '#lists/contract.ts'
import { type ListPageQuery, pageOf, readPage } from '#lists/page.ts'
import { type ListedMessage, type Mailing, MESSAGE_STATES, type Template } from './contract.ts'
import { stateOfMailing } from './rules.ts'
import { countMessageList, selectLastDelivered, selectMessages } from './store.ts'
import { EXAMPLES } from './example-letters.ts'
import { PRODUCT } from './letter.ts'
import { nameFor } from './operator-name.ts'
import { selectMailings } from './mailing-store.ts'

/** How many mailings are shown; older ones are in the audit log. */
const NEWEST = 20

/** A page of messages and what became of them. What they say is never among it. 422 for anything that cannot be read. */
export async function listMessages(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: ListedMessage[]; next_cursor: string | null }> {
  const page = readPage(asked, MESSAGE_STATES)
  const found = await selectMessages(tx, page)
  const { rows, next_cursor } = pageOf(found, page.limit, (last) => writeCursor(page.sort, last))
  return {
    items: rows.map(({ key: _, created_at, delivered_at, given_up_at, next_try_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      delivered_at: delivered_at?.toISOString() ?? null,
      given_up_at: given_up_at?.toISOString() ?? null,
      next_try_at: row.state === 'waiting' ? next_try_at.toISOString() : null,
    })),
    next_cursor,
  }
}

/** How many there are in all, of what the pages are asked for. 422 for anything that cannot be read. */
export async function countMessages(tx: Tx, asked: Omit<ListPageQuery, 'limit'>): Promise<ListCount> {
  return countMessageList(tx, readPage({ ...asked, limit: 0 }, MESSAGE_STATES))
}

/** The newest mailings and how far they have come. */
export async function listMailings(tx: Tx): Promise<Mailing[]> {
  const rows = await selectMailings(tx, NEWEST)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    segment: row.segment,
    plan: row.plan_id === null || row.plan_name === null ? null : { id: row.plan_id, name: row.plan_name },
    sent_by: { id: row.sent_by, name: row.sender_name },
    created_at: row.created_at.toISOString(),
    state: stateOfMailing(row),
    expected: row.expected,
    written: row.expanded,
    delivered: row.delivered,
    failed: row.failed,
  }))
}

/** Everything that is sent automatically, each with an example. */
export async function listTemplates(tx: Tx): Promise<Template[]> {
  const name = await nameFor(tx, [PRODUCT])
  return EXAMPLES.map(({ event, channel, letter: { subject, content, secret } }) => {
    const words = { event, content: name(content), secret }
    return channel === 'text'
      ? { ...words, channel, subject: null }
      : { ...words, channel: 'mail', subject: name(subject) }
  })
}

/** When the newest of the mails that were delivered was; null if none has been. */
export async function lastDelivered(tx: Tx): Promise<Date | null> {
  return selectLastDelivered(tx)
}
