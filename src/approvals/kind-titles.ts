import type { Approval, ApprovalKind } from './contract.ts'

const TITLES: Readonly<Record<ApprovalKind, string>> = {
  'approve investment': 'Approval of an investment',
  'decline investment': 'Investment to be declined',
  'update investment': 'Correction of an investment',
  'update withdrawal': 'Correction of a withdrawal',
  'approve referral': 'Approval of a referral bonus',
  'top up user': 'Top-up',
  'deduct user': 'Deduction',
  'refund suspense': 'Refund',
  'record funds': 'Funds to be recorded',
  'create wallet': 'New payment wallet',
  'change wallet': 'Change of a payment wallet',
  'create plan': 'New plan',
  'change plan': 'Change of a plan',
  'change limit': 'Change of a limit',
  'change kyc': 'Change of the identity check',
  'set roles': 'Change of roles',
  'invite to roles': 'Invitation to roles',
  'unblock user': 'Unblocking of an administrator',
}

type Asked = Pick<Approval, 'kind' | 'changes'>

/** What was asked for, as a heading. */
export function titleOf(asked: Asked): string {
  return isPayout(asked) ? 'Payout of a withdrawal' : TITLES[asked.kind]
}

/** Whether a withdrawal is to be paid out as it was asked for, with no correction of its amount. */
export function isPayout({ kind, changes }: Asked): boolean {
  return (
    kind === 'update withdrawal' &&
    changes.some(({ field, before, after }) => field === 'status' && before !== 'declined' && after === 'completed') &&
    !changes.some(({ field }) => field === 'amount')
  )
}
