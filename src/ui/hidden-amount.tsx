import type { ReactNode } from 'react'
import * as text from '#texts/hidden-amount.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Explained } from './explained.tsx'
import { Money } from './money.tsx'
import { showAmounts, useShown } from './shown-amounts.ts'
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
  /** Tells why the amount is what it is; then the amount itself can be tapped. */
  onWhy?: () => void
  /** What is shown below it, together with it. */
  children?: ReactNode
  className?: string
}

/** In big figures a longer amount leaves its card. */
const LONGEST_BIG = 14
/** The width of `Why?` in figures. */
const WHY = 4

/** An amount that stays hidden until it is tapped; tapped again it hides. The device keeps the choice. */
export function HiddenAmount({
  name,
  amount,
  updatedAt,
  invite = text.invite,
  onWhy,
  children,
  className = '',
}: HiddenAmountProps) {
  const shown = useShown(name)
  const visible = shown && amount !== undefined
  return (
    <div className={className}>
      <p
        className={`min-h-10 font-medium ${visible && isLong(amount, onWhy ? LONGEST_BIG - WHY : LONGEST_BIG) ? 'text-22/10' : 'text-36'}`}
      >
        {visible ? (
          <Explained onWhy={onWhy}>
            <Money amount={amount} />
          </Explained>
        ) : (
          <>
            {/* in a font of the device: the dots of a page that is there before its own font are not drawn anew */}
            <span aria-hidden className="font-[system-ui]">
              • • • • •
            </span>
            <span className="sr-only">{text.hidden}</span>
          </>
        )}
      </p>
      <button
        type="button"
        onClick={() => showAmounts([name], !shown)}
        aria-pressed={shown}
        className="-mb-2 min-h-11 text-14 underline decoration-current/45 underline-offset-4"
      >
        {visible ? text.updatedNow(clockTime(updatedAt)) : invite}
      </button>
      {visible && children}
    </div>
  )
}

/** In the place of an amount that is hidden where it is tapped. */
export function Hidden() {
  return (
    <>
      <span aria-hidden>{text.dots}</span>
      <span className="sr-only">{text.hidden}</span>
    </>
  )
}

function isLong(amount: string, longest: number): boolean {
  return showUsd(fromWire(amount)).length > longest
}
