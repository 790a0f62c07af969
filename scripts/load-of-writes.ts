/** Writes for rounds of faults: each of another amount, so that it can be found in the books by it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { THEIR_BITCOIN } from '../test/support/addresses.ts'
import type { Visitor } from '../test/support/visitor.ts'

export type WriteRequest = {
  path: string
  body: { amount: string; [field: string]: unknown }
  by: 'owner' | 'investor'
  key: string
}

/** Answers a maker of top-ups, investments and withdrawals in turn. */
export function requestMaker(investorId: string, planId: string, walletId: string): () => WriteRequest {
  let cents = 10_000
  return () => {
    cents += 1
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    const key = randomUUID()
    const kind = cents % 3
    if (kind === 0)
      return { path: `/api/topup-user/${investorId}`, body: { amount, account: 'bonus' }, by: 'owner', key }
    if (kind === 1)
      return {
        path: '/api/save-investment',
        body: { amount, plan_id: planId, wallet_id: walletId, duration: 14 },
        by: 'investor',
        key,
      }
    return {
      path: '/api/withdraw',
      body: { amount, source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' },
      by: 'investor',
      key,
    }
  }
}

/** Requests after which room is made: far fewer than one person may have open. */
export const ROOM_EVERY = 30

/**
 * Gives up what is open, because one person may have a hundred of each kind. Where it cannot be read, the next time does
 * it. Each is asked for until there is an answer: only the newest hundred are ever seen here, and what was left open once
 * would stay so.
 */
export async function makeRoom(investor: Visitor): Promise<void> {
  const { status, body } = await investor.get('/api/histories').catch(() => ({ status: 0, body: undefined }))
  if (status !== 200) return
  const open = ({ status: state }: { status: string }) => state === 'pending'
  for (const [list, call] of [
    ['investments', 'cancel-investment'],
    ['withdrawals', 'cancel-withdrawal'],
  ] as const) {
    for (const { id } of body[list].filter(open)) {
      const answers = () =>
        investor.post(`/api/${call}/${id}`).then(
          ({ status: answered }) => answered < 500,
          () => false,
        )
      while (!(await answers())) await pause(100)
    }
  }
}

/** How often each request stands in the database: `counts.get(keyOf(request))`. */
export async function countRequests(pool: pg.Pool, investorId: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ path: string; amount: bigint; times: bigint }>(
    `
      SELECT '/api/topup-user/' || $1::text AS path, e.amount * a.side AS amount, count(*) AS times
      FROM entry e JOIN account a ON a.id = e.account_id WHERE a.name = 'investor/' || $1::text || '/bonus' GROUP BY 1, 2
      UNION ALL SELECT '/api/save-investment', amount, count(*) FROM investment GROUP BY 1, 2
      UNION ALL SELECT '/api/withdraw', w.amount, count(*) FROM withdrawal w GROUP BY 1, 2
      UNION ALL SELECT 'held for /api/withdraw', e.amount * a.side, count(*)
      FROM entry e JOIN account a ON a.id = e.account_id WHERE a.name = 'investor/' || $1::text || '/withdrawing' GROUP BY 1, 2`,
    [investorId],
  )
  return new Map(rows.map((row) => [`${row.path} ${row.amount}`, Number(row.times)]))
}

export function keyOf({ path, body }: Pick<WriteRequest, 'path' | 'body'>): string {
  return `${path} ${BigInt(body.amount.replace('.', '')) * 10_000n}`
}

/** What was acknowledged and does not stand in the database once, in words. */
export function wrongOnes(acknowledged: readonly WriteRequest[], counts: ReadonlyMap<string, number>): string[] {
  return acknowledged.flatMap((request) => {
    const times = counts.get(keyOf(request)) ?? 0
    const held = request.path === '/api/withdraw' ? (counts.get(`held for ${keyOf(request)}`) ?? 0) : 1
    return times === 1 && held === 1
      ? []
      : [`${request.path} of ${request.body.amount} stands ${times} times (held ${held})`]
  })
}

/** What stands in the database without having been acknowledged. */
export function unknownOnes(acknowledged: readonly WriteRequest[], counts: ReadonlyMap<string, number>): string[] {
  const known = new Set(acknowledged.map(keyOf))
  return [...counts.keys()].filter((key) => key.startsWith('/api/') && !known.has(key))
}
