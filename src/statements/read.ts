import { byWhom, type Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { readSequence, writeSequence } from '#lists/cursor.ts'
import { pageOf } from '#lists/page.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { investorAccount } from '#ledger/accounts.ts'
import type { OwnAccount } from '#ledger/contract.ts'
import { reasonsOf } from '#audit/reasons.ts'
import { runningOf } from '#investments/read.ts'
import type { StoryLine, statementsContract } from './contract.ts'
import { yieldOf } from './rules.ts'
import { selectAccount, selectStory, type StoryRow } from './store.ts'

type Page = { cursor: string | undefined; limit: number }

/** Why one of the investor's balances is what it is: every posting that makes it, newest first, in pages. */
export async function accountStory(
  tx: Tx,
  actor: Investor,
  account: OwnAccount,
  page: Page,
): Promise<ReplyOf<(typeof statementsContract)['GET /api/story/:account']>> {
  const clock = await databaseClock(tx)
  const name = investorAccount(actor.userId, account)
  const { balance, count } = await selectAccount(tx, name)
  const found = await selectStory(tx, name, readSequence(page.cursor) ?? null, page.limit + 1)
  const { rows, next_cursor } = pageOf(found, page.limit, ({ sequence }) => writeSequence(sequence))
  const reasons = await reasonsOf(tx, rows)
  const unposted = account === 'earnings' ? (await runningOf(tx, clock, actor.userId)).unposted : ZERO
  return {
    status: 'success',
    account,
    balance: toWire(balance),
    unposted: toWire(unposted),
    as_of: clock.now().toISOString(),
    lines: rows.map((row) => tellLine(row, actor, reasons)),
    next_cursor,
    count: Number(count),
  }
}

/** What every line of a story or a statement says. */
export function tellTransfer(
  row: Pick<
    StoryRow,
    'id' | 'at' | 'kind' | 'amount' | 'balance_after' | 'actor_id' | 'reference_kind' | 'reference_id' | 'title'
  >,
  actor: Investor,
  reasons: ReadonlyMap<string, string>,
) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    amount: toWire(row.amount),
    balance_after: toWire(row.balance_after),
    by: byWhom(row.actor_id, actor.userId),
    reason: reasons.get(row.id) ?? null,
    cause: { kind: row.reference_kind, id: row.reference_id, title: row.title },
  }
}

function tellLine(row: StoryRow, actor: Investor, reasons: ReadonlyMap<string, string>): StoryLine {
  const { principal, daily_roi: dailyRoi, duration, began_at: beganAt } = row
  const earns = row.kind === 'investment earned' && principal !== null && dailyRoi !== null && duration !== null
  const terms = earns ? { principal, dailyRoi, duration, beganAt } : null
  return {
    ...tellTransfer(row, actor, reasons),
    yield: terms && yieldOf({ amount: row.amount, at: row.at, after: row.posted_before, terms }),
  }
}
