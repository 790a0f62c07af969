import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { RecordedAccount } from './contract.ts'

type OwnFunds = { amount: MicroUsd; direction: 'in' | 'out'; account: RecordedAccount }

/**
 * How much of what is taken out is owed to investors or set apart for them, where that much is free; micro-dollars. No more
 * than is taken: the house may have been short of money before. What leaves the reserve leaves what is free as it was.
 */
export function beyondFree({ amount, direction, account }: OwnFunds, free: MicroUsd): MicroUsd {
  if (direction === 'in') return ZERO
  const beyond = microUsd((account === 'reserve' ? ZERO : amount) - free)
  if (beyond <= ZERO) return ZERO
  return beyond < amount ? beyond : amount
}
