import * as text from '#texts/investment-detail.ts'
import type { Investment } from '#investments/contract.ts'
import { EXPIRED } from '#kit/cancelled-rules.ts'
import { awaitsPayment } from '#investments/rules.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { BigMoney } from '#ui/big-money.tsx'
import { isCancelled } from '#records/rules.ts'
import { Money } from '#ui/money.tsx'

/** One that does not earn: its amount, what it has earned, why it was declined or that it was left, and what is held for it. */
export function IdleInvestment({ investment }: { investment: Investment }) {
  const { amount, status, earned, reason, held, left_early } = investment
  return (
    <div>
      <BigMoney amount={amount} />
      {status === 'completed' && (
        <p className="mt-1 text-ink-2">
          {left_early ? text.kept : text.earned} <Money amount={earned} signed className="font-semibold text-up" />
        </p>
      )}
      {isCancelled(investment) || left_early ? (
        <p className="mt-1 text-ink-2">{left_early ? text.youLeft : text.youCancelled}</p>
      ) : (
        reason && <p className="mt-1 text-down wrap-anywhere first-letter:uppercase">{whyDeclined(reason)}</p>
      )}
      {fromWire(held) > ZERO && (
        <p className="mt-1 text-ink-2">
          <Money amount={held} className="font-semibold text-ink" />{' '}
          {awaitsPayment(investment) ? text.usedFirst : text.heldForYou}
        </p>
      )}
    </div>
  )
}

function whyDeclined(reason: string): string {
  return reason === EXPIRED ? text.notMarkedInTime : reason
}
