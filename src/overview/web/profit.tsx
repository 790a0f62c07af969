import { earnedSince } from '#investments/web/growth.ts'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { TickingMoney } from '#ui/ticking-money.tsx'
import { curveOf } from './curve.ts'
import type { Own } from './reads.ts'

/** What running investments have earned, counted on each second from what the server said. */
export function Profit({ own: { balance, balanceAt, histories } }: { own: Own }) {
  if (!balance) return <Skeleton className="h-26 rounded-card" />
  const running = balance.running.length > 0
  const heights = curveOf(histories?.investments ?? [], Date.parse(balance.as_of))
  return (
    <Card className="flex min-h-26 items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <h2 className="flex items-center gap-2 text-14 font-normal text-ink-2">
          <span aria-hidden className={`size-2 rounded-full ${running ? 'animate-breathe bg-up' : 'bg-line-strong'}`} />
          Profit Earned
        </h2>
        <TickingMoney
          amountAt={(now) => earnedSince(balance, now - balanceAt)}
          label="Profit Earned"
          className="text-[1.75rem]/9 font-medium tracking-tight"
        />
        <p className="text-13 whitespace-nowrap text-ink-2">
          {running ? `+$${shorten(balance.per_seconds_earning)} each second` : 'Nothing is running at the moment'}
        </p>
      </div>
      {heights.length > 0 && <Sparkline heights={heights} className="h-12 min-w-0" />}
    </Card>
  )
}

/** Twelve decimals are exact, eight are enough to read. */
function shorten(perSecond: string): string {
  return perSecond.slice(0, -4)
}
