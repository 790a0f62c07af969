import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { writeCursor } from '#lists/cursor.ts'
import { type ListPageQuery, pageOf, readPage } from '#lists/page.ts'
import { sum, toWire } from '#money/micro-usd.ts'
import type { fundsContract } from './contract.ts'
import { type DueRow, type DueSums, selectDue, sumDue, sumRunning, sumRunningByPlan } from './store.ts'

export type { DueRow, DueSums }

/** Running investments that end in a time, the next first, in pages, with the sums of all of them. */
export async function dueInvestments(
  tx: Tx,
  asked: Pick<ListPageQuery, 'cursor' | 'from' | 'to' | 'limit'>,
): Promise<ReplyOf<(typeof fundsContract)['GET /api/admin/due']>> {
  const now = (await databaseClock(tx)).now()
  const { after, from, to, limit } = readPage({ ...asked, sort: 'oldest' })
  const time = { from, to }
  const found = await selectDue(tx, now, { ...time, after, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, (last) => writeCursor('oldest', last))
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
    next_cursor,
  }
}

/** Sums of running investments, together. */
export function dueOnWire(sums: readonly DueSums[]) {
  return {
    count: sums.reduce((count, due) => count + due.count, 0),
    principal: toWire(sum(sums.map(({ principal }) => principal))),
    to_earn: toWire(sum(sums.map(({ to_earn }) => to_earn))),
  }
}

/**
 * Running investments by the day on which they end, with what they have earned by `now` and not been credited. `days`
 * are the moments at which days begin, and the last ends: 0 is the first day, and all before it; the one after the last
 * stands for all after that.
 */
export async function dueByDay(tx: Tx, now: Date, days: readonly Date[]): Promise<DueRow[]> {
  return sumRunning(tx, now, days)
}

/** Running investments by their plan, with what they will still earn. */
export async function dueByPlan(tx: Tx, now: Date): Promise<ReadonlyMap<string, DueSums>> {
  return new Map((await sumRunningByPlan(tx, now)).map(({ plan_id, ...sums }) => [plan_id, sums]))
}
