import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as text from '#texts/story.ts'
import { toWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { buttonClass } from '#ui/button.tsx'
import { shownMoment } from '#ui/connection.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { FormulaTable } from './formula-table.tsx'
import { KnotRow } from './knot-row.tsx'
import { liveEarnings, totalEarned, type LiveEarning } from './live-earnings.ts'
import { RecordLink } from './posting-facts.tsx'
import { StoryEnd } from './story-end.tsx'
import { StoryHead } from './story-head.tsx'
import type { StoryProps } from './story.ts'

const SECOND = 1000

/** The live counter: each running investment's formula at this second, and their sum. */
export function ProfitStory({ balance, balanceAt, histories }: StoryProps) {
  const now = useNow(SECOND, shownMoment)
  const [opened, setOpened] = useState<string | null>()
  if (!balance || !histories) return <Skeleton className="h-80" />
  const live = liveEarnings(balance, histories.investments, Date.parse(balance.as_of) + Math.max(0, now - balanceAt))
  if (live.length === 0) {
    const next = (
      <Link to="/invest" search={{}} replace className={buttonClass('secondary', 'medium')}>
        {text.toPlans}
      </Link>
    )
    return <EmptyState next={next}>{text.nothingRuns}</EmptyState>
  }
  const first = live.length === 1 ? live[0]?.id : null
  const open = opened === undefined ? first : opened
  return (
    <>
      <StoryHead amount={totalEarned(live)} decimals={5} note={text.counted} />
      <ol aria-label={text.names.profit}>
        {live.map((one) => (
          <LiveKnot
            key={one.id}
            live={one}
            open={open === one.id}
            onToggle={() => setOpened(open === one.id ? null : one.id)}
          />
        ))}
      </ol>
      <StoryEnd title={text.sumOf(live.length)} detail={text.atRisk} />
    </>
  )
}

function LiveKnot({
  live: { id, title, began, formula },
  ...row
}: {
  live: LiveEarning
  open: boolean
  onToggle: () => void
}) {
  return (
    <KnotRow
      now
      title={title ?? text.principal}
      detail={text.ofPrincipal(showUsd(formula.principal), text.since(momentOf(began)))}
      amount={<Money amount={toWire(formula.amount)} decimals={5} signed className="text-up" />}
      {...row}
    >
      <FormulaTable formula={formula} live />
      {title !== undefined && <RecordLink cause={{ kind: 'investment', id, title }} />}
    </KnotRow>
  )
}
