import { useState } from 'react'
import * as text from '#texts/payment-coin.ts'
import { showPrice } from '#market/web/figures.ts'
import { useAnswer } from '#ui/answer.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { clockTime } from '#ui/times.ts'
import type { PayoutCoin } from '#withdrawals/contract.ts'
import { call } from '#desk/calls.ts'

/**
 * A withdrawal's amount in the coin of its wallet, at which price, by whom and of when; or why there is none. It stays as
 * it is while somebody pays it, until they ask for a new one. Nothing for a wallet in dollars alone.
 */
export function CoinToPay({ id }: { id: string }) {
  const asking = () => () => call('GET /api/admin/payout-coin/:id', { params: { id } })
  const [ask, setAsk] = useState(asking)
  const [coin, setCoin] = useState<PayoutCoin | null>(null)
  useAnswer(ask, (reply) => setCoin(reply.coin))
  if (!coin) return null
  const { symbol, price, quote } = coin
  return (
    <div>
      {quote && (
        <p className="flex items-center justify-between gap-3 text-22 font-medium">
          <span className="min-w-0 wrap-anywhere">
            {quote.amount} <span className="text-17">{symbol}</span>
          </span>
          <CopyText text={quote.amount} label={text.copyCoin(symbol)} quiet />
        </p>
      )}
      <p role="status" className="mt-1 text-13 text-ink-2">
        {quote
          ? `${text.rate(symbol, showPrice(quote.price), quote.sources, clockTime(quote.priced_at))}.`
          : price === 'off'
            ? text.off(symbol)
            : text.unknown(symbol)}{' '}
        {price !== 'off' && (
          <button type="button" className="font-semibold text-brand underline" onClick={() => setAsk(asking)}>
            {quote ? text.getNew : text.tryAgain}
          </button>
        )}
      </p>
    </div>
  )
}
