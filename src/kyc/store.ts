import { sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { IdentityCheck } from '#kit/database-schema.ts'
import { type WaitingCount, waitingColumns, type WaitsFor } from '#lists/pick-page.ts'

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
