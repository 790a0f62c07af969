import { orWaits } from '#approvals/waits-reply.ts'
import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { plansContract } from './contract.ts'
import { createPlan } from './create-plan.ts'
import { updatePlan } from './update-plan.ts'

export function plansRoutes({ clock }: { clock: Clock }): Routes<typeof plansContract> {
  return {
    'POST /api/create-plan': ({ actor, body, write }) =>
      write(async (tx) => {
        const { waits } = await createPlan(tx, clock, actor, body)
        return orWaits(waits, { what: 'The new plan', done: 'Plan created.' })
      }),
    'POST /api/update-plan/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        const waits = await updatePlan(tx, clock, actor, { id: params.id, ...body })
        return orWaits(waits, { what: 'The change', done: 'The plan has been changed.' })
      }),
  }
}
