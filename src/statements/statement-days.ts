import type { Investor } from '#kit/actor.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { readSequence, writeSequence } from '#lists/cursor.ts'
import { pageOf } from '#lists/page.ts'
import { toWire } from '#money/micro-usd.ts'
import type { statementsContract } from './contract.ts'
import { daysAfter, startsOfDays } from './rules.ts'
import { sumsOf, type PeriodQuery } from './statement.ts'
import { selectStatementDays } from './store.ts'

/**
 * A period day by day, newest first, in pages: the days on which something moved, each with what its lines in the
 * statement come to. `now` is what `awaitMovements` has answered. 422 in words if there is no such period.
 */
export async function statementDays(
  tx: Tx,
  now: Moment,
  actor: Investor,
  asked: PeriodQuery,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<ReplyOf<(typeof statementsContract)['GET /api/statement-days']>> {
  const { period, reach, sums } = await sumsOf(tx, now, actor, asked)
  const span = { ...period, starts: startsOfDays(period) }
  const found = await selectStatementDays(tx, reach, span, readSequence(cursor) ?? null, limit + 1)
  const { rows, next_cursor } = pageOf(found, limit, ({ number }) => writeSequence(BigInt(number)))
  const days = rows.map(({ number, count, kinds, ...moved }) => ({
    day: daysAfter(period.from, number - 1),
    count,
    in: toWire(moved.in),
    out: toWire(moved.out),
    closing: toWire(moved.closing),
    kinds,
  }))
  return { ...sums, days, next_cursor }
}
