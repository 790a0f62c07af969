import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { withPageSize } from '#lists/replies.ts'
import { balancesOn, movesBetween } from './behind-figures.ts'
import { cohortsOf } from './cohorts.ts'
import { readChecklist } from './checklist.ts'
import type { figuresContract } from './contract.ts'
import { PastDays, PastPlanDays } from './days.ts'
import { platformFigures } from './figures.ts'
import { KeptMinute } from './kept-minute.ts'
import { newestOfAll } from './newest-of-all.ts'
import { planFigures } from './plan-figures.ts'
import { whatWaits } from './what-waits.ts'

/** The calls of this slice. */
export function figuresRoutes({
  settings,
}: {
  settings: Pick<Settings, 'smtpUrl' | 'smsUrl' | 'production' | 'demo'>
}): Routes<typeof figuresContract> {
  const past = new PastDays()
  const pastPlans = new PastPlanDays()
  const plans = new KeptMinute((tx, now, zone) => planFigures(tx, now, zone, pastPlans))
  const cohorts = new KeptMinute(cohortsOf)
  return {
    'GET /api/admin/figures': ({ query, read }) => read((tx) => platformFigures(tx, query, past)),
    'GET /api/admin/cohorts': ({ query, read }) => read((tx) => cohorts.of(tx, query)),
    'GET /api/admin/plan-figures': ({ query, read }) => read((tx) => plans.of(tx, query)),
    'GET /api/admin/moves': ({ query, read }) => read((tx) => movesBetween(tx, withPageSize(query))),
    'GET /api/admin/balances': ({ query, read }) => read((tx) => balancesOn(tx, withPageSize(query))),
    'GET /api/admin/waiting': ({ actor, read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await whatWaits(tx, actor)) })),
    'GET /api/admin/checklist': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await readChecklist(tx, settings)) })),
    'GET /api/admin-histories': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await newestOfAll(tx)) })),
  }
}
