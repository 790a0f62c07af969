import { fromWire, wholeCents } from '#money/micro-usd.ts'
import { ExactMoney } from '#ui/exact-money.tsx'
import { Money } from '#ui/money.tsx'

type MoneyThereProps = {
  /** Dollars as the wire writes them. */
  amount: string
  signed?: boolean
  className?: string
}

/** Dollars in cents, and to the micro-dollar where that is not all: nothing that is there is left out of a sum. */
export function MoneyThere(money: MoneyThereProps) {
  const micros = fromWire(money.amount)
  return wholeCents(micros) === micros ? <Money {...money} /> : <ExactMoney {...money} />
}
