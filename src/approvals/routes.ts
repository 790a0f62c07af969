import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { type Agreed, agreeTo } from './agree.ts'
import type { Clock } from '#kit/clock.ts'
import { withPageSize } from '#lists/replies.ts'
import type { Routes } from '#kit/routes.ts'
import type { approvalsContract } from './contract.ts'
import { waitingApprovals } from './read.ts'
import { refuseApproval } from './refuse.ts'
import { withdrawApproval } from './withdraw.ts'

/** The calls of this slice. `perform` does what was asked for: it knows the verbs of all slices. */
export function approvalsRoutes({
  clock,
  perform,
}: {
  clock: Clock
  perform: (tx: Tx, actor: Administrator, agreed: Agreed) => Promise<void>
}): Routes<typeof approvalsContract> {
  return {
    'GET /api/admin/approvals': ({ actor, query, read }) =>
      read(async (tx) => ({
        status: 'success' as const,
        ...(await waitingApprovals(tx, actor, withPageSize(query))),
      })),
    'POST /api/agree-approval/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        await agreeTo(tx, actor, params.id, (agreed, second) => perform(tx, second, agreed))
        return { message: 'Agreed and done.' }
      }),
    'POST /api/refuse-approval/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await refuseApproval(tx, clock, actor, { id: params.id, reason: body.reason })
        return { message: 'The request has been refused. Nothing has changed.' }
      }),
    'POST /api/withdraw-approval/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        await withdrawApproval(tx, clock, actor, params)
        return { message: 'The request has been withdrawn. Nothing has changed.' }
      }),
  }
}
