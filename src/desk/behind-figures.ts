import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { readPage, type PageAsked, writeCursor } from '#kit/page.ts'
import { refuseField } from '#kit/refusal.ts'
import type { QueryOf, ReplyOf } from '#kit/wire.ts'
import { toWire } from '#money/micro-usd.ts'
import type { deskContract } from './contract.ts'
import { dueOnWire } from './figures.ts'
import { selectBalances, selectDue, selectMoves, sumBalances, sumDue, sumMoved } from './store.ts'

type Calls = typeof deskContract
/** A call's query, its page size read. */
type Asked<Key extends keyof Calls> = Omit<QueryOf<Calls[Key]>, 'limit'> & { limit: number }

/** Running investments that end in a time, the next first, in pages, with the sums of all of them. */
export async function dueInvestments(
  tx: Tx,
  asked: Pick<PageAsked, 'cursor' | 'from' | 'to' | 'limit'>,
): Promise<ReplyOf<(typeof deskContract)['GET /api/admin/due']>> {
  const now = (await databaseClock(tx)).now()
  const { after, from, to, limit } = readPage({ ...asked, sort: 'oldest' })
  const time = { from, to }
  const found = await selectDue(tx, now, { ...time, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    status: 'success',
    as_of: now.toISOString(),
    ...dueOnWire([await sumDue(tx, now, time)]),
    items: rows.map((row) => ({
      id: row.id,
      amount: toWire(row.amount),
      to_earn: toWire(row.to_earn),
      ends_at: row.ends_at.toISOString(),
      plan: row.plan_name,
      user: { id: row.user_id, name: row.user_name, email: row.user_email },
    })),
    next_cursor: found.length > rows.length && last !== undefined ? writeCursor('oldest', last) : null,
  }
}

/** What has moved through the payment wallets in a time: the sum of all of it, and its transfers, newest first, in pages. */
export async function movesBetween(
  tx: Tx,
  { direction, ...asked }: Asked<'GET /api/admin/moves'>,
): Promise<ReplyOf<Calls['GET /api/admin/moves']>> {
  const { after, from, to, limit } = readPage({ ...asked, sort: 'newest' })
  if (from === undefined || to === undefined || from >= to) refuseField('to', 'Choose an end that is after the begin.')
  const [sums] = await sumMoved(tx, [from, to])
  const total = direction === 'in' ? sums?.received : sums?.paid
  const kind = direction === 'in' ? 'investment' : 'withdrawal'
  const found = await selectMoves(tx, { kind, from, to, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    status: 'success',
    total: total === undefined ? '0.00' : toWire(total),
    items: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      amount: toWire(row.amount),
      wallet: row.wallet_name,
      record: { kind, id: row.reference_id },
      user: { id: row.user_id, name: row.user_name, email: row.user_email },
    })),
    next_cursor: found.length > rows.length && last !== undefined ? writeCursor('newest', last) : null,
  }
}

/** Whom the platform owes on one kind of account, the largest first, in pages, with the sum of everybody's. */
export async function balancesOn(
  tx: Tx,
  { account, ...asked }: Asked<'GET /api/admin/balances'>,
): Promise<ReplyOf<Calls['GET /api/admin/balances']>> {
  const { after, limit } = readPage({ ...asked, sort: 'largest' })
  const found = await selectBalances(tx, { account, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    status: 'success',
    total: toWire(await sumBalances(tx, account)),
    items: rows.map(({ user_id, user_name, user_email, amount }) => ({
      user: { id: user_id, name: user_name, email: user_email },
      amount: toWire(amount),
    })),
    next_cursor:
      found.length > rows.length && last !== undefined
        ? writeCursor('largest', { key: String(last.amount), id: last.user_id })
        : null,
  }
}
