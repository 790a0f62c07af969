import { useId, useState } from 'react'
import * as text from '#texts/invest.ts'
import { leftToInvest, takesNothing } from '#texts/backing.ts'
import * as leaving from '#texts/leave-early.ts'
import { oneOfDays, percent } from '#texts/plan-terms.ts'
import { KycFirst } from '#kyc/web/kyc-notice.tsx'
import { fromWire } from '#money/micro-usd.ts'
import { dollars, showUsd } from '#money/show.ts'
import type { OfferedBacking } from '#reserve/contract.ts'
import { backingOfPlan } from '#reserve/web/backing-of-plan.ts'
import { perYear } from '#plans/web/rate.tsx'
import { initialsOf } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureList } from '#ui/figures.tsx'
import { Seal } from '#ui/rosette.tsx'
import type { OfferedPlan } from './backing.ts'

/** What fits on a phone in about five lines. */
const LONG = 220

/** Holds the line of what the server says of it. */
const NOT_KNOWN_YET = '\u00a0'

type PlanCardProps = {
  plan: OfferedPlan
  /** What is set apart; undefined until the server has said it. */
  reserve: OfferedBacking | undefined
  /** There is bonus credit to invest, of which no inviter gets anything. */
  credit: boolean
  /** Its form stands beside it. */
  chosen: boolean
  onInvest: () => void
}

/** One available plan, with all that is to be known before choosing it. */
export function PlanCard({ plan, reserve, credit, chosen, onInvest }: PlanCardProps) {
  const name = useId()
  const closed = plan.left_to_invest === '0.00' && !credit
  return (
    <Card className={`flex h-full flex-col p-5 ${chosen ? 'outline-2 outline-brand' : ''}`}>
      <div className="flex items-center gap-3.5">
        <Seal id={plan.id} initials={initialsOf(plan.name)} className="size-12 text-17" />
        <div className="min-w-0">
          <h2 id={name} className="text-22 wrap-anywhere">
            {plan.name}
          </h2>
          <p className="text-14 text-ink-2">{oneOfDays(plan.durations)}</p>
        </div>
      </div>
      <p className="mt-4 flex flex-col text-14 text-ink-2">
        <span>
          <b className="text-36 font-medium text-ink">{percent(plan.daily_roi)}</b> {text.aDay}
        </span>
        <span>
          <b className="text-22 text-ink">{percent(perYear(plan.daily_roi))}</b> {text.aYear}
        </span>
      </p>
      <p className="text-13 text-ink-2">{text.capitalAtRisk}</p>
      <p className="text-13 text-ink-2">{reserve ? backingOfPlan(reserve, dollars) : NOT_KNOWN_YET}</p>
      <Limits plan={plan} closed={closed} />
      {plan.description && <Description words={plan.description} />}
      <div className="mt-auto" />
      {closed ? (
        <p className="mt-5 text-14 font-semibold">{takesNothing}</p>
      ) : (
        <KycFirst step="invest" size="medium" className="mt-5 w-full" aria-describedby={name}>
          <Button size="medium" className="mt-5 w-full" aria-describedby={name} onClick={onInvest}>
            {text.investNow}
          </Button>
        </KycFirst>
      )}
    </Card>
  )
}

function Limits({ plan, closed }: { plan: OfferedPlan; closed: boolean }) {
  'use no memo'
  return (
    <FigureList
      className="mt-4 border-t border-line pt-4"
      figures={[
        { term: text.minAmount, value: showUsd(fromWire(plan.min_amount)) },
        { term: text.maxAmount, value: showUsd(fromWire(plan.max_amount)) },
        { term: text.referralBonus, value: percent(plan.ref_bonus) },
        ...(plan.left_to_invest && !closed
          ? [{ term: leftToInvest(plan.durations), value: showUsd(fromWire(plan.left_to_invest)) }]
          : []),
        { term: leaving.title, value: leaving.keeps(plan.early_roi, plan.daily_roi) },
      ]}
    />
  )
}

/** A long description begins with its first lines. */
function Description({ words }: { words: string }) {
  const [open, setOpen] = useState(false)
  const long = words.length > LONG
  return (
    <>
      <p className={`mt-4 whitespace-pre-line text-ink-2 wrap-anywhere ${long && !open ? 'line-clamp-4' : ''}`}>
        {words}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-11 self-start text-14 font-semibold text-brand"
        >
          {open ? text.readLess : text.readMore}
        </button>
      )}
    </>
  )
}
