/** Leaving an investment early, as tests of the slices take the steps. */
import type { Investor } from '#kit/actor.ts'
import { exitInvestment } from '#investments/exit/exit-investment.ts'
import { quoteExit } from '#investments/exit/quote-exit.ts'
import type { ExitQuoteRecord } from '#investments/exit/store.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { editWithdrawalAs } from './deciding.ts'
import type { InvestingHouse } from './investing-house.ts'
import { aPlan, usd } from './people.ts'
import { askPayout } from './withdrawing.ts'

export const quote = async (house: InvestingHouse, who: Investor, id: string): Promise<ExitQuoteRecord> =>
  (await house.write((tx) => quoteExit(tx, who, { id }))).quote

export const leaveBy = (house: InvestingHouse, who: Investor, id: string, quoteId: string): Promise<void> =>
  house.write((tx) => exitInvestment(tx, who, { id, quoteId }))

/** Asks and leaves at once. Answers the quote. */
export async function leave(house: InvestingHouse, who: Investor, id: string): Promise<ExitQuoteRecord> {
  const asked = await quote(house, who, id)
  await leaveBy(house, who, id, asked.id)
  return asked
}

/** The house with a plan of 0.4 % a day that lets whoever leaves keep some of it, percent times ten thousand. */
export async function withEarlyRate(house: InvestingHouse, early: bigint): Promise<InvestingHouse> {
  const terms = { min_amount: usd(1), max_amount: usd(1_000_000), early_roi: percent(early) }
  return { ...house, planId: await aPlan(house.db, terms) }
}

/** Asks for this much of what was earned, which is approved. Answers the withdrawal. */
export async function openWithdrawal(house: InvestingHouse, investor: Investor, amount: MicroUsd): Promise<string> {
  const { walletId, db } = house
  await askPayout(db, { investor, walletId }, { amount })
  const { id } = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', investor.userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await house.write((tx) => approveWithdrawal(tx, house.administrator, { id }))
  return id
}

/** The same, and paid. */
export async function payOut(house: InvestingHouse, investor: Investor, amount: MicroUsd): Promise<void> {
  const id = await openWithdrawal(house, investor, amount)
  await editWithdrawalAs(house, house.administrator, id, { status: 'completed' })
}
