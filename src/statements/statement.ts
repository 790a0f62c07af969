import type { Investor } from '#kit/actor.ts'
import { databaseClock, type Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { inPieces } from '#kit/in-pieces.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { readSequence, writeSequence } from '#lists/cursor.ts'
import { pageOf } from '#lists/page.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { investorAccount } from '#ledger/accounts.ts'
import type { OwnAccount } from '#ledger/contract.ts'
import { logToKeep } from '#log/read-log.ts'
import { entriesOn } from '#ledger/postings.ts'
import { reasonsOf } from '#audit/reasons.ts'
import { runningOf } from '#investments/read.ts'
import type { StatementAccount, StatementLine, statementsContract } from './contract.ts'
import { earnedSharesOf } from './earnings/shares-of.ts'
import { tellTransfer } from './read.ts'
import { readPeriod, type Period } from './rules.ts'
import { selectReach, selectStatementLines, selectTotals, type StatementRow } from './store.ts'

/** The accounts of which an investor's money is made up. */
export const OWN_ACCOUNTS = ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const

export type PeriodQuery = {
  from: string
  to: string
  zone?: string | undefined
  account?: StatementAccount | undefined
}
export type Statement = ReplyOf<(typeof statementsContract)['GET /api/statement']>

/** One page of a statement, oldest first unless it says otherwise; or (`most`) all lines at once, 422 if there are more. */
type StatementPage =
  | { cursor: string | undefined; limit: number; order?: 'oldest' | 'newest' | undefined }
  | { most: number }

/**
 * A period with its running balance, in pages: of one account, or (`all`) of what Plumb owes the investor altogether,
 * where a move between own accounts is a line of 0.00. Opening + in − out is closing, to the micro-dollar,
 * and closing + unposted, of a period up to now, is what the wallet shows at that second.
 * `now` is what `awaitMovements` has answered. 422 in words if there is no such period.
 */
export async function statementOf(
  tx: Tx,
  now: Moment,
  actor: Investor,
  asked: PeriodQuery,
  page: StatementPage,
): Promise<Statement> {
  const { period, reach, sums } = await sumsOf(tx, now, actor, asked)
  if ('most' in page && sums.count > page.most) refuseLength(sums.count, page.most)
  const { cursor, limit, order } = 'most' in page ? { cursor: undefined, limit: page.most, order: undefined } : page
  const found = await selectStatementLines(tx, reach, period, {
    after: readSequence(cursor) ?? null,
    newestFirst: order === 'newest',
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, ({ place }) => writeSequence(place))
  const lines: StatementLine[] = []
  for await (const piece of inPieces(rows)) lines.push(...(await tellLines(tx, piece, actor)))
  return { ...sums, lines, next_cursor }
}

async function tellLines(tx: Tx, rows: readonly StatementRow[], actor: Investor): Promise<StatementLine[]> {
  const reasons = await reasonsOf(tx, rows)
  const shares = await earnedSharesOf(tx, rows)
  const entries = await entriesOn(
    tx,
    rows.map(({ id }) => id),
    accountsOf(actor, 'all'),
  )
  return rows.map((row) => ({
    ...tellTransfer(row, actor, { reasons, shares }),
    entries: (entries.get(row.id) ?? []).map(({ kind, amount }) => ({
      account: kind as OwnAccount,
      amount: toWire(amount),
    })),
  }))
}

/** What every reading of a period begins with: the period, where its lines stand in the books, and its addition. */
export async function sumsOf(tx: Tx, now: Moment, actor: Investor, asked: PeriodQuery) {
  const { account = 'all' } = asked
  const period = readPeriodQuery(asked, now)
  const reach = await selectReach(tx, accountsOf(actor, account), period)
  const { opening, count, ...moved } = await selectTotals(tx, reach, period)
  const { from, to, zone } = period
  const sums = {
    status: 'success' as const,
    ...{ from, to, zone, account, as_of: now.toISOString() },
    opening: toWire(opening),
    closing: toWire(microUsd(opening + moved.in - moved.out)),
    in: toWire(moved.in),
    out: toWire(moved.out),
    unposted: toWire(await unpostedIn(tx, actor, account, period)),
    count,
    log: (await logToKeep(tx)) ?? null,
  }
  return { period, reach, sums }
}

/** What has been earned and is no line yet: nothing if the period is over, or earnings are not asked for. */
async function unpostedIn(
  tx: Tx,
  { userId }: Investor,
  account: StatementAccount,
  { ends }: Period,
): Promise<MicroUsd> {
  if (ends !== null || (account !== 'all' && account !== 'earnings')) return ZERO
  return (await runningOf(tx, await databaseClock(tx), userId)).unposted
}

/** Refuses a period with more lines than one file takes. */
export function refuseLength(count: number, most: number): never {
  const [has, takes] = [count, most].map((lines) => lines.toLocaleString('en-US'))
  refuse('bad input', `This period has ${has} lines, and one file takes ${takes}. Choose a shorter period.`, {
    to: ['Choose a shorter period.'],
  })
}

/** Reads the period that is asked for; 422 under the field that is wrong. */
export function readPeriodQuery(asked: PeriodQuery, now: Date): Period {
  const period = readPeriod(asked, now)
  return 'problem' in period ? refuseField(period.field, period.problem) : period
}

/** The names in the books of what a statement is about. */
export function accountsOf({ userId }: Investor, account: StatementAccount): string[] {
  const kinds = account === 'all' ? OWN_ACCOUNTS : [account]
  return kinds.map((kind) => investorAccount(userId, kind))
}
