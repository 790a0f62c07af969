import { endRequestOn, holdRequestOn, refuseSaidPaid } from '#approvals/end-overtaken.ts'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { lockOwn, refuseClosed } from '#records/lock.ts'
import { CANCELLED } from '#kit/cancelled-rules.ts'
import { giveBack } from './give-back.ts'
import { TRANSITIONS } from './rules.ts'

/**
 * Takes back one's own request while it is pending: the amount goes back to the wallet that it came from, and what waits
 * for a second administrator ends. 409 where that is the payout itself, also once it has ended and nobody has decided
 * it: or it would be paid and given back.
 */
export async function cancelWithdrawal(tx: Tx, actor: Investor, input: { id: string }): Promise<void> {
  const subject = { kind: 'withdrawal', id: input.id } as const
  await holdRequestOn(tx, subject)
  const withdrawal = await lockOwn(tx, actor, 'withdrawal', input.id)
  refuseClosed('withdrawal', TRANSITIONS.cancel, withdrawal)
  const clock = await databaseClock(tx)
  await refuseSaidPaid(tx, withdrawal, SAID_PAID)
  await giveBack(tx, clock, actor, withdrawal, {
    action: 'cancel withdrawal',
    title: 'Withdrawal cancelled',
    reason: CANCELLED,
  })
  await endRequestOn(tx, clock, actor, subject, CANCELLED)
}

const SAID_PAID = {
  waiting: 'This withdrawal is being paid out, so it can’t be cancelled now.',
  expired:
    'An administrator has said that this withdrawal was paid, so it can’t be cancelled now. Support can tell you more.',
}
