import type { ReceiverFinder, Receivers } from '#mail/segment.ts'
import { findPlan } from '#plans/find.ts'
import { countReceivers, selectReceivers } from './store.ts'

/** Who belongs to a segment of users: this slice is the first that knows who they are and what they have running. */
export const mailingReceivers: ReceiverFinder = {
  count: (tx, receivers, joinedBy) => countReceivers(tx, { ...meant(receivers), joinedBy }),
  next: (tx, receivers, page) => selectReceivers(tx, { ...meant(receivers), ...page }),
  planName: async (tx, planId) => (await findPlan(tx, planId))?.name,
}

function meant({ segment, plan_id }: Receivers) {
  return { running: segment !== 'all', planId: plan_id }
}
