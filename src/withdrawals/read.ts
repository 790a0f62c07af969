import type { Static } from 'typebox'
import { unconfirmedPayouts } from '#approvals/said-paid.ts'
import { namedHistoriesOf } from '#audit/history.ts'
import { tellStory } from '#audit/story.ts'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { ListCount } from '#lists/contract.ts'
import { type ListPageQuery, readPage } from '#lists/page.ts'
import type { WaitsFor } from '#lists/pick-page.ts'
import { refuse } from '#kit/refusal.ts'
import type { StoryReply } from '#ledger/contract.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { waitingIn, type WaitingRecords, withActs } from '#records/read.ts'
import type { Withdrawal } from './contract.ts'
import { onWire } from './on-wire.ts'
import {
  countWithdrawalList,
  selectByIds,
  selectWithdrawal,
  selectWithdrawals,
  selectWithdrawalsOf,
  sumToPay,
  sumWithdrawn,
  TRUSTED,
  type ListedWithdrawal,
} from './store.ts'

/** One investor's newest withdrawals, at most `most`, 1,000 by default. */
export async function withdrawalsOf(tx: Tx, userId: string, most = 1000): Promise<Withdrawal[]> {
  return withActs(tx, await selectWithdrawalsOf(tx, userId, most), (row, acts) => onWire(row, acts))
}

/** Everybody's withdrawals in pages. 422 for anything that cannot be read. */
export async function listWithdrawals(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: Withdrawal[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectWithdrawals(tx, readPage(asked))
  return { items: await forAdministrators(tx, rows), next_cursor }
}

/** How many there are in all, of what the pages are asked for. 422 for what cannot be read. */
export async function countWithdrawals(tx: Tx, asked: Omit<ListPageQuery, 'limit'>): Promise<ListCount> {
  return countWithdrawalList(tx, readPage({ ...asked, limit: 0 }))
}

/** The same without what has happened to each, for files. */
export async function exportWithdrawals(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: Withdrawal[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectWithdrawals(tx, readPage(asked))
  return { items: rows.map((row) => onWire(row, [])), next_cursor }
}

/** One withdrawal, whoever it belongs to. 404 if there is none. */
export async function findWithdrawal(tx: Tx, id: string): Promise<Withdrawal> {
  const [withdrawal] = await forAdministrators(tx, await selectByIds(tx, [id]))
  return withdrawal ?? refuse('not found', 'There is no such withdrawal.')
}

/** Those that wait for a decision. */
export async function waitingWithdrawals(tx: Tx, who: WaitsFor): Promise<WaitingRecords> {
  return waitingIn(tx, 'withdrawal', ['pending'], who)
}

/** Those that are approved and not yet paid, without those that are not paid because a recovery has removed their address. */
export async function waitingPayouts(tx: Tx, who: WaitsFor): Promise<WaitingRecords> {
  return waitingIn(tx, 'withdrawal', ['approved'], who, TRUSTED)
}

/** What a withdrawal has done to the books, oldest first. 404 if it is not the investor's own. */
export async function withdrawalStory(tx: Tx, actor: Investor, id: string): Promise<Static<typeof StoryReply>> {
  const withdrawal = await selectWithdrawal(tx, actor.userId, id)
  if (withdrawal === undefined) refuse('not found', 'There is no such withdrawal.')
  const { wallet_id, wallet_name } = withdrawal
  return tellStory(tx, { kind: 'withdrawal', id }, actor, new Map([[wallet_id, wallet_name]]))
}

/** What approved withdrawals wait to be paid out of each payment wallet, by its id, without the same; nothing if none wait. */
export function toPay(tx: Tx): Promise<Map<string, MicroUsd>> {
  return sumToPay(tx)
}

/** What was asked for after `from` and up to `to` and has not been declined; one investor's or (null) everybody's. */
export async function withdrawnBetween(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  return sumWithdrawn(tx, userId, from, to)
}

/** With who did what, and what was said of a payment and not confirmed. */
async function forAdministrators(tx: Tx, rows: readonly ListedWithdrawal[]): Promise<Withdrawal[]> {
  const unpaid = rows.filter(({ status }) => status !== 'completed')
  const said = await unconfirmedPayouts(tx, unpaid)
  return withActs(tx, rows, (row, acts) => onWire(row, acts, said.get(row.id)), namedHistoriesOf)
}
