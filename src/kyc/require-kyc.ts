import { utcDay } from '#approvals/rules.ts'
import { refuse } from '#kit/refusal.ts'
import type { Settings } from '#kit/config.ts'
import type { UserRow } from '#users/find.ts'
import { checkExpiry } from './rules.ts'

/**
 * Refuses (403) a step that needs an approved identity check. `invest`: nobody pays money in before approval, nor
 * takes any out; `withdraw`: needed for taking out only; `off`: never. A document that has expired since keeps nobody from
 * taking money out, only from new investments where these need a check.
 */
export function requireKyc(
  needed: Settings['kyc'],
  { kyc, identity_expires_on }: Pick<UserRow, 'kyc' | 'identity_expires_on'>,
  step: { to: 'invest'; now: Date } | { to: 'withdraw' },
): void {
  if (needed === 'off' || (needed === 'withdraw' && step.to === 'invest')) return
  if (kyc === 'approved') {
    const hasExpired = identity_expires_on !== null && step.to === 'invest' && isOver(identity_expires_on, step.now)
    if (hasExpired)
      refuse('not allowed', 'Your identity document has expired. Send a new one under KYC to invest again.')
    return
  }
  refuse(
    'not allowed',
    kyc === 'submitted'
      ? `Your identity check has been submitted. You can ${step.to} as soon as it is approved.`
      : `We need to verify your identity before you ${step.to}. Ask for a check under KYC.`,
  )
}

const isOver = (day: string, now: Date) => checkExpiry(day, utcDay(now)) !== null
