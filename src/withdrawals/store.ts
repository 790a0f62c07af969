import { sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Withdrawal } from '#kit/database-schema.ts'
import type { Page } from '#lists/page.ts'
import { inOrder, type Listing, pickPage, type Waiting, waitingColumns, type WaitsFor } from '#lists/pick-page.ts'
import type { Status } from '#kit/wire.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'

export type WithdrawalRecord = Selectable<Withdrawal>
/** A withdrawal with the name and e-mail of its investor, and the network of its wallet. */
export type ListedWithdrawal = WithdrawalRecord & { user_name: string; user_email: string; network: string }

const UNIQUE_VIOLATION = '23505'

export async function insertWithdrawal(tx: Tx, row: Omit<WithdrawalRecord, 'version'>): Promise<void> {
  await tx.insertInto('withdrawal').values(row).execute()
}

/** Whose withdrawal it is, or undefined where there is no such withdrawal. */
export async function investorOf(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('withdrawal').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id
}

/** One investor's own. Locks nothing. */
export async function selectWithdrawal(tx: Tx, userId: string, id: string): Promise<WithdrawalRecord | undefined> {
  return tx.selectFrom('withdrawal').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** Locks and reads the withdrawal of this investor. The caller holds the lock on the investor. */
export async function lockWithdrawal(tx: Tx, userId: string, id: string): Promise<WithdrawalRecord | undefined> {
  return tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Writes what has changed and counts the version up by one. Answers 'txid taken' where another payment has the txid. */
export async function changeWithdrawal(
  tx: Tx,
  withdrawal: Pick<WithdrawalRecord, 'user_id' | 'id' | 'version'>,
  changed: Partial<Pick<WithdrawalRecord, 'status' | 'reason' | 'amount' | 'created_at' | 'completed_at' | 'txid'>>,
): Promise<'changed' | 'txid taken'> {
  try {
    await tx
      .updateTable('withdrawal')
      .set({ ...changed, version: withdrawal.version + 1 })
      .where('user_id', '=', withdrawal.user_id)
      .where('id', '=', withdrawal.id)
      .execute()
    return 'changed'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'txid taken'
    throw error
  }
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

/** Those with these ids, in no order. */
export async function selectByIds(tx: Tx, ids: readonly string[]): Promise<ListedWithdrawal[]> {
  return listed(tx)
    .where(sql<boolean>`withdrawal.id = ANY(${ids})`)
    .execute()
}

/** How many are in a state, and when the oldest of them was asked for. */
export async function selectWaiting(
  tx: Tx,
  status: 'pending' | 'approved',
  { userId, butNot }: WaitsFor,
): Promise<Waiting> {
  return tx
    .selectFrom('withdrawal')
    .select(waitingColumns(sql`user_id <> ${userId} AND id <> ALL(${butNot})`, 'created_at'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
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

function listed(tx: Tx) {
  return tx
    .selectFrom('withdrawal')
    .innerJoin('app_user', 'app_user.id', 'withdrawal.user_id')
    .innerJoin('wallet', 'wallet.id', 'withdrawal.wallet_id')
    .selectAll('withdrawal')
    .select(['app_user.name as user_name', 'app_user.email as user_email', 'wallet.network'])
}

/** What approved withdrawals wait to be paid out of each payment wallet, by its id. */
export async function sumToPay(tx: Tx): Promise<Map<string, MicroUsd>> {
  const rows = await tx
    .selectFrom('withdrawal')
    .select(['wallet_id', sql<MicroUsd>`sum(amount)::bigint`.as('total')])
    .where('status', '=', 'approved')
    .groupBy('wallet_id')
    .execute()
  return new Map(rows.map(({ wallet_id, total }) => [wallet_id, total]))
}
