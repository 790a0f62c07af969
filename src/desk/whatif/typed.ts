import type { BodyOf } from '#kit/wire.ts'
import { fromWire } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { plainAmount, plainPercent } from '#money/typed.ts'
import type { Plan } from '#plans/contract.ts'
import { readAssumptions, type PlanAssumed } from '#whatif/assumption-rules.ts'
import type { AssumedOnWire, DuesOnWire, whatIfContract } from '#whatif/contract.ts'
import { dayAfter, type BooksNow } from '#whatif/rules.ts'

/** What somebody assumes, as the fields have it. No plan: no new investments; 0 %: no run. */
export type Typed = {
  plan: string
  count: string
  amount: string
  duration: string
  daily: string
  withdrawn: number
  run: number
  runDay: string
  returns: string
}

/** Nothing new, and everything is withdrawn as it falls due; a run would be on the next Monday. */
export function nothingNew(today: string): Typed {
  const weekday = new Date(today).getUTCDay()
  const monday = dayAfter(today, (8 - weekday) % 7 || 7)
  return {
    ...{ plan: '', count: '10', amount: '', duration: '', daily: '', withdrawn: 100, run: 0, runDay: monday },
    returns: '',
  }
}

/** A plan is chosen: its least amount, its longest duration and its own rate. */
export function withPlan(typed: Typed, plan: Plan | undefined): Typed {
  if (plan === undefined) return { ...typed, plan: '' }
  const duration = String(plan.durations.at(-1) ?? '')
  return { ...typed, plan: plan.id, amount: plan.min_amount, duration, daily: plan.daily_roi }
}

/** Saved assumptions, to go on from. */
export function typedOf({ new_investments: made, withdrawn, run, returns }: AssumedOnWire, today: string): Typed {
  const shown = nothingNew(today)
  return {
    ...shown,
    ...(made && {
      ...{ plan: made.plan.id, count: String(made.count), amount: made.amount },
      ...{ duration: String(made.duration), daily: made.daily_roi },
    }),
    ...{ withdrawn: Number(withdrawn), returns: fromWire(returns) === 0n ? '' : returns },
    ...(run && { run: Number(run.share), runDay: run.day }),
  }
}

type Body = Omit<BodyOf<(typeof whatIfContract)['POST /api/save-what-if']>, 'name'>

/** The same as the calls take it. */
export function bodyOf(typed: Typed): Body {
  return {
    new_investments:
      typed.plan === ''
        ? null
        : {
            ...{ plan_id: typed.plan, count: wholeNumber(typed.count), amount: plainAmount(typed.amount) },
            ...{ duration: Number(typed.duration), daily_roi: plainPercent(typed.daily) },
          },
    withdrawn: String(typed.withdrawn),
    run: typed.run === 0 ? null : { day: typed.runDay, share: String(typed.run) },
    returns: typed.returns.trim() === '' ? null : plainAmount(typed.returns),
  }
}

/** Read by the rules that the server reads it by too. */
export function readTyped(typed: Typed, plan: Plan | undefined, today: string) {
  return readAssumptions(bodyOf(typed), plan && termsOf(plan), today)
}

function termsOf({ min_amount, max_amount, durations, ref_bonus }: Plan): PlanAssumed {
  return {
    ...{ min_amount: fromWire(min_amount), max_amount: fromWire(max_amount), durations },
    ref_bonus: percentFromWire(ref_bonus),
  }
}

/** What is no whole number stands for none, and is refused. */
function wholeNumber(typed: string): number {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0
}

/** The books as the wire has them. */
export function booksNowOf({ custody, at_once, unposted, credit, reserve, days }: DuesOnWire): BooksNow {
  return {
    ...{ custody: fromWire(custody), atOnce: fromWire(at_once), unposted: fromWire(unposted) },
    ...{ credit: fromWire(credit), reserve: fromWire(reserve) },
    days: days.map(({ day, earnings, principal }) => ({
      ...{ day, earnings: fromWire(earnings), principal: fromWire(principal) },
    })),
  }
}
