import { leftToInvest, takesNothing } from '#texts/backing.ts'
import * as text from '#texts/invited-home.ts'
import * as leaving from '#texts/leave-early.ts'
import { oneOfDays, percent } from '#texts/plan-terms.ts'
import { capital } from '#texts/signed-out.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { identityContract } from '#identity/contract.ts'
import { backingOfPlan } from '#reserve/web/backing-of-plan.ts'

type Offered = Pick<ReplyOf<(typeof identityContract)['GET /api/invitation']>, 'plans' | 'reserve'>

/** The plans on offer, as they are now: the rate of a day with that of a year, what of it is set apart, the limits, the bonus. */
export function OfferedPlans({ plans, reserve }: Readonly<Offered>) {
  if (plans.length === 0) return <p className="mt-2 text-ink-2">{text.noPlans}</p>
  return (
    <ul aria-label={text.plans} className="mt-3 flex flex-col gap-3">
      {plans.map((plan) => (
        // of its own and not ui/card.tsx: that comes with all that signed-in people have
        <li key={plan.id} className="rounded-card bg-surface p-5 shadow-raised">
          <h3 className="text-17 wrap-anywhere">{plan.name}</h3>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-4 text-14 text-ink-2">
            <span>
              <b className="text-22 text-ink">{percent(plan.daily_roi)}</b> {text.aDay}
            </span>
            <span>
              <b className="text-ink">{percent(plan.yearly_roi)}</b> {text.aYear}
            </span>
          </p>
          <p className="text-13 text-ink-2">{capital}</p>
          <p className="text-13 text-ink-2">{backingOfPlan(reserve, text.usd)}</p>
          <dl className="mt-3 flex flex-col gap-2 border-t border-line pt-3 text-14">
            <Term name={text.amounts} value={text.fromTo(plan.min_amount, plan.max_amount)} />
            <Term name={text.duration} value={oneOfDays(plan.durations)} />
            <Term name={text.referralBonus} value={percent(plan.ref_bonus)} />
            {plan.left_to_invest !== null && plan.left_to_invest !== '0.00' && (
              <Term name={leftToInvest(plan.durations)} value={text.usd(plan.left_to_invest)} />
            )}
            <Term name={leaving.title} value={leaving.keeps(plan.early_roi, plan.daily_roi)} />
          </dl>
          {plan.left_to_invest === '0.00' && <p className="mt-3 text-14 font-semibold">{takesNothing}</p>}
        </li>
      ))}
    </ul>
  )
}

function Term({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 text-end font-semibold wrap-anywhere">{value}</dd>
    </div>
  )
}
