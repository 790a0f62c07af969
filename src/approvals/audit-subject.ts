import type { Subject as AuditSubject } from '#audit/record.ts'
import type { ApprovalSubject } from './contract.ts'
import type { RequestSubject } from './store.ts'

const KEPT_UNDER = {
  investment: 'investment',
  withdrawal: 'withdrawal',
  referral: 'referral',
  wallet: 'wallet',
  plan: 'plan',
  setting: 'setting',
  balance: 'user',
  funds: 'wallet',
  reserve: 'reserve',
  roles: 'user',
  invitation: 'role invitation',
} as const satisfies Record<ApprovalSubject, AuditSubject['kind']>

/** Where the audit log keeps what is about this. */
export function auditSubject({ kind, id }: RequestSubject): AuditSubject {
  return { kind: KEPT_UNDER[kind], id }
}
