import { fromWire } from '#money/micro-usd.ts'
import { usdParts } from '#money/show.ts'
import { Money } from './money.tsx'

/** Characters in big figures for which the narrowest phone and the narrowest column have room. */
const LONGEST = 13

type BigMoneyProps = {
  /** Dollars as the wire writes them. */
  amount: string
  decimals?: 2 | 5
  className?: string
}

/** The amount that a record or a story is about, in big figures; a longer one is smaller, so that it stays in its panel. */
export function BigMoney({ amount, decimals = 2, className = '' }: BigMoneyProps) {
  const { whole } = usdParts(fromWire(amount), decimals)
  const isLong = `$${whole}.`.length + decimals > LONGEST
  return (
    <p className={`font-medium ${isLong ? 'text-22/10' : 'text-36'} ${className}`}>
      <Money amount={amount} decimals={decimals} />
    </p>
  )
}
