import type { Investment } from '#investments/contract.ts'
import type { Plan } from '#plans/contract.ts'
import { Rate } from '#plans/web/rate.tsx'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

/** Puts a completed investment's principal to work once more; what that means stands above the button. */
export function Reinvest({ investment, plan }: { investment: Investment; plan: Plan | undefined }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const reinvest = () =>
    void submit(() => call('POST /api/reinvest-investment/:id', { params: { id: investment.id } }), { done: refresh })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">
        Takes <Money amount={investment.amount} className="font-semibold text-ink" /> out of your Earnings Wallet and
        puts it to work for {investment.duration === 1 ? '1 day' : `${investment.duration} days`} again on the plan’s
        present terms
        {plan && (
          <>
            : <Rate daily={plan.daily_roi} />
          </>
        )}
        . Capital is at risk.
      </p>
      <Button busy={busy} onClick={reinvest} className="w-full">
        Reinvest
      </Button>
    </div>
  )
}
