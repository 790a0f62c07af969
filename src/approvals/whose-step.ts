import { actsOn, type ActRow } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'
import { selectAgreed } from './store.ts'

/**
 * Whether somebody has ever taken such a step on a record: alone, or as one of the two who asked for it and agreed to it.
 * The audit log names as actor who agreed; the request names who asked. Whatever came after it, and by whom, takes it
 * from nobody.
 */
export async function hasTaken(
  tx: Tx,
  userId: string,
  recordId: string,
  isStep: (act: ActRow) => boolean,
): Promise<boolean> {
  const steps = ((await actsOn(tx, [recordId])).get(recordId) ?? []).filter(isStep)
  if (steps.some(({ actor_id }) => actor_id === userId)) return true
  if (steps.length === 0) return false
  const asked = await selectAgreed(tx, { subjectId: recordId, askedBy: userId })
  return asked.some(({ decided_by, asked_at, decided_at }) =>
    steps.some(
      ({ actor_id, at }) => actor_id === decided_by && asked_at <= at && decided_at !== null && at <= decided_at,
    ),
  )
}
