import { Link } from '@tanstack/react-router'
import * as text from '#texts/invest.ts'
import type { Plan } from '#plans/contract.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { OfferedBacking } from '#reserve/contract.ts'
import type { OfferedPlan } from './backing.ts'
import { PlanCard } from './plan-card.tsx'

type PlanListProps = {
  plans: readonly OfferedPlan[]
  reserve: OfferedBacking | undefined
  /** There is bonus credit to invest. */
  credit: boolean
  /** The id of the one whose form stands beside them. */
  chosen: string | undefined
  onInvest: (plan: Plan) => void
}

/** The plans that are open, or where to go when there is none. */
export function PlanList({ plans, reserve, credit, chosen, onInvest }: PlanListProps) {
  'use no memo'
  if (plans.length === 0) return <EmptyState next={<ToInvestments />}>{text.noPlans}</EmptyState>
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(17.5rem,100%),1fr))] gap-4">
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanCard
            plan={plan}
            reserve={reserve}
            credit={credit}
            chosen={plan.id === chosen}
            onInvest={() => onInvest(plan)}
          />
        </li>
      ))}
    </ul>
  )
}

function ToInvestments() {
  'use no memo'
  return (
    <Link to="/investment" className={buttonClass('secondary', 'medium')}>
      {text.toInvestments}
    </Link>
  )
}
