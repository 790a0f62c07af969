import type { Settings } from '#kit/config.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { refuse, refuseField, Refusal } from '#kit/refusal.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { requireKyc } from '#kyc/require-kyc.ts'
import { findPlans, type PlanRecord } from '#plans/find.ts'
import { openReserve } from '#reserve/open.ts'
import { NotCovered, type Reserve } from '#reserve/set-apart.ts'
import { settingsNow } from '#settings/read.ts'
import { refuseOwed, termsOwedBy } from '#settings/terms/read.ts'
import { findUsers, type UserRow } from '#users/find.ts'
import { setApartIn } from '../backing/promise.ts'
import type { InvestmentRecord } from '../store.ts'
import { outsidePlan } from '../terms.ts'
import { madeAgain } from './invest-again.ts'

/** An investment that is over, or is at this moment, how much is to be invested again for as long as it was, and from when on. */
export type Again = { parent: InvestmentRecord; amount: MicroUsd; began: Date }
/**
 * Asked for one after another: answers what is made of it, on the plan's present terms and with what is set apart for it, or
 * why nothing is.
 */
export type MayInvestAgain = (again: Again) => InvestmentRecord | Refusal

/**
 * Whether investments may be invested again now, by hand as at their end. The one place where that is asked: whatever
 * allows or forbids it is read here, for all of them. 403 without the identity check that a new investment needs, while the
 * terms in force are not accepted, and where sign-in is blocked; 422 where the plan does not take it any more, or `strict`
 * does not cover what it would earn. The caller holds the locks on their investors and records, and none on an account.
 */
export async function whetherToInvestAgain(
  tx: Tx,
  now: Moment,
  parents: readonly InvestmentRecord[],
  defaults: Pick<Settings, 'kyc'>,
): Promise<MayInvestAgain> {
  const investors = [...new Set(parents.map(({ user_id }) => user_id))]
  const [settings, users, owed, plans, reserve] = await atOnce([
    settingsNow(tx, { kyc: defaults.kyc }),
    findUsers(tx, investors),
    termsOwedBy(tx, investors),
    findPlans(tx, [...new Set(parents.map(({ plan_id }) => plan_id))]),
    openReserve(tx, null),
  ])
  const ofUsers = new Map(users.map((user) => [user.id, user]))
  const ofPlans = new Map(plans.map((plan) => [plan.id, plan]))
  return (again) => {
    const { user_id: userId, plan_id: planId } = again.parent
    const investor = ofUsers.get(userId)
    if (investor === undefined) throw new Error(`user ${userId} has gone`)
    try {
      refuseBlocked(investor)
      refuseOwed(owed.get(userId) ?? null)
      requireKyc(settings.kyc, investor, { to: 'invest', now })
      const plan = planOf(again, ofPlans.get(planId))
      return covered(reserve, madeAgain(again.parent, { ...again, plan, now }))
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}

/** What the reserve takes for one leaves less for the next. */
function covered(reserve: Reserve, made: InvestmentRecord): InvestmentRecord {
  try {
    return { ...made, set_apart: setApartIn(reserve, null, made) }
  } catch (error) {
    if (!(error instanceof NotCovered)) throw error
    return refuseField('amount', 'The money for what this would earn is not set apart right now.')
  }
}

/** Nobody who cannot sign in could choose otherwise. */
function refuseBlocked({ blocked_at }: Pick<UserRow, 'blocked_at'>): void {
  if (blocked_at !== null) refuse('not allowed', 'Sign-in to your account is blocked.')
}

function planOf({ parent, amount }: Pick<Again, 'parent' | 'amount'>, plan: PlanRecord | undefined): PlanRecord {
  if (plan === undefined || !plan.available) refuse('bad input', `The plan ${parent.plan_name} is no longer available.`)
  const problem = outsidePlan(plan, { amount, duration: parent.duration })
  if (problem === null) return plan
  // an amount that has grown may not fit terms that are as they were
  const why =
    amount === parent.amount
      ? `The plan ${plan.name} has new terms.`
      : `The plan ${plan.name} doesn’t take ${showUsd(amount)}.`
  return refuse('bad input', `${why} ${problem.sentence}`)
}
