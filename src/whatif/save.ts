import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuseField, refuseWrong } from '#kit/refusal.ts'
import { readName } from '#kit/rules.ts'
import type { BodyOf } from '#kit/wire.ts'
import { allToWire, toWire } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import { findPlan } from '#plans/find.ts'
import { MOST_WHAT_IFS, readAssumptions } from './assumption-rules.ts'
import type { AssumedOnWire, whatIfContract } from './contract.ts'
import { foreseeBooks, type Assumptions, type BooksNow, type Foreseen } from './rules.ts'
import { countWhatIfs, insertWhatIf, lockWhatIfs, type ForeseenOnWire } from './store.ts'

/**
 * Saves what somebody assumes of the days to come under a name, with what it foresees from books that were just read: the
 * server reads and counts itself. 422 with all the fields that are wrong, for a name that another one has, and for one
 * more than there may be.
 */
export async function saveWhatIf(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: BodyOf<(typeof whatIfContract)['POST /api/save-what-if']>,
  { asOf, ...books }: BooksNow & { asOf: Date },
): Promise<string> {
  const { new_investments: made } = input
  const plan = made ? await findPlan(tx, made.plan_id) : undefined
  const named = readName(input.name)
  const read = readAssumptions(input, plan, asOf.toISOString().slice(0, 10))
  const wrong = { ...('problem' in named && { name: [named.problem] }), ...('errors' in read && read.errors) }
  refuseWrong(wrong)
  if ('problem' in named || 'errors' in read) throw new Error('what is wrong was refused')
  await lockWhatIfs(tx)
  if ((await countWhatIfs(tx)) >= MOST_WHAT_IFS) refuseField('name', `${MOST_WHAT_IFS} are saved. Remove one first.`)
  const id = newId()
  const assumed = assumedOnWire(read.assumed, plan)
  const foreseen = foreseenOnWire(foreseeBooks(books, read.assumed))
  const row = {
    id,
    name: named.text,
    assumed,
    as_of: asOf,
    foreseen,
    created_by: actor.userId,
    created_at: clock.now(),
  }
  if (!(await insertWhatIf(tx, row))) refuseField('name', 'Another one has this name.')
  const after = { name: named.text, ...assumed }
  await recordAct(tx, clock, actor, { action: 'save what-if', subject: { kind: 'what-if', id }, after })
  return id
}

function assumedOnWire(assumed: Assumptions, plan: { id: string; name: string } | undefined): AssumedOnWire {
  const { newInvestments: made, withdrawn, run, returns } = assumed
  return {
    new_investments:
      made && plan
        ? {
            ...{ plan: { id: plan.id, name: plan.name }, count: made.count, amount: toWire(made.amount) },
            ...{ duration: made.duration, daily_roi: percentToWire(made.daily_roi) },
            ref_bonus: percentToWire(made.ref_bonus),
          }
        : null,
    withdrawn: percentToWire(withdrawn),
    run: run && { day: run.day, share: percentToWire(run.share) },
    returns: toWire(returns),
  }
}

function foreseenOnWire({ days, unpaidFrom, uncoveredFrom }: Foreseen): ForeseenOnWire {
  return {
    ...{ unpaid_from: unpaidFrom, uncovered_from: uncoveredFrom },
    days: days.map(({ day, ...amounts }) => ({ day, ...allToWire(amounts) })),
  }
}
