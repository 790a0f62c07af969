import type { Actor } from '#kit/actor.ts'
import type { Json } from '#kit/database-schema.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { toWire } from '#money/micro-usd.ts'
import { writeDecision } from '#records/write-decision.ts'
import type { ReferralRecord } from './store.ts'

/** What every notification of a referral is called. */
export const TITLE = 'Referral bonus'

/** Writes what has become of a referral. Moves no money: the caller posts that. */
export async function decide(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  referral: ReferralRecord,
  decision: {
    /** its line in the audit log, where postings name it */
    act?: ActId
    action: string
    changed: Partial<Pick<ReferralRecord, 'status' | 'held_status' | 'reason' | 'amount' | 'set_apart'>>
    reason: string | null
  },
): Promise<void> {
  const { act, action, changed, reason } = decision
  const after = { ...referral, ...changed }
  await writeDecision(tx, clock, actor, 'referral', {
    ...{ act, action, title: TITLE, factsOf },
    ...{ before: referral, after, reason },
  })
}

/** What the audit log keeps of a referral. */
export function factsOf({ status, held_status, amount, reason }: ReferralRecord): Json {
  return { status, held_status, amount: toWire(amount), reason }
}
