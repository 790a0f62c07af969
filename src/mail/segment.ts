import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import type { Segment } from './contract.ts'

/** Whom a mailing is for: everybody, or only whoever has running investments, of any plan or of one. */
export type Receivers = { segment: Segment; plan_id: string | null }

/**
 * Who belongs to a segment, answered by a slice that knows. Nobody whose sign-in is blocked, and nobody who joined after
 * `joinedBy`.
 */
export type ReceiverFinder = {
  count(tx: Tx, receivers: Receivers, joinedBy: Date): Promise<number>
  /** The next ones in the order of their ids, after an id. */
  next(
    tx: Tx,
    receivers: Receivers,
    page: { joinedBy: Date; after: string | null; most: number },
  ): Promise<{ id: string; email: string }[]>
  /** What a plan is called; undefined if there is none. */
  planName(tx: Tx, planId: string): Promise<string | undefined>
}

/** Reads whom a mailing is for; a plan goes with the segment of that name and with no other. 422 else. */
export async function readReceivers(
  tx: Tx,
  finder: ReceiverFinder,
  typed: { segment: Segment; plan_id?: string | undefined },
): Promise<Receivers> {
  const { segment, plan_id } = typed
  if (segment !== 'plan') {
    if (plan_id !== undefined) refuseField('plan_id', 'Only the segment “plan” takes a plan.')
    return { segment, plan_id: null }
  }
  if (plan_id === undefined || (await finder.planName(tx, plan_id)) === undefined)
    refuseField('plan_id', 'Choose one of the plans.')
  return { segment, plan_id }
}
