import type { Investor } from '#kit/actor.ts'
import type { Settings } from '#kit/config.ts'
import { databaseClock, type Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId, newToken } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { post, Shortfall, type Origin } from '#ledger/post.ts'
import { findPlan } from '#plans/find.ts'
import { requireKyc } from '#kyc/require-kyc.ts'
import { settingsNow } from '#settings/read.ts'
import { requireTerms } from '#settings/terms/read.ts'
import { findUser } from '#users/find.ts'
import { lockOwn } from '#records/lock.ts'
import { writeNew } from '#records/write-decision.ts'
import { accrueInvestor } from './accrue.ts'
import { refusingAmount, reserveFor, setApartIn } from './backing/promise.ts'
import { NOT_EARNING, transferBetween } from './books.ts'
import { factsOf } from './decide.ts'
import { isReinvested, type InvestmentRecord } from './store.ts'
import { copyTerms, outsidePlan } from './terms.ts'

/**
 * Puts a completed investment's principal to work again, once: the same amount and duration on the plan's present
 * terms, out of the Earnings Wallet. 403 without the identity check that a new investment needs, and while the terms in
 * force are not accepted, 404 if it is not the investor's own, 409 if it is not completed, was reinvested or came from
 * the bonus balance, 422 if the plan or the balance no longer carries it.
 */
export async function reinvestInvestment(
  tx: Tx,
  actor: Investor,
  input: { id: string },
  defaults: Pick<Settings, 'kyc'>,
): Promise<void> {
  const parent = await lockReinvestable(tx, actor, input.id)
  await requireTerms(tx, actor.userId)
  const clock = await databaseClock(tx)
  await requireKycOf(tx, actor, clock.now(), defaults)
  const plan = await findPlan(tx, parent.plan_id)
  if (plan === undefined || !plan.available) refuse('bad input', `The plan ${parent.plan_name} is no longer available.`)
  const problem = outsidePlan(plan, parent)
  if (problem !== null) refuse('bad input', `The plan ${plan.name} has new terms. ${problem.sentence}`)

  const act = newActId()
  await accrueInvestor(tx, clock, { actor, act }, parent.user_id)
  const now = clock.now()
  const investment: InvestmentRecord = {
    ...parent,
    ...copyTerms(plan, parent.duration),
    id: newId(),
    tranx_id: newToken(),
    source: 'reinvest',
    typed_amount: parent.amount,
    reinvests: parent.id,
    status: 'approved',
    reason: null,
    created_at: now,
    expires_at: now,
    ...NOT_EARNING,
    began_at: now,
    accrued_at: now,
    set_apart: ZERO,
    received: ZERO,
    refunded: ZERO,
    txid: null,
    from_suspense: null,
    version: 0,
  }
  investment.set_apart = await refusingAmount(async () =>
    setApartIn(await reserveFor(tx, investment.id), null, investment),
  )
  await writeNew(tx, clock, actor, 'investment', investment, {
    act,
    action: 'reinvest investment',
    title: 'Investment reinvested',
    factsOf: (made) => factsOf(made, ZERO),
  })
  await payFromEarnings(tx, { actor, act }, now, investment)
}

async function requireKycOf(tx: Tx, { userId }: Investor, now: Date, defaults: Pick<Settings, 'kyc'>): Promise<void> {
  const { kyc } = await settingsNow(tx, { kyc: defaults.kyc })
  const investor = await findUser(tx, userId)
  if (investor === undefined) throw new Error(`user ${userId} has gone`)
  requireKyc(kyc, investor, { to: 'invest', now })
}

async function lockReinvestable(tx: Tx, actor: Investor, id: string): Promise<InvestmentRecord> {
  const parent = await lockOwn(tx, actor, 'investment', id)
  if (parent.status !== 'completed') {
    refuse('wrong state', `This investment is ${parent.status}: only a completed one can be reinvested.`)
  }
  if (parent.source === 'bonus') {
    refuse('wrong state', 'This investment was paid from the bonus balance and cannot be reinvested.')
  }
  if (await isReinvested(tx, id)) refuse('wrong state', 'This investment has already been reinvested.')
  return parent
}

async function payFromEarnings(tx: Tx, origin: Origin, now: Moment, investment: InvestmentRecord): Promise<void> {
  try {
    await post(tx, origin, now, [transferBetween(null, investment, 'approved')])
  } catch (error) {
    if (!(error instanceof Shortfall)) throw error
    const balance = showUsd(microUsd(investment.amount - error.missing))
    refuse('bad input', `Your Earnings Wallet holds ${balance}, which no longer covers ${showUsd(investment.amount)}.`)
  }
}
