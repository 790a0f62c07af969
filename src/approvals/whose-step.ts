import { actsOn, type ActRow } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'
import { selectAgreedOf } from './store.ts'

/**
 * Whether somebody has ever taken such a step on a record: alone, or as one of the two who asked for it and agreed to it.
 * The audit log names as actor who agreed, and the request, which names who asked. Whatever came after it, and by whom,
 * takes it from nobody.
 *
 * A line may name no request although it was agreed to: where an older process wrote it, or where the lines that were
 * there before could not be told apart. So a request of theirs that was agreed to and that no line names counts as any
 * step of that record which whoever agreed has a line for: rather a second person too many than one too few.
 */
export async function hasTaken(
  tx: Tx,
  userId: string,
  recordId: string,
  isStep: (act: ActRow) => boolean,
): Promise<boolean> {
  const acts = (await actsOn(tx, [recordId])).get(recordId) ?? []
  const steps = acts.filter(isStep)
  if (steps.some((act) => act.actor_id === userId || act.requester_id === userId)) return true
  const unnamed = new Set(steps.flatMap((act) => (act.approval_id === null ? (act.actor_id ?? []) : [])))
  if (unnamed.size === 0) return false
  const named = new Set(acts.map((act) => act.approval_id))
  const agreed = await selectAgreedOf(tx, userId, recordId)
  return agreed.some(({ id, decided_by }) => !named.has(id) && decided_by !== null && unnamed.has(decided_by))
}
