import * as text from '#texts/withdraw-form.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { Address } from '#ui/address.tsx'
import { FigureList } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'

type WithdrawSummaryProps = {
  amount: MicroUsd
  address: string
  method: string
  /** As it is read. */
  network: string
  /** The wallet that it is taken from. */
  from: string
  left: MicroUsd
}

/** What is about to be asked for, before it is: how much, where to, from where, and what stays. */
export function WithdrawSummary({ amount, address, method, network, from, left }: WithdrawSummaryProps) {
  return (
    <section aria-label={text.summary} className="rounded-tile bg-sunken p-4">
      <h3 className="pb-2 text-15 font-semibold">{text.summary}</h3>
      <p className="text-14 text-ink-2">{text.paidTo}</p>
      <Address text={address} />
      <FigureList
        className="mt-3"
        figures={[
          { term: text.amountPaid, value: <Money amount={toWire(amount)} /> },
          { term: text.by, value: method },
          { term: text.onNetwork, value: network },
          { term: text.takenFrom, value: from },
          { term: text.leftThere, value: <Money amount={toWire(left)} /> },
        ]}
      />
      <p className="mt-3 text-13 text-ink-2">{text.heldAtOnce}</p>
    </section>
  )
}
