import { fromWire, ZERO } from '#money/micro-usd.ts'
import { ExactMoney } from '#ui/exact-money.tsx'

/** By how much a balance has changed: a plus where it grew, in brackets where it shrank. */
export function Changed({ amount }: { amount: string }) {
  const size = fromWire(amount)
  if (size === ZERO) return <ExactMoney amount={amount} column />
  return <ExactMoney amount={amount} signed column className={size < ZERO ? '' : 'text-up'} />
}
