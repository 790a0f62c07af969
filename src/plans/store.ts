import { sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { PlanTerms } from './rules.ts'

/** A plan as other slices see it. */
export type PlanRecord = Omit<PlanTerms, 'description'> & { id: string; available: boolean; version: number }

export type PlanRow = PlanRecord & { description: string }

const COLUMNS = [
  ...(['id', 'name', 'min_amount', 'max_amount', 'durations', 'ref_bonus', 'daily_roi', 'early_roi'] as const),
  ...(['available', 'version', 'description'] as const),
]

export function selectPlan(tx: Tx, id: string): Promise<PlanRow | undefined> {
  return tx.selectFrom('plan').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export function selectPlansById(tx: Tx, ids: readonly string[]): Promise<PlanRow[]> {
  return tx
    .selectFrom('plan')
    .select(COLUMNS)
    .where(sql<SqlBool>`id = ANY(${ids}::uuid[])`)
    .execute()
}

export function lockPlan(tx: Tx, id: string): Promise<PlanRow | undefined> {
  return tx.selectFrom('plan').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Newest first. */
export function selectPlans(tx: Tx, onlyAvailable: boolean): Promise<PlanRow[]> {
  return tx
    .selectFrom('plan')
    .select(COLUMNS)
    .$if(onlyAvailable, (query) => query.where('available', '=', true))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertPlan(
  tx: Tx,
  plan: PlanTerms & { id: string; available: boolean; created_at: Date },
): Promise<void> {
  await tx.insertInto('plan').values(plan).execute()
}

export async function updatePlanTerms(tx: Tx, id: string, terms: PlanTerms & { available: boolean }): Promise<void> {
  await tx
    .updateTable('plan')
    .set((eb) => ({ ...terms, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
