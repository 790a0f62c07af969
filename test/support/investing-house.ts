/** A house with a plan and a wallet, for tests of the slices. */
import { DAY } from '#kit/clock.ts'
import type { Administrator, Investor } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { booksOf, missingFrom, postedBooks, type Books } from '#ledger/books.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { microUsd } from '#money/micro-usd.ts'
import { requiredEntries as requiredByReferral } from '#referrals/books.ts'
import { owed } from '#referrals/rules.ts'
import type { ReferralRecord } from '#referrals/store.ts'
import { requiredEntries } from '#investments/books.ts'
import { earnedBy, isInvested } from '#investments/rules.ts'
import type { InvestmentRecord } from '#investments/store.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { anAdministrator, aPlan, aWallet } from './people.ts'

export const SETTINGS = { kyc: 'invest', paymentHours: 24, market: [], marketSources: {} } as const

export type InvestingHouse = {
  db: Database
  /** as the owner of the tables */
  ownerUrl: string
  /** as the app comes in */
  appUrl: string
  clock: TestDatabase['clock']
  administrator: Administrator
  planId: string
  walletId: string
  /** One transaction. */
  write<T>(verb: (tx: Tx) => Promise<T>): Promise<T>
  days(days: number): Promise<void>
  close(): Promise<void>
}

/** A fresh database with an administrator, a plan (0.4 % a day, 5 % for the inviter) and a wallet; noon, 1 March 2026. */
export async function openInvestingHouse(options: { size?: number } = {}): Promise<InvestingHouse> {
  const start = new Date('2026-03-01T12:00:00.250Z')
  const { db, clock, ownerUrl, appUrl, close } = await testDatabase({ start, ...options })
  return {
    db,
    ownerUrl,
    appUrl,
    clock,
    administrator: await anAdministrator(db),
    planId: await aPlan(db),
    walletId: await aWallet(db),
    write: (verb) => transaction(db, verb),
    days: (days) => clock.move(days * DAY),
    close,
  }
}

/**
 * Everything that is wrong: with the books as a whole, and with what stands in them for each investment and referral
 * (of one investor, where one is given) against what their state requires, counted from nothing.
 */
export async function problems(house: InvestingHouse, investor?: Investor): Promise<string[]> {
  return house.write(async (tx) => {
    const found = await checkBooks(tx)
    const of = investor?.userId ?? null
    const investments = tx
      .selectFrom('investment')
      .innerJoin('investment_earning', 'investment_id', 'id')
      .selectAll('investment')
      .select(['accrued_at', 'earned_posted'])
    for (const investment of await (of === null ? investments : investments.where('user_id', '=', of)).execute()) {
      found.push(...(await problemsOfInvestment(tx, investment)))
    }
    const referrals = tx.selectFrom('referral').selectAll()
    for (const referral of await (of === null ? referrals : referrals.where('invited_id', '=', of)).execute()) {
      found.push(...(await problemsOfReferral(tx, referral)))
    }
    return found
  })
}

async function problemsOfInvestment(tx: Tx, investment: InvestmentRecord): Promise<string[]> {
  const by = investment.accrued_at ?? investment.completed_at ?? investment.created_at
  const total = isInvested(investment.status) ? await earnedIn(tx, investment, by) : 0n
  const posted = await postedBooks(tx, { kind: 'investment', id: investment.id })
  const required = requiredEntries({ ...investment, earned_posted: microUsd(total) })
  return [
    ...(total === investment.earned_posted
      ? []
      : [`investment ${investment.id} says that it has posted ${investment.earned_posted}, not ${total}`]),
    ...differences(`investment ${investment.id}`, posted, booksOf(required)),
  ]
}

/** One that was left early keeps what its quote says, which is counted here from the investment's own terms. */
async function earnedIn(tx: Tx, investment: InvestmentRecord, by: Date): Promise<bigint> {
  const { exit_quote_id: id, left_after: ran, amount, daily_roi, early_roi } = investment
  if (id === null) return earnedBy(investment, by)
  const { wallet } = await tx.selectFrom('exit_quote').select('wallet').where('id', '=', id).executeTakeFirstOrThrow()
  const at = (rate: bigint) => (amount * rate * (ran ?? 0n)) / (86_400n * 1_000_000n)
  const beyond = at(daily_roi) - at(early_roi)
  return at(daily_roi) - (beyond < wallet ? beyond : wallet)
}

async function problemsOfReferral(tx: Tx, referral: ReferralRecord): Promise<string[]> {
  const posted = await postedBooks(tx, { kind: 'referral', id: referral.id })
  const credited = -(posted.get(investorAccount(referral.inviter_id, 'referral')) ?? 0n)
  const uncovered = microUsd(credited - owed(referral))
  return [
    ...(uncovered >= 0n ? [] : [`referral ${referral.id} has credited ${credited}, less than it owes`]),
    ...differences(`referral ${referral.id}`, posted, booksOf(requiredByReferral(referral, uncovered))),
  ]
}

function differences(what: string, posted: Books, required: Books): string[] {
  return missingFrom(posted, required).map(
    ({ account, side, amount }) => `${what} lacks a ${side} of ${amount} on ${account}`,
  )
}
