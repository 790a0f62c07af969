import { refuse } from '#kit/refusal.ts'
import type { Settings } from '#kit/config.ts'
import type { KycState } from '#users/contract.ts'

/**
 * Refuses (403) a step that needs an approved identity check. `invest`: nobody pays money in before approval, nor
 * takes any out; `withdraw`: needed for taking out only; `off`: never.
 */
export function requireKyc(needed: Settings['kyc'], kyc: KycState, step: 'invest' | 'withdraw'): void {
  if (kyc === 'approved' || needed === 'off') return
  if (needed === 'withdraw' && step === 'invest') return
  const doing = step === 'invest' ? 'invest' : 'withdraw'
  refuse(
    'not allowed',
    kyc === 'submitted'
      ? `Your identity check has been submitted. You can ${doing} as soon as it is approved.`
      : `We need to verify your identity before you ${doing}. Ask for a check under KYC.`,
  )
}
