import type { Static } from 'typebox'
import { historyOf, type NamedAct, namedHistoriesOf } from '#audit/history.ts'
import { tellStory } from '#audit/story.ts'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { ListCount } from '#lists/contract.ts'
import { type ListPageQuery, readPage } from '#lists/page.ts'
import type { WaitsFor } from '#lists/pick-page.ts'
import { refuse } from '#kit/refusal.ts'
import type { StoryReply } from '#ledger/contract.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import { waitingIn, type WaitingRecords, withActs } from '#records/read.ts'
import { referralReference } from './books.ts'
import { ReferralFacts, type Referral } from './contract.ts'
import {
  countReferralList,
  selectByIds,
  selectReferrals,
  selectReferralsOf,
  sidesOf,
  sumReferred,
  type ListedReferral,
} from './store.ts'

/** The newest referrals that one user has made as the inviter, at most `most`, 1,000 by default. */
export async function referralsOf(tx: Tx, userId: string, most = 1000): Promise<Referral[]> {
  return withActs(tx, await selectReferralsOf(tx, userId, most), onWire)
}

/** Everybody's referrals in pages; `user` is the inviter. 422 for anything that cannot be read. */
export async function listReferrals(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: Referral[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectReferrals(tx, readPage(asked))
  return { items: await withActs(tx, rows, onWire, namedHistoriesOf), next_cursor }
}

/** How many there are in all, of what the pages are asked for. 422 for what cannot be read. */
export async function countReferrals(tx: Tx, asked: Omit<ListPageQuery, 'limit'>): Promise<ListCount> {
  return countReferralList(tx, readPage({ ...asked, limit: 0 }))
}

/** The same without what has happened to each, for files. */
export async function exportReferrals(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: Referral[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectReferrals(tx, readPage(asked))
  return { items: rows.map((row) => onWire(row, [])), next_cursor }
}

/** One referral, whoever it belongs to. 404 if there is none. */
export async function findReferral(tx: Tx, id: string): Promise<Referral> {
  const [referral] = await withActs(tx, await selectByIds(tx, [id]), onWire, namedHistoriesOf)
  return referral ?? refuse('not found', 'There is no such referral.')
}

/** Those that wait for a decision. */
export async function waitingReferrals(tx: Tx, who: WaitsFor): Promise<WaitingRecords> {
  return waitingIn(tx, 'referral', ['pending'], who)
}

/** What a referral has done to the books, oldest first. 404 if the actor is not its inviter. */
export async function referralStory(tx: Tx, actor: Investor, id: string): Promise<Static<typeof StoryReply>> {
  const sides = await sidesOf(tx, id)
  if (sides?.inviter_id !== actor.userId) refuse('not found', 'There is no such referral.')
  return tellStory(tx, referralReference({ id }), actor, new Map())
}

/** Bonuses of referrals made after `from` and up to `to` and not declined; one inviter's or (null) everybody's. */
export async function referredBetween(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  return sumReferred(tx, userId, from, to)
}

function onWire(row: ListedReferral, acts: readonly NamedAct[]): Referral {
  return {
    id: row.id,
    amount: toWire(row.amount),
    status: row.status,
    reason: row.reason,
    ref_bonus: percentToWire(row.ref_bonus),
    investment_amount: toWire(row.investment_amount),
    created_at: row.created_at.toISOString(),
    version: row.version,
    history: historyOf(ReferralFacts, acts, row.inviter_id),
    inviter: { id: row.inviter_id, name: row.inviter_name, email: row.inviter_email },
    invited: { id: row.invited_id, name: row.invited_name, email: row.invited_email },
  }
}
