import { countOf } from '#texts/locale.ts'
import { larger } from '#approvals/rules.ts'
import type { Investment } from '#investments/contract.ts'
import { awaitsPayment, isUnpaid } from '#investments/rules.ts'
import { fromWire, sum, toWire, ZERO } from '#money/micro-usd.ts'
import { showTotal, showUsdExact } from '#money/show.ts'
import { SecondAbove } from '#desk/approvals/second-above.tsx'
import { earnedPerDay } from '#desk/per-day.ts'

/** What we owe from then on for several investments: what they are together, and what they earn together. */
export function WhatWeOweAll({ investments }: { investments: readonly Investment[] }) {
  const daily = investments.map(({ amount, daily_roi }) => earnedPerDay(amount, daily_roi))
  const largest = investments.map(({ amount }) => fromWire(amount)).reduce(larger, ZERO)
  return (
    <>
      {whatPaysFor(investments)} After approval we owe <b className="text-ink">{showTotal(investments)}</b> and{' '}
      <b className="text-ink">{showUsdExact(sum(daily))}</b> a day.
      <SecondAbove kind="approve investment" amount={toWire(largest)} />
    </>
  )
}

/** How many are taken from balances of the investors, and what has to have come in for the others. */
function whatPaysFor(investments: readonly Investment[]): string {
  const payments = investments.filter(awaitsPayment)
  const taken = investments.length - payments.length
  const unpaid = payments.filter(isUnpaid).length
  const said = [
    taken > 0 && `${countOf(taken, { one: '# is', other: '# are' })} taken from a bonus balance or an Earnings Wallet.`,
    unpaid > 0 && `${countOf(unpaid, { one: '# isn’t', other: '# aren’t' })} marked as paid.`,
    unpaid === 0 && payments.length > 0 && `The investors marked ${taken > 0 ? 'the rest' : 'them'} as paid.`,
    payments.length > 0 && 'Approve only what the wallets have received.',
  ]
  return said.filter(Boolean).join(' ')
}
