import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { changesBetween } from '#approvals/rules.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import { percentToWire } from '#money/percent.ts'
import { recordAct } from '#audit/record.ts'
import { announceToAll } from '#notifications/notify.ts'
import { keptPlan } from './create-plan.ts'
import { planOnWire } from './find.ts'
import { paysLess, paysMore, planInWords, readPlan, changesText, type TypedPlan } from './rules.ts'
import { lockPlan, updatePlanTerms } from './store.ts'

/**
 * Changes a plan; where `available` or `early_roi` is left out it stays. Investments made before keep their terms.
 * 404, 409 if the version is not the current one, 422 with all the fields that are wrong. What lets it pay out more
 * than now, and another name or description, waits for a second administrator: then nothing has changed, and the id of
 * the request is answered. What does neither is done at once, also while a change of it waits: that can then not be
 * agreed to any more. Every owner is told of either, and of a lower rate and a plan that is hidden.
 */
export async function updatePlan(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: TypedPlan & { id: string; available?: boolean | undefined; version?: number | undefined },
  agreed?: Agreed,
): Promise<string | undefined> {
  const present = await lockPlan(tx, input.id)
  if (present === undefined) refuse('not found', 'There is no such plan.')
  const { id, version } = present
  refuseChanged('plan', version, input.version)
  const early_roi = input.early_roi ?? percentToWire(present.early_roi)
  const read = readPlan({ ...input, early_roi }, present)
  if ('errors' in read) refuse('bad input', Object.values(read.errors)[0]?.[0] ?? '', read.errors)
  const terms = { ...read.terms, available: input.available ?? present.available }
  const kept = keptPlan(input, { id, available: terms.available, version })
  const subject = { kind: 'plan', id } as const
  const tell = { matter: 'plan', name: present.name, id } as const
  const isForTwo = paysMore(present, terms) || changesText(present, terms)
  const takesAway = (present.available && !terms.available) || paysLess(present, terms)
  const change = async () => {
    await updatePlanTerms(tx, id, terms)
    const before = planOnWire(present)
    const after = planOnWire({ id, ...terms, version: version + 1 })
    await recordAct(tx, clock, actor, { action: 'plan changed', subject, before, after })
    await announceToAll(tx, 'plans')
    const changes = changesBetween(planInWords(present), planInWords(terms))
    const step = agreed ? 'agreed to' : 'made'
    if (isForTwo || takesAway) await tellOwners(tx, clock, actor, { ...tell, step, changes, protects: !isForTwo })
    return { moved: null, changes }
  }
  if (!isForTwo) {
    await change()
    return undefined
  }
  const kind = 'change plan'
  const correction: Correction = { kind, subject, concerns: null, input: kept, version, reason: null, tell }
  return correctOrAsk(tx, clock, actor, correction, agreed, change)
}
