import type { Tx } from '#kit/database.ts'
import { selectActs, type ActRow } from './store.ts'

export type { ActRow }

/** What the audit log holds about each of these records, oldest first. */
export async function actsOn(tx: Tx, subjectIds: readonly string[]): Promise<Map<string, ActRow[]>> {
  return Map.groupBy(await selectActs(tx, subjectIds), (act) => act.subject_id)
}
