import * as text from '#texts/investment-detail.ts'
import type { Investment } from '#investments/contract.ts'
import { dollars } from '#money/show.ts'
import type { Plan } from '#plans/contract.ts'
import { Rate } from '#plans/web/rate.tsx'
import type { OfferedBacking } from '#reserve/contract.ts'
import { backingOfPlan } from '#reserve/web/backing-of-plan.ts'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

type ReinvestProps = { investment: Investment; plan: Plan | undefined; reserve: OfferedBacking | undefined }

/** Puts a completed investment's principal to work once more; what that means stands above the button. */
export function Reinvest({ investment, plan, reserve }: ReinvestProps) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const reinvest = () =>
    void submit(() => call('POST /api/reinvest-investment/:id', { params: { id: investment.id } }), { done: refresh })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">
        {text.takes} <Money amount={investment.amount} className="font-semibold text-ink" />{' '}
        {text.outOfEarnings(investment.duration)}
        {plan && (
          <>
            : <Rate daily={plan.daily_roi} />
          </>
        )}
        . {text.capitalAtRisk} {plan && reserve && backingOfPlan(reserve, dollars)}
      </p>
      <Button busy={busy} onClick={reinvest} className="w-full">
        {text.reinvest}
      </Button>
    </div>
  )
}
