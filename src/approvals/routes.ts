import type { Clock } from '#kit/clock.ts'
import { readLimit } from '#kit/page.ts'
import type { Routes } from '#kit/routes.ts'
import type { approvalsContract } from './contract.ts'
import { changeSetting } from './change-setting.ts'
import { waitingApprovals } from './read.ts'
import { refuseApproval } from './refuse.ts'
import { orWaits } from './waits-reply.ts'
import { withdrawApproval } from './withdraw.ts'

/** The calls of this slice; agreeing stands with the desk, which knows all verbs. */
export function approvalsRoutes({ clock }: { clock: Clock }): Routes<typeof approvalsContract> {
  return {
    'GET /api/admin/approvals': ({ asker, query, read }) =>
      read(async (tx) => ({
        status: 'success' as const,
        ...(await waitingApprovals(tx, clock, asker, { ...query, limit: readLimit(query.limit) })),
      })),
    'POST /api/refuse-approval/:id': ({ asker, params, body, write }) =>
      write(async (tx) => {
        await refuseApproval(tx, clock, asker, { id: params.id, reason: body.reason })
        return { message: 'The request has been refused. Nothing has changed.' }
      }),
    'POST /api/withdraw-approval/:id': ({ asker, params, write }) =>
      write(async (tx) => {
        await withdrawApproval(tx, clock, asker, params)
        return { message: 'The request has been withdrawn. Nothing has changed.' }
      }),
    'POST /api/update-setting/:name': ({ asker, params, body, write }) =>
      write(async (tx) => {
        const waits = await changeSetting(tx, clock, asker, { name: params.name, ...body })
        const done = body.value === null ? 'Back to the default from now.' : 'The setting counts from now.'
        return orWaits(waits, { what: 'The change', done })
      }),
  }
}
