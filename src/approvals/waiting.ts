import type { Subject as AuditSubject } from '#audit/record.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { ApprovalSubject } from './contract.ts'
import { selectWaits, type Subject } from './store.ts'

/**
 * 409 where a request waits for this subject: it is agreed to, refused or withdrawn before an administrator does
 * anything else to it. To be called under the lock on the record.
 */
export async function refuseWhileWaiting(tx: Tx, subject: Subject): Promise<void> {
  if (await selectWaits(tx, subject)) {
    const what = WAITS[subject.kind]
    refuse('wrong state', `${what} waits for a second approver. Agree to it, refuse it or withdraw it first.`)
  }
}

/** What it is that waits. */
const WAITS: Readonly<Record<ApprovalSubject, string>> = {
  investment: 'A decision about this investment',
  withdrawal: 'A decision about this withdrawal',
  referral: 'A decision about this referral bonus',
  wallet: 'A change of this payment wallet',
  plan: 'A change of this plan',
  setting: 'A change of this setting',
  balance: 'A correction of this balance',
  funds: 'A record of the operator’s own money in this payment wallet',
  roles: 'A decision about this administrator',
  invitation: 'An invitation of this person',
}

const KEPT_UNDER = {
  investment: 'investment',
  withdrawal: 'withdrawal',
  referral: 'referral',
  wallet: 'wallet',
  plan: 'plan',
  setting: 'setting',
  balance: 'user',
  funds: 'wallet',
  roles: 'user',
  invitation: 'role invitation',
} as const satisfies Record<ApprovalSubject, AuditSubject['kind']>

/** Where the audit log keeps what is about this. */
export function auditSubject({ kind, id }: Subject): AuditSubject {
  return { kind: KEPT_UNDER[kind], id }
}
