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

export type WithdrawalRecord = RecordOf<'withdrawal'>
/** A withdrawal with the name and e-mail of its investor. */
export type ListedWithdrawal = WithdrawalRecord & {
  user_name: string
  user_email: string
  /** of the entry of the address book that it goes to */
  address_confirmed_at: Date | null
  address_usable_at: Date | null
  address_distrusted_at: Date | null
  /** while nothing of its investor's is paid, because they have taken their account back */
  stopped_until: Date | null
}

/** One investor's own. Locks nothing. */
export async function selectWithdrawal(tx: Tx, userId: string, id: string): Promise<WithdrawalRecord | undefined> {
  return tx.selectFrom('withdrawal').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** One investor's, newest first, at most `most`. */
export async function selectWithdrawalsOf(tx: Tx, userId: string, most: number): Promise<ListedWithdrawal[]> {
  return listed(tx)
    .where('withdrawal.user_id', '=', userId)
    .orderBy('withdrawal.created_at', 'desc')
    .orderBy('withdrawal.id', 'desc')
    .limit(most)
    .execute()
}

const LISTING: Listing = {
  table: 'withdrawal',
  status: 'status',
  people: ['user_id'],
  named: ['name', 'email'],
  begins: ['txid', 'wallet_address'],
}

/** A page of everybody's. */
export async function selectWithdrawals(
  tx: Tx,
  page: Page<Status>,
): Promise<{ rows: ListedWithdrawal[]; next_cursor: string | null }> {
  const { ids, next_cursor } = await pickPage(tx, LISTING, page)
  return { rows: inOrder(ids, await selectByIds(tx, ids)), next_cursor }
}

/** How many there are in all of what a page is narrowed to. */
export async function countWithdrawalList(tx: Tx, page: Page<Status>): Promise<ListCount> {
  return countPicked(tx, LISTING, page)
}

/** Those with these ids, in no order. */
export async function selectByIds(tx: Tx, ids: readonly string[]): Promise<ListedWithdrawal[]> {
  return listed(tx)
    .where(sql<boolean>`withdrawal.id = ANY(${ids})`)
    .execute()
}

/** What was asked for after `from` and up to `to`, and not declined; one investor's or (null) everybody's. */
export async function sumWithdrawn(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  let query = tx
    .selectFrom('withdrawal')
    .select(sql<MicroUsd | null>`sum(amount)`.as('total'))
    .where('status', '<>', 'declined')
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
  if (userId !== null) query = query.where('user_id', '=', userId)
  return (await query.executeTakeFirst())?.total ?? ZERO
}

const STOPPED_UNTIL = sql<Date | null>`CASE
  WHEN app_user.withdrawals_paused_for = 'recovery' AND app_user.withdrawals_paused_until > database_now()
  THEN app_user.withdrawals_paused_until END`

function listed(tx: Tx) {
  return tx
    .selectFrom('withdrawal')
    .innerJoin('app_user', 'app_user.id', 'withdrawal.user_id')
    .leftJoin('payout_address', 'payout_address.id', 'withdrawal.address_id')
    .selectAll('withdrawal')
    .select(['app_user.name as user_name', 'app_user.email as user_email'])
    .select(['payout_address.confirmed_at as address_confirmed_at'])
    .select(['payout_address.usable_at as address_usable_at'])
    .select(['payout_address.distrusted_at as address_distrusted_at'])
    .select(STOPPED_UNTIL.as('stopped_until'))
}

/**
 * Whether it goes to no address that a recovery has removed, which no payout list has. Each address is looked up by its
 * key, whatever the planner knows of the book.
 */
export const TRUSTED = sql<SqlBool>`(
  SELECT distrusted_at FROM payout_address
  WHERE payout_address.user_id = withdrawal.user_id AND payout_address.id = withdrawal.address_id
) IS NULL`

/** What approved withdrawals to addresses that are trusted wait to be paid out of each payment wallet, by its id. */
export async function sumToPay(tx: Tx): Promise<Map<string, MicroUsd>> {
  const rows = await tx
    .selectFrom('withdrawal')
    .select(['wallet_id', sql<MicroUsd>`sum(amount)::bigint`.as('total')])
    .where('status', '=', 'approved')
    .where(TRUSTED)
    .groupBy('wallet_id')
    .execute()
  return new Map(rows.map(({ wallet_id, total }) => [wallet_id, total]))
}
