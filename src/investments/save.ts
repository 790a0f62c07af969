import type { Investor } from '#kit/actor.ts'
import { HOUR } from '#kit/clock.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId, newToken } from '#kit/ids.ts'
import { askTogether, atOnce } from '#kit/pipeline.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { Settings } from '#kit/config.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { shareOf } from '#money/percent.ts'
import { showUsd } from '#money/show.ts'
import type { Origin } from '#ledger/post.ts'
import { postLast } from '#ledger/post.ts'
import { SETTINGS_SAID, settingsSaid } from '#settings/read.ts'
import { owedTerms, refuseOwed } from '#settings/terms/read.ts'
import { findPlan } from '#plans/find.ts'
import { findWallet, type WalletRecord } from '#wallets/find.ts'
import { lockUserAndClock } from '#users/lock-user.ts'
import { refuseOneHalf } from '#identity/gate.ts'
import { requireKyc } from '#kyc/require-kyc.ts'
import { writeNew } from '#records/write-decision.ts'
import { holdPromise, refusingAmount, reserveFor, setApartIn } from './backing/promise.ts'
import { NOT_EARNING, transferBetween } from './books.ts'
import { factsOf } from './decide.ts'
import { countWaiting } from './backing/store.ts'
import { awaitingPayment, type InvestmentRecord } from './store.ts'
import { copyTerms, outsidePlan } from './terms.ts'

/**
 * Investments of one person that wait for money from outside, marked as paid or not: whoever makes more hides what others
 * wait for. A hundred at once are ordinary use (business rules §8).
 */
const MOST_WAITING = 100
const TOO_MANY_WAIT = `You have ${MOST_WAITING} investments waiting. Cancel one that you haven’t paid, or wait until one is reviewed.`

/**
 * Chooses a plan, an amount, a duration and a payment wallet; their terms are copied into the investment. New money
 * waits to be paid; from the bonus balance it is paid and approved at once. 403 without the identity check that the
 * setting asks for, without having accepted the terms in force, and from the bonus balance in a session of one half; 422
 * under the field that does not fit the offer; 409 beyond 100 that wait to be paid or to be reviewed.
 */
export async function saveInvestment(
  tx: Tx,
  actor: Investor,
  input: { planId: string; walletId: string; amount: MicroUsd; duration: number; source: 'payment' | 'bonus' },
  defaults: Pick<Settings, 'kyc' | 'paymentHours'>,
): Promise<InvestmentRecord> {
  if (input.source === 'bonus') refuseOneHalf(actor)
  const [locked, { settings, owed, waiting }, wallet, plan] = await atOnce([
    lockUserAndClock(tx, actor.userId),
    askTogether(tx, {
      settings: SETTINGS_SAID,
      owed: owedTerms(actor.userId),
      waiting: awaitingPayment(actor.userId),
    }),
    findWallet(tx, input.walletId),
    findPlan(tx, input.planId),
  ])
  if (locked === undefined) throw new Error(`user ${actor.userId} has gone`)
  const { user: investor, clock } = locked
  const { kyc, paymentHours } = settingsSaid(settings, defaults)
  requireKyc(kyc, investor, { to: 'invest', now: clock.now() })
  refuseOwed(owed)
  if (wallet === undefined || !wallet.available)
    refuseField('wallet_id', 'Choose one of the available payment wallets.')
  if (plan === undefined || !plan.available) refuseField('plan_id', 'Choose one of the available plans.')
  const problem = outsidePlan(plan, input)
  if (problem !== null) refuseField(problem.field, problem.sentence)
  if (input.source === 'payment' && waiting >= MOST_WAITING) refuse('wrong state', TOO_MANY_WAIT)

  const now = clock.now()
  const bonus = input.source === 'bonus'
  const investment: InvestmentRecord = {
    user_id: investor.id,
    id: newId(),
    tranx_id: newToken(),
    source: input.source,
    reinvests: null,
    at_end: 'to wallet',
    reason: null,
    amount: input.amount,
    typed_amount: input.amount,
    ...copyTerms(plan, input.duration),
    ...paidAt(wallet),
    created_at: now,
    expires_at: new Date(now.getTime() + paymentHours * HOUR),
    received: ZERO,
    refunded: ZERO,
    txid: null,
    from_suspense: null,
    version: 0,
    ...NOT_EARNING,
    set_apart: ZERO,
    ...(bonus ? { status: 'approved', began_at: now, accrued_at: now } : { status: 'pending' }),
  }
  if (bonus)
    investment.set_apart = await refusingAmount(async () =>
      setApartIn(await reserveFor(tx, investment.id), null, investment),
    )
  else await refuseUnheld(tx, investment, investor)
  const act = newActId()
  await writeNew(tx, clock, actor, 'investment', investment, {
    act,
    action: 'save investment',
    title: bonus ? 'Investment approved' : 'Investment waiting for payment',
    factsOf: (saved) => factsOf(saved, ZERO),
  })
  await payFromBonus(tx, { actor, act }, now, investment)
  return investment
}

/** In `strict` an investment waits to be paid only where its promise is covered; nobody speaks for more than three at once. */
async function refuseUnheld(
  tx: Tx,
  investment: InvestmentRecord,
  { id, inviter_id }: { id: string; inviter_id: string | null },
): Promise<void> {
  const bonus = inviter_id === null ? ZERO : shareOf(investment.amount, investment.ref_bonus)
  const isHeld = await refusingAmount(() => holdPromise(tx, investment, bonus))
  if (isHeld && (await countWaiting(tx, id)) >= MOST_HELD) refuse('wrong state', TOO_MANY_HELD)
}

/** Those of one person that wait, marked as paid or not: each holds what it would promise. */
const MOST_HELD = 3
const TOO_MANY_HELD = `You have ${MOST_HELD} investments waiting. Cancel one that you haven’t paid, or wait until one is reviewed.`

function paidAt({ id, name, address, network, coin, coin_contract, coin_decimals }: WalletRecord) {
  return { wallet_id: id, wallet_name: name, wallet_address: address, network, coin, coin_contract, coin_decimals }
}

async function payFromBonus(tx: Tx, origin: Origin, now: Moment, investment: InvestmentRecord): Promise<void> {
  if (investment.source !== 'bonus') return
  await postLast(tx, origin, now, [transferBetween(null, investment, 'approved')], {
    refuse: ({ missing }) =>
      refuseField('amount', `amount must not exceed ${showUsd(microUsd(investment.amount - missing))}`),
  })
}
