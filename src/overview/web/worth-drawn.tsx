import { useState } from 'react'
import * as text from '#texts/worth.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { BigMoney } from '#ui/big-money.tsx'
import { Hidden } from '#ui/hidden-amount.tsx'
import { Money } from '#ui/money.tsx'
import { showAmounts, useShown } from '#ui/shown-amounts.ts'
import { dayOf } from '#ui/times.ts'
import { WorthChart } from './worth-chart.tsx'
import { drawWorth } from './worth-picture.ts'
import type { Maturity } from '#investments/web/maturities.ts'
import { restOf, type WorthPoint } from './worth-points.ts'
import { summaryOf } from './worth-summary.ts'
import { WorthTable } from './worth-table.tsx'

/** The wallets that this is made of: it says nothing that one of their cards hides. */
const WALLETS = ['earnings', 'referral', 'investment']
/** Of the picture and of the table, so that nothing moves when one takes the place of the other. */
const HEIGHT = 200

type WorthDrawnProps = {
  points: readonly WorthPoint[]
  maturities: readonly Maturity[]
  last: WorthPoint
  /** Of the last point, by the server's clock. */
  now: number
}

/** The present figures, the picture of how they came about or the table behind it, and both in a sentence. */
export function WorthDrawn({ points, maturities, last, now }: WorthDrawnProps) {
  const shown = useShown(...WALLETS)
  const [asTable, setAsTable] = useState(false)
  const toggle = () => showAmounts(WALLETS, !shown)
  // a table without figures says nothing: it comes with the amounts, and goes with them
  const tabled = asTable && shown
  const toggleTable = () => {
    setAsTable(!tabled)
    if (!shown) toggle()
  }
  const end = maturities.at(-1)
  const until = end ? dayOf(end.at) : null
  const sentence = summaryOf(points, last, end, until, shown)
  return (
    <>
      <div className="-my-2 flex items-center justify-between gap-3">
        <h2 className="text-14 font-normal text-ink-2">{text.title}</h2>
        <div className="flex gap-4 text-14">
          <Switch pressed={shown} onPress={toggle}>
            {shown ? text.hide : text.show}
          </Switch>
          <Switch pressed={tabled} onPress={toggleTable}>
            {text.showTable}
          </Switch>
        </div>
      </div>
      {shown ? (
        <BigMoney amount={toWire(last.all)} />
      ) : (
        <p className="text-36 font-medium">
          <Hidden />
        </p>
      )}
      <Parts last={last} shown={shown} />
      {tabled ? (
        <WorthTable label={text.title} points={points} maturities={maturities} height={HEIGHT} />
      ) : (
        <WorthChart
          draw={(size) => drawWorth(points, maturities, now, size)}
          height={HEIGHT}
          label={sentence}
          shown={shown}
          first={points[0]?.day ?? last.day}
          until={until}
        />
      )}
      <p className="min-h-9 text-13 text-ink-2">{sentence}</p>
    </>
  )
}

function Switch({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="min-h-11 underline decoration-current/45 underline-offset-4"
    >
      {children}
    </button>
  )
}

const nameOfRest = (bonus: MicroUsd | undefined, rest: MicroUsd) =>
  bonus === ZERO ? text.withdrawing : bonus === rest ? text.bonus : text.rest

/** What there is now, by the colours of the picture. */
function Parts({ last, shown }: { last: WorthPoint; shown: boolean }) {
  const rest = restOf(last)
  const parts = [
    { name: text.inPlans, amount: last.inPlans, colour: 'var(--slate)' },
    { name: text.withdrawable, amount: last.withdrawable, colour: 'var(--brand)' },
    ...(rest === ZERO ? [] : [{ name: nameOfRest(last.bonus, rest), amount: rest, colour: 'var(--line-strong)' }]),
  ]
  return (
    <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-13 @min-[60rem]:justify-start @min-[60rem]:gap-x-8">
      {parts.map(({ name, amount, colour }) => (
        <div key={name} className="min-w-0">
          <dt className="flex items-center gap-2 text-ink-2">
            <svg aria-hidden width="8" height="8">
              <rect width="8" height="8" rx="2" fill={colour} />
            </svg>
            {name}
          </dt>
          <dd className="font-semibold">{shown ? <Money amount={toWire(amount)} /> : <Hidden />}</dd>
        </div>
      ))}
    </dl>
  )
}
