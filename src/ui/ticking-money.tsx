import { useCallback, useRef } from 'react'
import type { MicroUsd } from '#money/micro-usd.ts'
import { usdParts } from '#money/show.ts'
import { shownMoment } from './connection.ts'
import { whileSeen } from './now.ts'

type TickingMoneyProps = {
  /** What it is at a moment of this device's clock, in milliseconds. */
  amountAt: (now: number) => MicroUsd
  /** What grows, for those who cannot see it. */
  label: string
  className?: string
}

const SECOND = 1000

/**
 * Dollars with five decimals that grow each second. Written straight into the page, without a render; still while
 * the page is hidden, and right again at once when it is seen. Without a connection they stand where they were known.
 */
export function TickingMoney({ amountAt, label, className = '' }: TickingMoneyProps) {
  const dollars = useRef<HTMLSpanElement>(null)
  const rest = useRef<HTMLSpanElement>(null)
  const count = useCallback(() => {
    const write = () => {
      const { whole, fraction } = usdParts(amountAt(shownMoment()), 5)
      if (dollars.current) dollars.current.textContent = `$${whole}.${fraction.slice(0, 2)}`
      if (rest.current) rest.current.textContent = fraction.slice(2)
    }
    return whileSeen(write, SECOND)
  }, [amountAt])
  return (
    <p ref={count} role="timer" aria-label={label} className={`whitespace-nowrap ${className}`}>
      <span ref={dollars} />
      <span ref={rest} className="opacity-60" />
    </p>
  )
}
