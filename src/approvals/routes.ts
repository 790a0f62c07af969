import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { approvalsContract } from './contract.ts'
import { waitingApprovals } from './read.ts'
import { refuseApproval } from './refuse.ts'
import { withdrawApproval } from './withdraw.ts'

/** The calls of this slice; agreeing stands with the desk, which knows all verbs. */
export function approvalsRoutes({ clock }: { clock: Clock }): Routes<typeof approvalsContract> {
  return {
    'GET /api/admin/approvals': ({ asker, read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await waitingApprovals(tx, clock, asker)) })),
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
  }
}
