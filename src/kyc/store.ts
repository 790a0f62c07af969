import { sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { IdentityCheck } from '#kit/database-schema.ts'
import { countPicked } from '#lists/count-picked.ts'
import type { ListCount } from '#lists/contract.ts'
import type { Listing } from '#lists/narrowing.ts'
import type { Page } from '#lists/page.ts'
import { inOrder, pickPage, type WaitingCount, waitingColumns, type WaitsFor } from '#lists/pick-page.ts'
import type { UserRow } from '#users/find.ts'

export type IdentityCheckRow = Selectable<IdentityCheck>

export async function insertCheck(tx: Tx, row: IdentityCheckRow): Promise<void> {
  await tx.insertInto('identity_check').values(row).execute()
}

export async function selectCheck(tx: Tx, id: string): Promise<IdentityCheckRow | undefined> {
  return tx.selectFrom('identity_check').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function selectNewestCheck(tx: Tx, userId: string): Promise<IdentityCheckRow | undefined> {
  return tx
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The check that says who somebody is: the approved one while they are approved, whatever was submitted since; else the newest. */
export async function selectCountingCheck(tx: Tx, userId: string): Promise<IdentityCheckRow | undefined> {
  return tx
    .selectFrom('identity_check')
    .innerJoin('app_user', 'app_user.id', 'identity_check.user_id')
    .selectAll('identity_check')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('state', '=', 'approved'), is('kyc', '<>', 'approved')]))
    .orderBy('submitted_at', 'desc')
    .orderBy('identity_check.id', 'desc')
    .executeTakeFirst()
}

/** What somebody has submitted from a moment on, however it was decided, oldest first. */
export async function selectSubmittedSince(tx: Tx, userId: string, since: Date): Promise<IdentityCheckRow[]> {
  return tx
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', userId)
    .where('submitted_at', '>=', since)
    .orderBy('submitted_at')
    .orderBy('id')
    .execute()
}

export async function selectWaitingChecks(
  tx: Tx,
): Promise<(IdentityCheckRow & { user_name: string; user_email: string })[]> {
  return tx
    .selectFrom('identity_check')
    .innerJoin('app_user', 'app_user.id', 'identity_check.user_id')
    .selectAll('identity_check')
    .select(['app_user.name as user_name', 'app_user.email as user_email'])
    .where('state', '=', 'submitted')
    .orderBy('submitted_at', 'desc')
    .orderBy('identity_check.id', 'desc')
    .execute()
}

const LISTING: Listing = {
  table: 'identity_check',
  made: 'submitted_at',
  status: 'state',
  people: ['user_id'],
  named: ['name', 'email', 'phone'],
  begins: [],
}

/** A check with who asked for it. */
export type ListedCheck = IdentityCheckRow & Pick<UserRow, 'name' | 'email' | 'phone' | 'country' | 'created_at'>

/** A page of all checks. */
export async function selectChecks(
  tx: Tx,
  page: Page<IdentityCheckRow['state']>,
): Promise<{ rows: ListedCheck[]; next_cursor: string | null }> {
  const { ids, next_cursor } = await pickPage(tx, LISTING, page)
  return { rows: inOrder(ids, await selectChecksByIds(tx, ids)), next_cursor }
}

/** How many there are in all of what a page is narrowed to. */
export async function countCheckList(tx: Tx, page: Page<IdentityCheckRow['state']>): Promise<ListCount> {
  return countPicked(tx, LISTING, page)
}

/** Those with these ids, in no order. */
export async function selectChecksByIds(tx: Tx, ids: readonly string[]): Promise<ListedCheck[]> {
  return tx
    .selectFrom('identity_check')
    .innerJoin('app_user', 'app_user.id', 'identity_check.user_id')
    .selectAll('identity_check')
    .select(['app_user.name', 'app_user.email', 'app_user.phone', 'app_user.country', 'app_user.created_at'])
    .where(sql<boolean>`identity_check.id = ANY(${ids}::uuid[])`)
    .execute()
}

/** How many checks wait for a decision, and when the oldest of them was asked for. */
export async function countWaitingChecks(tx: Tx, { userId }: WaitsFor): Promise<WaitingCount> {
  return tx
    .selectFrom('identity_check')
    .select(waitingColumns(sql`user_id <> ${userId}`, 'submitted_at'))
    .where('state', '=', 'submitted')
    .executeTakeFirstOrThrow()
}

export async function changeCheck(tx: Tx, id: string, changed: Partial<Omit<IdentityCheckRow, 'id'>>): Promise<void> {
  await tx.updateTable('identity_check').set(changed).where('id', '=', id).execute()
}
