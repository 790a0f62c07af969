/** The steps of an investment as tests of the slices take them. */
import { databaseClock } from '#kit/database-clock.ts'
import type { Investor } from '#kit/actor.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { investorAccount, type InvestorAccountKind } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { credit, debit, post } from '#ledger/post.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { ReferralRecord } from '#referrals/store.ts'
import { approveInvestment } from '#investments/approve.ts'
import { saveInvestment } from '#investments/save.ts'
import type { InvestmentRecord } from '#investments/store.ts'
import { SETTINGS, type InvestingHouse } from './investing-house.ts'
import { usd } from './people.ts'

/** Who moves money for a test, past every verb. */
const TELLER = { job: 'test' }

/** New money of 500.00 for 14 days, not yet paid, unless said otherwise. */
export async function save(
  { db, planId, walletId }: Pick<InvestingHouse, 'db' | 'planId' | 'walletId'>,
  investor: Investor,
  choice: Partial<{ amount: MicroUsd; duration: number; source: 'payment' | 'bonus' }> = {},
): Promise<InvestmentRecord> {
  const input = { planId, walletId, amount: usd(500), duration: 14, source: 'payment', ...choice } as const
  return transaction(db, (tx) => saveInvestment(tx, investor, input, SETTINGS))
}

/** The same, approved. */
export async function invest(
  house: Pick<InvestingHouse, 'db' | 'planId' | 'walletId' | 'administrator'>,
  investor: Investor,
  choice: Parameters<typeof save>[2] = {},
): Promise<InvestmentRecord> {
  const { id } = await save(house, investor, choice)
  await transaction(house.db, (tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))
  return investmentNow(house, id)
}

export async function investmentNow({ db }: Pick<InvestingHouse, 'db'>, id: string): Promise<InvestmentRecord> {
  return db
    .selectFrom('investment')
    .innerJoin('investment_earning', 'investment_id', 'id')
    .selectAll('investment')
    .select(['accrued_at', 'earned_posted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function referralNow({ db }: InvestingHouse, investmentId: string): Promise<ReferralRecord | undefined> {
  return db.selectFrom('referral').selectAll().where('investment_id', '=', investmentId).executeTakeFirst()
}

export async function balance(house: InvestingHouse, who: Investor, kind: InvestorAccountKind): Promise<MicroUsd> {
  return house.write((tx) => balanceOf(tx, investorAccount(who.userId, kind)))
}

/** Takes money out of a wallet as a withdrawal would. */
export async function takeOut(
  house: InvestingHouse,
  who: Investor,
  kind: 'earnings' | 'referral',
  amount: MicroUsd,
): Promise<void> {
  const id = newId()
  await house.write(async (tx) =>
    post(tx, TELLER, (await databaseClock(tx)).now(), [
      {
        key: `withdrawal/${id}/held`,
        kind: 'withdrawal held',
        reference: { kind: 'withdrawal', id },
        entries: [
          debit(investorAccount(who.userId, kind), amount),
          credit(investorAccount(who.userId, 'withdrawing'), amount),
        ],
      },
    ]),
  )
}

/** Gives promotional credit. */
export async function giveBonus(house: InvestingHouse, who: Investor, amount: MicroUsd): Promise<void> {
  await house.write(async (tx) =>
    post(tx, TELLER, (await databaseClock(tx)).now(), [
      {
        key: `user/${who.userId}/top-up/${newId()}`,
        kind: 'top up',
        reference: { kind: 'user', id: who.userId },
        entries: [debit('equity/adjustments', amount), credit(investorAccount(who.userId, 'bonus'), amount)],
      },
    ]),
  )
}
