import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { recordAct } from '#audit/record.ts'
import { announceToAll } from '#notifications/notify.ts'
import { planOnWire, type PlanRecord } from './find.ts'
import { readPlan, type TypedPlan } from './rules.ts'
import { insertPlan } from './store.ts'

/** Adds an investment plan, on offer unless said otherwise. 422 with all the fields that are wrong. */
export async function createPlan(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: TypedPlan & { available?: boolean | undefined },
): Promise<PlanRecord> {
  const read = readPlan(input)
  if ('errors' in read) refuse('bad input', Object.values(read.errors)[0]?.[0] ?? '', read.errors)
  const plan = { id: newId(), ...read.terms, available: input.available ?? true }
  await insertPlan(tx, { ...plan, created_at: clock.now() })
  const after = planOnWire({ ...plan, version: 0 })
  await recordAct(tx, clock, actor, { action: 'plan created', subject: { kind: 'plan', id: plan.id }, after })
  await announceToAll(tx, 'plans')
  return { ...plan, version: 0 }
}
