import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { listPlans } from '#plans/find.ts'
import { withBacking } from '#plans/offered.ts'
import { countCorrected, countLate, sumOver } from './dues-store.ts'
import type { Running } from './running.ts'

/**
 * What a plan has promised and kept, of all its investments that run or are over. `promised` is what they earn to their
 * end, `paid` what of it has been credited, or earned since and can be withdrawn, micro-dollars. `late` were completed
 * more than a day after their end, by the time of the posting, or have ended for longer than that and still run;
 * `corrected` somebody has set right since they were made; of the completed ones, `left_early` were ended by their
 * investors.
 */
export type RecordOfPlan = {
  name: string
  promised: MicroUsd
  paid: MicroUsd
  completed: number
  late: number
  corrected: number
  left_early: number
  /** in `strict`, the most that can still be invested in one that is on offer, as the wire writes it; else null */
  left_to_invest: string | null
}

/** The record of every plan that is on offer or has one, the newest first. */
export async function planRecords(tx: Tx, { sums, now }: Running): Promise<RecordOfPlan[]> {
  const [sumsOver, correctedOf, lateOf, { plans }] = await atOnce([
    sumOver(tx),
    countCorrected(tx),
    countLate(tx, now),
    withBacking(tx, listPlans(tx, { onlyAvailable: false })),
  ])
  const over = new Map(sumsOver.map((row) => [row.plan_id, row]))
  const byPlan = (counts: readonly { plan_id: string; count: number }[]) =>
    new Map(counts.map(({ plan_id, count }) => [plan_id, count]))
  const [corrected, late] = [byPlan(correctedOf), byPlan(lateOf)]
  const running = new Map<string, { earned: bigint; total: bigint }>()
  const add = (plan: string, more: { earned: bigint; total: bigint }) => {
    const { earned, total } = running.get(plan) ?? { earned: 0n, total: 0n }
    running.set(plan, { earned: earned + more.earned, total: total + more.total })
  }
  for (const sum of sums) add(sum.plan_id, sum)
  return plans.flatMap(({ id, name, available, left_to_invest }) => {
    const [runs, done] = [running.get(id), over.get(id)]
    if (!available && runs === undefined && done === undefined) return []
    return {
      name,
      promised: microUsd((runs?.total ?? 0n) + (done?.promised ?? 0n)),
      paid: microUsd((runs?.earned ?? 0n) + (done?.paid ?? 0n)),
      completed: done?.completed ?? 0,
      late: (late.get(id) ?? 0) + (done?.late ?? 0),
      corrected: corrected.get(id) ?? 0,
      left_early: done?.left_early ?? 0,
      left_to_invest: available ? left_to_invest : null,
    }
  })
}
