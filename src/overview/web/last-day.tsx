import * as text from '#texts/dashboard.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { overviewContract } from '#overview/contract.ts'
import { Card } from '#ui/card.tsx'
import { FigureStrip } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export type Analysis = ReplyOf<(typeof overviewContract)['GET /api/analysis']>

/** The last 24 hours against the 24 before. */
export function LastDay({ analysis }: { analysis: Analysis | undefined }) {
  if (!analysis) return <Skeleton className="h-30 rounded-card" />
  const figures = [
    [text.referrals, analysis.today_referral, analysis.referral_percent, analysis.before_referral],
    [text.trades, analysis.today_investment, analysis.investment_percent, analysis.before_investment],
    [text.withdrawals, analysis.today_withdrawal, analysis.withraw_percent, analysis.before_withdrawal],
  ] as const
  return (
    <Card className="p-5">
      <FigureStrip
        figures={figures.map(([name, amount, percent, before]) => ({
          term: (
            <>
              {name} <span className="block text-12 text-ink-3">{text.inADay}</span>
            </>
          ),
          value: <Money amount={amount} />,
          note: <Change percent={percent} before={before} />,
        }))}
      />
    </Card>
  )
}

/** By how much it went up or down, as the server computed it; against nothing there is no percentage. */
function Change({ percent, before }: { percent: string; before: string }) {
  if (percent === '0') return <span className="text-ink-3">{text.unchanged}</span>
  if (before === '0.00') return <span className="text-up">{text.fresh}</span>
  const down = percent.startsWith('-')
  return (
    <span className={down ? 'text-down' : 'text-up'}>
      <span aria-hidden>{down ? '↓' : '↑'} </span>
      <span className="sr-only">{down ? text.down : text.up} </span>
      {percent.replace('-', '')}%
    </span>
  )
}
