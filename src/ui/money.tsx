import { fromWire } from '#money/micro-usd.ts'
import { usdParts } from '#money/show.ts'

type MoneyProps = {
  /** Dollars as the wire writes them, `-1250.50`. */
  amount: string
  /** Two by default; the counter shows five. */
  decimals?: 2 | 5
  /** Writes `+` before what is not negative. */
  signed?: boolean
  className?: string
}

/** Dollars in accounting style, `($1,250.50)`, the cents set back (as far as small text stays readable). */
export function Money({ amount, decimals = 2, signed = false, className = '' }: MoneyProps) {
  const { whole, fraction, negative } = usdParts(fromWire(amount), decimals)
  return (
    <span className={`whitespace-nowrap ${className}`}>
      {negative ? '(' : signed ? '+' : ''}${whole}
      <span className="cents">.{fraction}</span>
      {negative && ')'}
    </span>
  )
}
