import { dollars } from '#money/show.ts'
import type { TransactionUse } from '#records/contract.ts'

/** What else a transaction is recorded for, in a sentence; null where that is nothing. */
export function alsoRecorded(uses: readonly TransactionUse[]): string | null {
  if (uses.length === 0) return null
  const named = uses.slice(0, 3).map(({ kind, amount, user }) => `${kind} of ${dollars(amount)} by ${user.name}`)
  return `Also recorded for: ${named.join(', ')}${uses.length > 3 ? ', …' : ''}. Make sure that one transaction paid all of them.`
}
