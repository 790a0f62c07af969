import { owedOn } from '#funds/held-and-owed.ts'
import type { Tx } from '#kit/database.ts'
import { readCursor, writeCursor } from '#lists/cursor.ts'
import { pageOf, readPage } from '#lists/page.ts'
import { refuseField } from '#kit/refusal.ts'
import type { QueryOf, ReplyOf } from '#kit/wire.ts'
import { toWire } from '#money/micro-usd.ts'
import type { figuresContract } from './contract.ts'
import { selectBalances, selectMoves, sumMoved } from './store.ts'

type Calls = typeof figuresContract
/** A call's query, its page size read. */
type FigureQuery<Key extends keyof Calls> = Omit<QueryOf<Calls[Key]>, 'limit'> & { limit: number }

/** What has moved through the payment wallets in a time: the sum of all of it, and its transfers, newest first, in pages. */
export async function movesBetween(
  tx: Tx,
  { direction, cursor, ...asked }: FigureQuery<'GET /api/admin/moves'>,
): Promise<ReplyOf<Calls['GET /api/admin/moves']>> {
  const { from, to, limit } = readPage(asked)
  const after = readCursor(cursor, 'newest', 'transfer')
  if (from === undefined || to === undefined || from >= to) refuseField('to', 'Choose an end after the beginning.')
  const [sums] = await sumMoved(tx, [from, to])
  const total = direction === 'in' ? sums?.received : sums?.paid
  const kind = direction === 'in' ? 'investment' : 'withdrawal'
  const found = await selectMoves(tx, { kind, from, to, after, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, (last) => writeCursor('newest', last))
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
    next_cursor,
  }
}

/** Whom the platform owes on one kind of account, the largest first, in pages, with the sum of everybody's. */
export async function balancesOn(
  tx: Tx,
  { account, ...asked }: FigureQuery<'GET /api/admin/balances'>,
): Promise<ReplyOf<Calls['GET /api/admin/balances']>> {
  const { after, limit } = readPage({ ...asked, sort: 'largest' })
  const found = await selectBalances(tx, { account, after, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, ({ amount, user_id }) =>
    writeCursor('largest', { key: String(amount), id: user_id }),
  )
  return {
    status: 'success',
    total: toWire(await owedOn(tx, account)),
    items: rows.map(({ user_id, user_name, user_email, amount }) => ({
      user: { id: user_id, name: user_name, email: user_email },
      amount: toWire(amount),
    })),
    next_cursor,
  }
}
