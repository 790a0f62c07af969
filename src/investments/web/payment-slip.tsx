import * as text from '#texts/payment.ts'
import * as coinText from '#texts/payment-coin.ts'
import { Address } from '#ui/address.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { usePassed } from '#ui/passed.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { Rosette } from '#ui/rosette.tsx'
import { TimeLeft } from '#ui/time-left.tsx'
import { momentOf, timeLeft } from '#ui/times.ts'
import { networkName } from '#wallets/web/networks.ts'
import { countdown } from './countdown.ts'
import type { Payment } from './calls.ts'
import { NoAmount, PaymentAmount } from './payment-amount.tsx'
import { qrTextOf, walletLinkOf } from './payment-link.ts'

type PaymentSlipProps = {
  payment: Payment
  /** How far the server's clock is from this device's, in milliseconds. */
  ahead: number
}

/** The slip to hand over: how much and until when, above the tear-off line; where to, below it. */
export function PaymentSlip({ payment, ahead }: PaymentSlipProps) {
  const { coin, address, wallet, tranx_id } = payment
  const network = networkName(payment.network)
  const newest = coin?.quote ?? null
  const isOver = usePassed(newest ? Date.parse(newest.good_until) - ahead : 0)
  const held = isOver ? null : newest
  // what is marked as paid shows what was to be paid, whatever the time
  const shown = payment.status === 'pending' ? held : newest
  const payable = { ...payment, quote: held }
  const link = walletLinkOf(payable)
  return (
    <Card className="relative isolate">
      <div className="relative overflow-clip rounded-t-card p-5">
        <Rosette
          id={tranx_id}
          className={`-top-16 -end-20 -z-10 size-70 text-brand ${coin ? '[--fade:45deg] [--fade-from:50%] [--fade-to:72%]' : ''}`}
        />
        <p className="mb-1 text-14 text-ink-2">{payment.status === 'pending' ? text.payExactly : text.markedAsPaid}</p>
        <PaymentAmount payment={payment} quote={shown} ahead={ahead} />
        <Until payment={payment} ahead={ahead} />
        {!shown && coin && payment.status === 'pending' && <NoAmount payment={payment} coin={coin} />}
        {link !== null && (
          <a href={link} className={`${buttonClass('secondary', 'medium')} mt-4 w-full`}>
            {coinText.openWallet}
          </a>
        )}
      </div>
      <div className="perforated" />
      <div className="p-5">
        {/* before anybody scans or copies, and clear of the bar below the slip */}
        <p className="mb-4 text-14 font-semibold">
          {coin ? text.onlyThis(coin.symbol, network) : text.onlyOn(network)}
        </p>
        <div className="flex flex-wrap gap-5">
          <QrCode text={qrTextOf(payable)} label={text.qrCode(network)} className="size-42 @min-[56rem]:size-60" />
          <Facts
            facts={[
              [text.network, network],
              [text.paymentWallet, wallet],
              [text.reference, tranx_id.slice(0, 8)],
            ]}
          />
        </div>
        <div className="mt-5 flex items-start justify-between gap-3">
          <Address text={address} className="select-all" />
          <CopyText text={address} label={text.copyAddress} />
        </div>
        {coin?.contract && <Contract symbol={coin.symbol} contract={coin.contract} />}
        <p className="mt-4 text-14 text-ink-2">
          {text.compare[0]}
          <b className="text-ink">{text.compare[1]}</b>
          {text.compare[2]}
        </p>
      </div>
    </Card>
  )
}

/** Which wallet it is paid to, and by when. */
function Until({ payment, ahead }: PaymentSlipProps) {
  const { wallet, status, expires_at } = payment
  if (status !== 'pending') return <p className="mt-1 text-14 text-ink-2">{text.toWallet(wallet)}</p>
  return (
    <>
      <p className="mt-1 text-14 text-ink-2">{text.toWalletBy(wallet, momentOf(expires_at))}</p>
      <p className="mt-1 text-14 text-ink-2">
        {text.timeToPay} <TimeLeft until={Date.parse(expires_at) - ahead} say={leftToPay} />
      </p>
    </>
  )
}

const HOUR = 3_600_000
const leftToPay = (left: number) => (left < HOUR ? countdown(left) : timeLeft(left, 0))

function Contract({ symbol, contract }: { symbol: string; contract: string }) {
  return (
    <div className="mt-4 flex items-start justify-between gap-3">
      <p className="min-w-0 text-14 text-ink-2">
        {coinText.contract(symbol)}
        <span className="block wrap-anywhere text-ink select-all">{contract}</span>
        {coinText.notTheContract}
      </p>
      <CopyText text={contract} label={coinText.copyContract} quiet />
    </div>
  )
}

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
