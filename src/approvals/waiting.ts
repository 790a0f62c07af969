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
    refuse('wrong state', 'A correction of this waits for a second approver: it has to be agreed to or refused first.')
  }
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
