import { recordAct, recordDecision } from '#audit/record.ts'
import type { Actor } from '#kit/actor.ts'
import type { Json } from '#kit/database-schema.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { toWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { announce, notify } from '#notifications/notify.ts'
import { COLOURS } from './rules.ts'
import { changeReferral, type ReferralRecord } from './store.ts'

/**
 * Writes what has become of a referral: the record, the decision where the state changes, the audit log with before
 * and after, and the inviter's notification. Moves no money: the caller posts that.
 */
export async function decide(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  referral: ReferralRecord,
  decision: {
    /** its line in the audit log, where postings name it */
    act?: ActId
    action: string
    changed: Partial<Pick<ReferralRecord, 'status' | 'held_status' | 'reason' | 'amount'>>
    reason: string | null
  },
): Promise<void> {
  await changeReferral(tx, referral, decision.changed)
  const after = { ...referral, ...decision.changed }
  const act = {
    id: decision.act,
    action: decision.action,
    subject: { kind: 'referral', id: referral.id },
    before: factsOf(referral),
    after: factsOf(after),
    reason: decision.reason,
  } as const
  if (after.status === referral.status) await recordAct(tx, clock, actor, act)
  else await recordDecision(tx, clock, actor, { ...act, from: referral.status, to: after.status })
  await tellInviter(tx, clock, after)
}

/** Notifies the inviter of where a referral stands; open screens fetch it, and the balance, again. */
export async function tellInviter(tx: Tx, clock: DatabaseClock, referral: ReferralRecord): Promise<void> {
  await notify(tx, clock, referral.inviter_id, 'referrals', {
    icon: 'referral',
    title: 'Referral bonus',
    bold_value: showUsd(referral.amount),
    status_color: COLOURS[referral.status],
    status_text: referral.status,
  })
  await announce(tx, referral.inviter_id, 'balance')
}

/** What the audit log keeps of a referral. */
export function factsOf(referral: ReferralRecord): Json {
  return {
    status: referral.status,
    held_status: referral.held_status,
    amount: toWire(referral.amount),
    reason: referral.reason,
  }
}
