import { fromWire, type MicroUsd } from '#money/micro-usd.ts'
import type { Category } from './contract.ts'

/** A user's balance set right by an administrator, against the operator's equity. */
export type Adjustment = {
  userId: string
  account: 'earnings' | 'referral' | 'bonus'
  amount: MicroUsd
  /** what it is for, where that is said */
  category: Category | null
  reason: string | null
}

/** An adjustment as it is kept while it waits. */
export type KeptAdjustment = Pick<Adjustment, 'account' | 'category' | 'reason'> & { user_id: string; amount: string }

/** The adjustment as it was kept. */
export function readKept({ user_id: userId, amount, ...kept }: KeptAdjustment): Adjustment {
  return { ...kept, userId, amount: fromWire(amount) }
}
