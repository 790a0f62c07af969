import { fromWire, microUsd, ZERO } from '#money/micro-usd.ts'
import type { StoryLine as Line } from '#statements/contract.ts'

type Told = {
  /** What the account holds by its postings, as the wire writes it. */
  posted: string
  /** How many postings it has in all. */
  count: number
}

/**
 * Whether postings, newest first, give the balance: each one starts where the one before it ended, the newest ends at
 * the balance, and where all of them are here the oldest starts from nothing. Added up on this device.
 */
export function checkLines(lines: readonly Line[], { posted, count }: Told): 'part' | 'exact' | 'wrong' {
  let expected = fromWire(posted)
  for (const { amount, balance_after } of lines) {
    if (fromWire(balance_after) !== expected) return 'wrong'
    expected = difference(balance_after, amount)
  }
  if (lines.length < count) return 'part'
  return expected === ZERO && lines.length === count ? 'exact' : 'wrong'
}

function difference(after: string, amount: string) {
  return microUsd(fromWire(after) - fromWire(amount))
}
