import { fromWire, ZERO } from '#money/micro-usd.ts'
import { usdParts } from '#money/show.ts'

type ExactMoneyProps = {
  /** Dollars as the wire writes them, `-1250.502075`. */
  amount: string
  /** Writes `+` before what is not negative. */
  signed?: boolean
  /** Keeps room for the bracket, so that the cents of a column stand below one another. */
  column?: boolean
  className?: string
}

/**
 * Dollars with all six decimals, what is smaller than a cent set small, in accounting style: for figures that are added
 * up, which shown in cents would not add up, and of which each has as many decimals as the next.
 */
export function ExactMoney({ amount, signed = false, column = false, className = '' }: ExactMoneyProps) {
  const micros = fromWire(amount)
  const { whole, fraction } = usdParts(micros, 6)
  const negative = micros < ZERO
  return (
    <span className={`whitespace-nowrap ${column && !negative ? 'pe-[0.35em]' : ''} ${className}`}>
      {negative ? '(' : signed ? '+' : ''}${whole}
      <span className="cents">.{fraction.slice(0, 2)}</span>
      <span className="cents text-[0.72em] font-normal">{fraction.slice(2)}</span>
      {negative && ')'}
    </span>
  )
}
