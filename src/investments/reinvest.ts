import type { Investor } from '#kit/actor.ts'
import type { Settings } from '#kit/config.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { refuse, Refusal } from '#kit/refusal.ts'
import { type MicroUsd, microUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { post, Shortfall } from '#ledger/post.ts'
import { lockOwn } from '#records/lock.ts'
import { accrueInvestor } from './accrue.ts'
import { writeMadeAgain } from './again/invest-again.ts'
import { whetherToInvestAgain } from './again/may-invest-again.ts'
import { isReinvested, type InvestmentRecord } from './store.ts'

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
  const clock = await databaseClock(tx)
  const mayInvest = await whetherToInvestAgain(tx, clock.now(), [parent], defaults)
  const made = mayInvest({ parent, amount: parent.amount, began: clock.now() })
  if (made instanceof Refusal) throw made

  const act = newActId()
  await accrueInvestor(tx, clock, { actor, act }, parent.user_id)
  const now = clock.now()
  const paid = await writeMadeAgain(tx, clock, actor, [made], { act, title: 'Investment reinvested' })
  try {
    await post(tx, { actor, act }, now, paid)
  } catch (error) {
    if (error instanceof Shortfall) refuseShort(error, parent.amount)
    throw error
  }
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

function refuseShort({ missing }: Shortfall, amount: MicroUsd): never {
  const balance = showUsd(microUsd(amount - missing))
  refuse('bad input', `Your Earnings Wallet holds ${balance}, which no longer covers ${showUsd(amount)}.`)
}
