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
import type { EarnedShare, StoryLine, statementsContract } from './contract.ts'
import { causeOfShares, earnedSharesOf } from './earnings/shares-of.ts'
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
  const { rows, next_cursor } = pageOf(found, page.limit, ({ sequence }) => writeSequence(BigInt(sequence)))
  const reasons = await reasonsOf(tx, rows)
  const shares = await earnedSharesOf(tx, rows)
  const unposted = account === 'earnings' ? (await runningOf(tx, clock, actor.userId)).unposted : ZERO
  return {
    status: 'success',
    account,
    balance: toWire(balance),
    unposted: toWire(unposted),
    as_of: clock.now().toISOString(),
    lines: rows.map((row) => tellLine(row, actor, { reasons, shares })),
    next_cursor,
    count,
  }
}

/** What every line of a story or a statement says. */
export function tellTransfer(
  row: Pick<
    StoryRow,
    'id' | 'at' | 'kind' | 'amount' | 'balance_after' | 'actor_id' | 'reference_kind' | 'reference_id' | 'title'
  >,
  actor: Investor,
  { reasons, shares }: { reasons: ReadonlyMap<bigint, string>; shares: ReadonlyMap<bigint, EarnedShare[]> },
) {
  const own = { kind: row.reference_kind, id: row.reference_id, title: row.title }
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    amount: toWire(row.amount),
    balance_after: toWire(row.balance_after),
    by: byWhom(row.actor_id, actor.userId),
    reason: reasons.get(row.id) ?? null,
    cause: causeOfShares(actor.userId, shares.get(row.id) ?? []) ?? own,
  }
}

function tellLine(row: StoryRow, actor: Investor, about: Parameters<typeof tellTransfer>[2]): StoryLine {
  const shares = about.shares.get(row.id) ?? []
  const [first, ...others] = shares
  const single = others.length === 0
  return {
    ...tellTransfer(row, actor, about),
    yield: single ? (first?.yield ?? null) : null,
    shares: single ? [] : shares,
  }
}
