import { dueByPlan, dueOnWire } from '#funds/due.ts'
import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { listPlans } from '#plans/find.ts'
import type { figuresContract, PlanFigures } from './contract.ts'
import { daysFrom, type PastPlanDays, type PlansMoved } from './days.ts'
import { sumByPlan } from './store.ts'

/** Days of the course, today among them. */
const GONE = 30
const NOTHING = { paid_in: ZERO, earned: ZERO, returned: ZERO }
const NOTHING_MOVED = { received: ZERO, began: ZERO, back: ZERO }
const NOTHING_RUNS = { count: 0, principal: ZERO, to_earn: ZERO }

/**
 * The money of each plan at this second, so that the sums of all plans are the platform's own (business rules §3): paid
 * in what came in for investments, running the principal that is invested, to earn what that will still earn, credited
 * what was posted of earnings. What ran on an earlier day is what runs now, less what the books say began since, and
 * what came back. Days are those of `zone`.
 */
export async function planFigures(
  tx: Tx,
  now: Date,
  zone: string,
  past: PastPlanDays,
): Promise<ReplyOf<(typeof figuresContract)['GET /api/admin/plan-figures']>> {
  const gone = daysFrom(now, 1 - GONE, GONE, zone)
  const moved = await past.movedOn(tx, gone, zone, now)
  const running = await dueByPlan(tx, now)
  const sums = new Map((await sumByPlan(tx)).map(({ plan_id, ...sums }) => [plan_id, sums]))
  const plans = await listPlans(tx, { onlyAvailable: false })
  return {
    ...{ status: 'success', as_of: now.toISOString(), zone },
    items: plans.map(({ id, name, available }) => {
      const { paid_in, earned, returned } = sums.get(id) ?? NOTHING
      const runs = running.get(id) ?? NOTHING_RUNS
      return {
        plan: { id, name, available },
        ...{ running: dueOnWire([runs]), in: toWire(paid_in), earned: toWire(earned), returned: toWire(returned) },
        days: courseOf(id, gone.names, moved, runs.principal),
      }
    }),
  }
}

/** Day by day, counted back from what runs now. */
function courseOf(
  id: string,
  names: readonly string[],
  moved: readonly PlansMoved[],
  runsNow: MicroUsd,
): PlanFigures['days'] {
  let running = runsNow
  return names
    .map((day, place) => ({ day, on: moved[place]?.get(id) ?? NOTHING_MOVED }))
    .toReversed()
    .map(({ day, on: { received, began, back } }) => {
      const closing = running
      running = microUsd(running - began + back)
      return { day, in: toWire(received), began: toWire(began), back: toWire(back), running: toWire(closing) }
    })
    .toReversed()
}
