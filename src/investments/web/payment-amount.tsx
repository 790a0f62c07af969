import type { ReactNode } from 'react'
import * as text from '#texts/payment.ts'
import * as coinText from '#texts/payment-coin.ts'
import type { CoinQuote } from '#investments/contract.ts'
import { stillToCome } from '#investments/rules.ts'
import { showPrice } from '#market/web/figures.ts'
import { fromWire, toWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Button } from '#ui/button.tsx'
import { useConnection } from '#ui/connection.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { Money } from '#ui/money.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { TimeLeft } from '#ui/time-left.tsx'
import { clockTime, momentOf } from '#ui/times.ts'
import { call, type Payment } from './calls.ts'
import { countdown } from './countdown.ts'

type Coin = NonNullable<Payment['coin']>
/** In big figures a longer amount leaves a narrow screen. */
const LONG_AMOUNT = 10

type PaymentAmountProps = {
  payment: Payment
  /** The amount in coin that is to be shown; null for dollars alone. */
  quote: CoinQuote | null
  /** How far the server's clock is from this device's, in milliseconds. */
  ahead: number
}

/** How much is to be paid: in coin, where an amount is held, and in dollars; each can be copied. */
export function PaymentAmount({ payment, quote, ahead }: PaymentAmountProps) {
  const { amount, coin, status } = payment
  const due = status === 'pending'
  const toPay = toWire(stillToCome(payment))
  return (
    <>
      {quote && coin ? (
        <>
          <Part value={quote.amount} copy={coinText.copyCoin(coin.symbol)} size={sizeOf(quote.amount)}>
            {quote.amount} <span className="text-17">{coin.symbol}</span>
          </Part>
          <Part value={toPay} copy={coinText.copyDollars} size="text-17">
            <span className="text-14 text-ink-2">{coinText.worth}</span> <Money amount={toPay} />
          </Part>
        </>
      ) : (
        <Part value={toPay} copy={coinText.copyDollars} size={sizeOf(toPay)}>
          <Money amount={toPay} />
        </Part>
      )}
      {toPay !== amount && <p className="text-14 text-ink-2">{text.ofAmount(showUsd(fromWire(amount)))}</p>}
      {quote && coin && <Rate coin={coin} quote={quote} held={due} ahead={ahead} />}
    </>
  )
}

function sizeOf(amount: string): string {
  return amount.length > LONG_AMOUNT ? 'text-22' : 'text-36'
}

type PartProps = { value: string; copy: string; size: string; children: ReactNode }

function Part({ value, copy, size, children }: PartProps) {
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3">
      <p className={`min-w-0 font-medium wrap-anywhere ${size}`}>{children}</p>
      <CopyText text={value} label={copy} quiet />
    </div>
  )
}

/** At which price, by whom and of when, and how long the amount is held. */
function Rate({ coin, quote, held, ahead }: { coin: Coin; quote: CoinQuote; held: boolean; ahead: number }) {
  const { price, sources, priced_at, made_at, good_until } = quote
  return (
    <p className="mt-1 text-14 text-ink-2">
      {coinText.rate(coin.symbol, showPrice(price), sources, clockTime(priced_at))}.{' '}
      {held ? (
        <span className="whitespace-nowrap">
          {coinText.heldFor} <TimeLeft until={Date.parse(good_until) - ahead} say={countdown} />
        </span>
      ) : (
        coinText.quotedThen(momentOf(made_at))
      )}
    </p>
  )
}

/** Why there is no amount in coin, and how to get one. */
export function NoAmount({ payment, coin }: { payment: Payment; coin: Coin }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const connection = useConnection()
  const { symbol, price, quote } = coin
  const ask = () =>
    void submit(
      () =>
        call('POST /api/quote-payment/:tranx_id', { params: { tranx_id: payment.tranx_id } }).finally(() => refresh()),
      { sending: false, success: null },
    )
  const [words, button] =
    price === 'off'
      ? [coinText.off(symbol), null]
      : price === 'unknown'
        ? [coinText.unknown(symbol), coinText.tryAgain]
        : quote
          ? [coinText.over(symbol), coinText.getNew]
          : [coinText.notQuoted(symbol), coinText.getFirst(symbol)]
  const offline = button !== null && connection !== 'there'
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p role="status" className="text-14 text-ink-2">
        {words} {offline && coinText.offline}
      </p>
      {button !== null && !offline && (
        <Button variant="secondary" size="medium" busy={busy} onClick={ask} className="w-full">
          {button}
        </Button>
      )}
    </div>
  )
}
