import type { Static } from 'typebox'
import { historyOf } from '#audit/history.ts'
import { actsOn } from '#audit/read.ts'
import { tellStory } from '#audit/story.ts'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { containing, pageOf, readCursor, readStatuses, type PageAsked } from '#kit/page.ts'
import { refuse } from '#kit/refusal.ts'
import type { StoryReply } from '#ledger/contract.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { Facts, type Withdrawal } from './contract.ts'
import {
  selectWithdrawal,
  selectWithdrawals,
  selectWithdrawalsOf,
  sumWithdrawn,
  type ListedWithdrawal,
} from './store.ts'

/** One investor's withdrawals as the wire shows them, newest first. */
export async function withdrawalsOf(tx: Tx, userId: string): Promise<Withdrawal[]> {
  return onWire(tx, await selectWithdrawalsOf(tx, userId))
}

/** A page of everybody's withdrawals, newest first. */
export async function listWithdrawals(
  tx: Tx,
  page: PageAsked,
): Promise<{ items: Withdrawal[]; next_cursor: string | null }> {
  const found = await selectWithdrawals(tx, {
    before: readCursor(page.cursor),
    pattern: containing(page.q),
    statuses: readStatuses(page.status),
    limit: page.limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, page.limit)
  return { items: await onWire(tx, rows), next_cursor }
}

/** What a withdrawal has done to the books, oldest first. 404 where it is not the investor's own. */
export async function withdrawalStory(tx: Tx, asker: Investor, id: string): Promise<Static<typeof StoryReply>> {
  const withdrawal = await selectWithdrawal(tx, asker.userId, id)
  if (withdrawal === undefined) refuse('not found', 'There is no such withdrawal.')
  const { wallet_id, wallet_name } = withdrawal
  return tellStory(tx, { kind: 'withdrawal', id }, asker, new Map([[wallet_id, wallet_name]]))
}

/** What was asked for after `from` and up to `to` and has not been declined; one investor's or (null) everybody's. */
export async function withdrawnBetween(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  return sumWithdrawn(tx, userId, from, to)
}

async function onWire(tx: Tx, rows: readonly ListedWithdrawal[]): Promise<Withdrawal[]> {
  const acts = await actsOn(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    amount: toWire(row.amount),
    source: row.source,
    status: row.status,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    wallet_name: row.wallet_name,
    network: row.network,
    wallet_address: row.wallet_address,
    txid: row.txid,
    version: row.version,
    history: historyOf(Facts, acts.get(row.id) ?? [], row.user_id),
    user: { id: row.user_id, name: row.user_name, email: row.user_email },
  }))
}
