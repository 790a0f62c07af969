import * as text from '#texts/dashboard.ts'
import { earnedSince } from '#investments/rules.ts'
import { Card } from '#ui/card.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { TickingMoney } from '#ui/ticking-money.tsx'
import { curveOf } from './curve.ts'
import type { Overview } from './reads.ts'

/** What running investments have earned, counted on each second from what the server said. */
export function Profit({ own: { balance, balanceAt, histories } }: { own: Overview }) {
  const story = usePanel('story')
  if (!balance) return <Skeleton className="h-26 rounded-card" />
  const running = balance.running.length > 0
  const heights = curveOf(histories?.investments ?? [], Date.parse(balance.as_of))
  return (
    <Card className="relative flex min-h-26 items-center justify-between gap-4 px-4 py-3">
      <div className="max-w-full shrink-0">
        <h2 className="flex items-center gap-2 text-14 font-normal text-ink-2">
          <span
            aria-hidden
            className={`size-2 shrink-0 rounded-full ${running ? 'animate-breathe bg-up' : 'bg-line-strong'}`}
          />
          {text.profitEarned}
          <button
            type="button"
            onClick={() => story.show('profit')}
            className="rounded-full bg-wash px-2.5 py-0.5 text-13 font-medium text-brand after:absolute after:inset-0 after:rounded-card"
          >
            {text.why}
          </button>
        </h2>
        <TickingMoney
          amountAt={(now) => earnedSince(balance, now - balanceAt)}
          label={text.profitEarned}
          className="text-[min(1.75rem,9vw)]/9 font-medium tracking-tight"
        />
        <p className="text-13 xs:whitespace-nowrap text-ink-2">
          {running ? text.eachSecond(shorten(balance.per_seconds_earning)) : text.nothingRuns}
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
