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
import { percentToWire } from '#money/percent.ts'
import { referenceOf } from './books.ts'
import { Facts, type Referral } from './contract.ts'
import { sidesOf, selectReferrals, selectReferralsOf, sumReferred, type ListedReferral } from './store.ts'

/** Referrals that one user has made as the inviter, newest first. */
export async function referralsOf(tx: Tx, userId: string): Promise<Referral[]> {
  return onWire(tx, await selectReferralsOf(tx, userId))
}

/** Everybody's referrals, newest first, in pages. 422 for a cursor or a status that cannot be read. */
export async function listReferrals(
  tx: Tx,
  asked: PageAsked,
): Promise<{ items: Referral[]; next_cursor: string | null }> {
  const found = await selectReferrals(tx, {
    after: readCursor(asked.cursor),
    pattern: containing(asked.q),
    statuses: readStatuses(asked.status),
    limit: asked.limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, asked.limit)
  return { items: await onWire(tx, rows), next_cursor }
}

/** What a referral has done to the books, oldest first. 404 where the asker is not its inviter. */
export async function referralStory(tx: Tx, asker: Investor, id: string): Promise<Static<typeof StoryReply>> {
  const sides = await sidesOf(tx, id)
  if (sides?.inviter_id !== asker.userId) refuse('not found', 'There is no such referral.')
  return tellStory(tx, referenceOf({ id }), asker, new Map())
}

/** Bonuses of referrals made after `from` and up to `to` and not declined; one inviter's or (null) everybody's. */
export async function referredBetween(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  return sumReferred(tx, userId, from, to)
}

async function onWire(tx: Tx, rows: readonly ListedReferral[]): Promise<Referral[]> {
  const acts = await actsOn(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    amount: toWire(row.amount),
    status: row.status,
    reason: row.reason,
    ref_bonus: percentToWire(row.ref_bonus),
    investment_amount: toWire(row.investment_amount),
    created_at: row.created_at.toISOString(),
    version: row.version,
    history: historyOf(Facts, acts.get(row.id) ?? [], row.inviter_id),
    inviter: { id: row.inviter_id, name: row.inviter_name, email: row.inviter_email },
    invited: { id: row.invited_id, name: row.invited_name, email: row.invited_email },
  }))
}
