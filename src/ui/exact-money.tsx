import { fromWire, ZERO } from '#money/micro-usd.ts'
import { digitsBelowCent, usdParts } from '#money/show.ts'

type ExactMoneyProps = {
  /** Dollars as the wire writes them, `-1250.502075`. */
  amount: string
  /** Writes `+` before what is not negative. */
  signed?: boolean
  /** Keeps room for what is smaller than a cent, so that the cents of a column stand below one another. */
  column?: boolean
  className?: string
}

/** Dollars to the micro-dollar, in accounting style: for figures that are added up, which shown in cents would not add up. */
export function ExactMoney({ amount, signed = false, column = false, className = '' }: ExactMoneyProps) {
  const micros = fromWire(amount)
  const { whole, fraction } = usdParts(micros)
  const negative = micros < ZERO
  return (
    <span className={`whitespace-nowrap ${className}`}>
      {negative ? '(' : signed ? '+' : ''}${whole}
      <span className="cents">.{fraction}</span>
      <span className={column ? 'inline-block w-[3ch] text-start' : ''}>
        <span className="text-[0.72em]">{digitsBelowCent(micros)}</span>
        {negative && ')'}
      </span>
    </span>
  )
}
