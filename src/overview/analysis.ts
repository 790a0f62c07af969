import { DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { referredBetween } from '#referrals/read.ts'
import { investedBetween, newestInvestments } from '#investments/read.ts'
import { withdrawnBetween } from '#withdrawals/read.ts'
import { maskEmail, percentChange } from './rules.ts'

const ACTIVITIES = 20

/**
 * The last 24 hours against the 24 before (business rules §7): one user's amounts or (null) the whole platform's.
 * The list of activities is always the platform's newest investments, e-mails masked.
 */
export async function analysisFor(tx: Tx, now: Date, userId: string | null) {
  const yesterday = new Date(now.getTime() - DAY)
  const dayBefore = new Date(yesterday.getTime() - DAY)
  const compared = async (amountBetween: (from: Date, to: Date) => Promise<MicroUsd>) => {
    const present = await amountBetween(yesterday, now)
    const before = await amountBetween(dayBefore, yesterday)
    return { present: toWire(present), change: percentChange(present, before), before: toWire(before) }
  }
  const investment = await compared((from, to) => investedBetween(tx, userId, from, to))
  const withdrawal = await compared((from, to) => withdrawnBetween(tx, userId, from, to))
  const referral = await compared((from, to) => referredBetween(tx, userId, from, to))
  const newest = await newestInvestments(tx, ACTIVITIES)
  return {
    today_investment: investment.present,
    today_withdrawal: withdrawal.present,
    today_referral: referral.present,
    investment_percent: investment.change,
    withraw_percent: withdrawal.change,
    referral_percent: referral.change,
    before_investment: investment.before,
    before_withdrawal: withdrawal.before,
    before_referral: referral.before,
    investments: newest.map(({ amount, created_at, email, ...investment }) => ({
      ...investment,
      amount: toWire(amount),
      created_at: created_at.toISOString(),
      email: maskEmail(email),
    })),
  }
}
