import { useId } from 'react'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { Plan } from '#plans/contract.ts'
import { perYear } from '#plans/web/rate.tsx'
import { initialsOf } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureStrip } from '#ui/figures.tsx'
import { Seal } from '#ui/rosette.tsx'

/** One plan on offer, with all that is to be known before choosing it. */
export function PlanCard({ plan, onInvest }: { plan: Plan; onInvest: () => void }) {
  const name = useId()
  return (
    <Card className="p-5">
      <div className="flex items-center gap-3.5">
        <Seal id={plan.id} initials={initialsOf(plan.name)} className="size-12 text-17" />
        <div className="min-w-0">
          <h2 id={name} className="truncate text-22">
            {plan.name}
          </h2>
          <p className="text-14 text-ink-2">{durationsText(plan.durations)}</p>
        </div>
      </div>
      <p className="mt-4 flex items-baseline gap-1.5 text-14 text-ink-2">
        <b className="text-36 font-medium text-ink">{plan.daily_roi}%</b> a day
        <b className="ml-4 text-22 text-ink">{perYear(plan.daily_roi)}%</b> a year
      </p>
      <p className="text-13 text-ink-2">Capital is at risk</p>
      <FigureStrip
        className="mt-4 border-t border-line pt-4"
        figures={[
          { term: 'Min Amount', value: showUsd(fromWire(plan.min_amount)) },
          { term: 'Max Amount', value: showUsd(fromWire(plan.max_amount)) },
          { term: 'Referral Bonus', value: `${plan.ref_bonus}%` },
        ]}
      />
      {plan.description && <p className="mt-4 text-ink-2">{plan.description}</p>}
      <Button size="medium" className="mt-5 w-full" aria-describedby={name} onClick={onInvest}>
        Invest now
      </Button>
    </Card>
  )
}

/** `7, 14 or 30 days`, `1 day`. */
function durationsText(durations: readonly number[]): string {
  const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(durations.map(String))
  return list === '1' ? '1 day' : `${list} days`
}
