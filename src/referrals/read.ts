import type { Tx } from '#kit/database.ts'
import { containing, pageOf, readCursor, readStatuses, type PageAsked } from '#kit/page.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import type { Referral } from './contract.ts'
import { selectReferrals, selectReferralsOf, sumReferred, type ListedReferral } from './store.ts'

/** Referrals that one user has made as the inviter, newest first. */
export async function referralsOf(tx: Tx, userId: string): Promise<Referral[]> {
  return (await selectReferralsOf(tx, userId)).map(onWire)
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
  return { items: rows.map(onWire), next_cursor }
}

/** Bonuses of referrals made after `from` and up to `to` and not declined; one inviter's or (null) everybody's. */
export async function referredBetween(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  return sumReferred(tx, userId, from, to)
}

function onWire(row: ListedReferral): Referral {
  return {
    id: row.id,
    amount: toWire(row.amount),
    status: row.status,
    reason: row.reason,
    ref_bonus: percentToWire(row.ref_bonus),
    created_at: row.created_at.toISOString(),
    version: row.version,
    inviter: { id: row.inviter_id, name: row.inviter_name, email: row.inviter_email },
    invited: { id: row.invited_id, name: row.invited_name, email: row.invited_email },
  }
}
