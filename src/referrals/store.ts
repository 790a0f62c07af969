import { sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Page } from '#lists/page.ts'
import { countPicked } from '#lists/count-picked.ts'
import type { ListCount } from '#lists/contract.ts'
import type { Listing } from '#lists/narrowing.ts'
import { inOrder, pickPage } from '#lists/pick-page.ts'
import type { Status } from '#kit/wire.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { RecordOf } from '#records/lock.ts'

export type ReferralRecord = RecordOf<'referral'>
/** A referral with the names and e-mails of both, and the amount of the investment that it comes from. */
export type ListedReferral = ReferralRecord & {
  inviter_name: string
  inviter_email: string
  invited_name: string
  invited_email: string
  investment_amount: MicroUsd
}

/** Both sides of a referral, who never change, or undefined if there is no such referral. Locks nothing. */
export async function sidesOf(
  tx: Tx,
  id: string,
): Promise<Pick<ReferralRecord, 'inviter_id' | 'invited_id'> | undefined> {
  return tx.selectFrom('referral').select(['inviter_id', 'invited_id']).where('id', '=', id).executeTakeFirst()
}

/** The state and the plan of the invited investment, which the lock on the invited holds still. */
export async function investmentOf(tx: Tx, investmentId: string): Promise<{ status: Status; plan_id: string }> {
  return tx
    .selectFrom('investment')
    .select(['status', 'plan_id'])
    .where('id', '=', investmentId)
    .executeTakeFirstOrThrow()
}

/** Those that one user has as the inviter, newest first, at most `most`. */
export async function selectReferralsOf(tx: Tx, inviterId: string, most: number): Promise<ListedReferral[]> {
  return listed(tx)
    .where('referral.inviter_id', '=', inviterId)
    .orderBy('referral.created_at', 'desc')
    .orderBy('referral.id', 'desc')
    .limit(most)
    .execute()
}

const LISTING: Listing = {
  table: 'referral',
  status: 'status',
  people: ['inviter_id', 'invited_id'],
  named: ['name', 'email'],
  begins: [],
}

/** A page of everybody's. */
export async function selectReferrals(
  tx: Tx,
  page: Page<Status>,
): Promise<{ rows: ListedReferral[]; next_cursor: string | null }> {
  const { ids, next_cursor } = await pickPage(tx, LISTING, page)
  return { rows: inOrder(ids, await selectByIds(tx, ids)), next_cursor }
}

/** How many there are in all of what a page is narrowed to. */
export async function countReferralList(tx: Tx, page: Page<Status>): Promise<ListCount> {
  return countPicked(tx, LISTING, page)
}

/** Those with these ids, in no order. */
export async function selectByIds(tx: Tx, ids: readonly string[]): Promise<ListedReferral[]> {
  return listed(tx)
    .where(sql<SqlBool>`referral.id = ANY(${ids})`)
    .execute()
}

/** Bonuses of referrals made after `from` and up to `to` and not declined; one inviter's or (null) everybody's. */
export async function sumReferred(tx: Tx, inviterId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  let query = tx
    .selectFrom('referral')
    .select(sql<MicroUsd | null>`sum(amount)`.as('total'))
    .where('status', '<>', 'declined')
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
  if (inviterId !== null) query = query.where('inviter_id', '=', inviterId)
  return (await query.executeTakeFirst())?.total ?? ZERO
}

function listed(tx: Tx) {
  return tx
    .selectFrom('referral')
    .innerJoin('app_user as inviter', 'inviter.id', 'referral.inviter_id')
    .innerJoin('app_user as invited', 'invited.id', 'referral.invited_id')
    .innerJoin('investment', 'investment.id', 'referral.investment_id')
    .selectAll('referral')
    .select([
      'inviter.name as inviter_name',
      'inviter.email as inviter_email',
      'invited.name as invited_name',
      'invited.email as invited_email',
      'investment.amount as investment_amount',
    ])
}
