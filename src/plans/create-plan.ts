import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { changesBetween } from '#approvals/rules.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { recordAct } from '#audit/record.ts'
import { announceToAll } from '#notifications/notify.ts'
import { planOnWire, type PlanRecord } from './find.ts'
import { planInWords, readPlan, type TypedPlan } from './rules.ts'
import { insertPlan } from './store.ts'

/** A plan as it is kept while it waits: as it was typed. */
export type KeptPlan = TypedPlan & { id: string; available: boolean; version: number }

/**
 * Adds an investment plan, available unless said otherwise. 422 with all the fields that are wrong. It waits for a second
 * administrator where there is one: then there is no plan yet, and `waits` is the id of the request.
 */
export async function createPlan(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: TypedPlan & { id?: string; available?: boolean | undefined },
  agreed?: Agreed,
): Promise<PlanRecord & { waits: string | undefined }> {
  const read = readPlan(input)
  if ('errors' in read) refuse('bad input', Object.values(read.errors)[0]?.[0] ?? '', read.errors)
  const plan = { id: input.id ?? newId(), ...read.terms, available: input.available ?? true }
  const kept = keptPlan(input, { ...plan, version: 0 })
  const subject = { kind: 'plan', id: plan.id } as const
  const tell = { matter: 'plan', name: plan.name, id: plan.id } as const
  const kind = 'create plan'
  const correction: Correction = { kind, subject, concerns: null, input: kept, version: null, reason: null, tell }
  const waits = await correctOrAsk(tx, clock, actor, correction, agreed, async () => {
    await insertPlan(tx, { ...plan, created_at: clock.now() })
    const after = planOnWire({ ...plan, version: 0 })
    await recordAct(tx, clock, actor, { action: 'plan created', subject, after })
    await announceToAll(tx, 'plans')
    const changes = changesBetween({}, planInWords(plan))
    await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
    return { moved: null, changes }
  })
  return { ...plan, version: 0, waits }
}

/** What is kept of a plan that somebody has typed, for when it is agreed to. */
export function keptPlan(
  { name, description, min_amount, max_amount, durations_copy, ref_bonus, daily_roi, early_roi }: TypedPlan,
  { id, available, version }: { id: string; available: boolean; version: number },
): KeptPlan {
  return {
    ...{ id, name, description, min_amount, max_amount, durations_copy, ref_bonus, daily_roi },
    ...(early_roi === undefined ? {} : { early_roi }),
    ...{ available, version },
  }
}
