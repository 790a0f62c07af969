import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import { recordAct } from '#audit/record.ts'
import { announceToAll } from '#notifications/notify.ts'
import { planOnWire } from './find.ts'
import { readPlan, type TypedPlan } from './rules.ts'
import { lockPlan, updateTerms } from './store.ts'

/**
 * Changes a plan; where `available` is left out it stays. Investments made before keep their terms.
 * 404, 409 where the version is not the present one, 422 with all the fields that are wrong.
 */
export async function updatePlan(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: TypedPlan & { id: string; available?: boolean | undefined; version?: number | undefined },
): Promise<void> {
  const present = await lockPlan(tx, input.id)
  if (present === undefined) refuse('not found', 'There is no such plan.')
  const { id, version } = present
  refuseChanged('plan', version, input.version)
  const read = readPlan(input)
  if ('errors' in read) refuse('bad input', Object.values(read.errors)[0]?.[0] ?? '', read.errors)
  const terms = { ...read.terms, available: input.available ?? present.available }
  await updateTerms(tx, id, terms)
  const before = planOnWire(present)
  const after = planOnWire({ id, ...terms, version: version + 1 })
  await recordAct(tx, clock, actor, { action: 'plan changed', subject: { kind: 'plan', id }, before, after })
  await announceToAll(tx, 'plans')
}
