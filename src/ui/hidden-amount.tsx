import { useState, type ReactNode } from 'react'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Money } from './money.tsx'
import { SHOWN } from './shown-amounts.ts'
import { readText, writeText } from './stored.ts'
import { clockTime } from './times.ts'

type HiddenAmountProps = {
  /** What the choice to show it is kept under on this device. */
  name: string
  /** Dollars as the wire writes them; undefined while it is still coming. */
  amount: string | undefined
  /** When the amount was true, in milliseconds. */
  updatedAt: number
  /** What to tap, such as `click for balance`. */
  invite?: string
  /** What is shown below it, together with it. */
  children?: ReactNode
  className?: string
}

/** In big figures a longer amount leaves its card. */
const LONGEST_BIG = 14

/** An amount that stays hidden until it is tapped; tapped again it hides. The device keeps the choice. */
export function HiddenAmount({
  name,
  amount,
  updatedAt,
  invite = 'click for balance',
  children,
  className = '',
}: HiddenAmountProps) {
  const key = SHOWN + name
  const [shown, setShown] = useState(() => readText(key) === 'yes')
  const toggle = () => {
    setShown(!shown)
    writeText(key, shown ? null : 'yes')
  }
  const visible = shown && amount !== undefined
  return (
    <div className={className}>
      <p className={`min-h-10 font-medium ${visible && isLong(amount) ? 'text-22/10' : 'text-36'}`}>
        {visible ? (
          <Money amount={amount} />
        ) : (
          <>
            <span aria-hidden>• • • • •</span>
            <span className="sr-only">Hidden</span>
          </>
        )}
      </p>
      <button
        type="button"
        onClick={toggle}
        aria-pressed={shown}
        className="-mb-2 min-h-11 text-14 underline decoration-current/45 underline-offset-4"
      >
        {visible ? `updated now ${clockTime(updatedAt)}` : invite}
      </button>
      {visible && children}
    </div>
  )
}

function isLong(amount: string): boolean {
  return showUsd(fromWire(amount)).length > LONGEST_BIG
}
