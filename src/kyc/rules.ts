import type { KycState } from '#users/contract.ts'

const KYC_STEPS: Readonly<Record<KycState, readonly KycState[]>> = {
  none: ['submitted'],
  submitted: ['approved', 'rejected'],
  rejected: ['submitted'],
  approved: [],
}

/** The life of an identity check: none → submitted → approved (for good) or rejected → submitted again. */
export function kycMayBecome(from: KycState, to: KycState): boolean {
  return KYC_STEPS[from].includes(to)
}
