import * as text from '#texts/payment.ts'
import { stillToCome } from '#investments/rules.ts'
import { fromWire, toWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Address } from '#ui/address.tsx'
import { Card } from '#ui/card.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Money } from '#ui/money.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { Rosette } from '#ui/rosette.tsx'
import { momentOf, timeLeft } from '#ui/times.ts'
import { networkName } from '#wallets/web/networks.ts'
import { countdown } from './countdown.ts'
import type { Payment } from './calls.ts'

type PaymentSlipProps = { payment: Payment; /** Milliseconds left to pay. */ left: number }

/** The slip to hand over: how much and until when, above the tear-off line; where to, below it. */
export function PaymentSlip({ payment, left }: PaymentSlipProps) {
  const network = networkName(payment.network)
  return (
    <Card className="relative isolate">
      <Sum payment={payment} left={left} />
      <div className="perforated" />
      <div className="p-5">
        <div className="flex flex-wrap gap-5">
          <QrCode text={payment.address} label={text.qrCode(network)} className="size-42" />
          <Facts
            facts={[
              [text.network, network],
              [text.paymentWallet, payment.wallet],
              [text.reference, payment.tranx_id.slice(0, 8)],
            ]}
          />
        </div>
        <div className="mt-5 flex items-start justify-between gap-3">
          <Address text={payment.address} className="select-all" />
          <CopyText text={payment.address} label={text.copyAddress} />
        </div>
        <p className="mt-4 text-14 text-ink-2">
          {text.compare[0]}
          <b className="text-ink">{text.compare[1]}</b>
          {text.compare[2]} {text.onlyThis(payment.wallet, network)}
        </p>
      </div>
    </Card>
  )
}

function Sum({ payment, left }: PaymentSlipProps) {
  const { tranx_id, amount, wallet, status, expires_at } = payment
  const due = status === 'pending'
  const toPay = toWire(stillToCome(payment))
  return (
    <div className="relative overflow-clip rounded-t-card p-5">
      <Rosette id={tranx_id} className="-top-16 -end-20 -z-10 size-70 text-brand" />
      <p className="text-14 text-ink-2">{due ? text.payExactly : text.markedAsPaid}</p>
      <p className={`mt-1 font-medium ${toPay.length > LONG_AMOUNT ? 'text-22' : 'text-36'}`}>
        <Money amount={toPay} />
      </p>
      {toPay !== amount && <p className="text-14 text-ink-2">{text.ofAmount(showUsd(fromWire(amount)))}</p>}
      <p className="mt-1 text-14 text-ink-2">
        {due ? text.inWalletBy(wallet, momentOf(expires_at)) : text.inWallet(wallet)}
      </p>
      {due && (
        <p className="mt-1 text-14 text-ink-2">
          {text.timeToPay}{' '}
          <b role="timer" className="text-ink">
            {left < HOUR ? countdown(left) : timeLeft(left, 0)}
          </b>
        </p>
      )}
    </div>
  )
}

const HOUR = 3_600_000
/** In big figures a longer amount leaves a narrow screen. */
const LONG_AMOUNT = 10

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex min-w-24 flex-1 flex-col gap-3">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-13 text-ink-2">{term}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
