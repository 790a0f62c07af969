/**
 * Administrators who decide on money, as tests of what one may do alone take the steps. What waits for a second one is
 * answered by the id of its request, and nothing where it was done at once.
 */
import type { Administrator, Investor } from '#kit/actor.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { Status } from '#kit/wire.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { waitingApprovals } from '#approvals/read.ts'
import { approveInvestment } from '#investments/approve.ts'
import { declineInvestment } from '#investments/decline.ts'
import { updateInvestment } from '#investments/update.ts'
import { contentOf } from '#mail/store.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { THEIR_BITCOIN } from './addresses.ts'
import { investmentNow } from './investing.ts'
import { type InvestingHouse, openInvestingHouse, SETTINGS } from './investing-house.ts'
import { give } from './money.ts'
import { aPlan, usd } from './people.ts'

type Waits = Promise<string | undefined>

/**
 * A house whose plan takes 10 to 5,000,000 dollars. `dailyLimit: false` for what has nothing to do with how much one
 * administrator decides alone in a day.
 */
export async function openDecidingHouse({ dailyLimit = true } = {}): Promise<InvestingHouse> {
  const house = await openInvestingHouse()
  house.planId = await aPlan(house.db, { min_amount: usd(10), max_amount: usd(5_000_000) })
  if (!dailyLimit) {
    await house.db.updateTable('setting').set({ value: '1000000.00' }).where('name', '=', 'daily_alone_limit').execute()
  }
  return house
}

export function approveAs(house: InvestingHouse, by: Administrator, id: string, fromSuspense?: string): Waits {
  return house.write((tx) => approveInvestment(tx, by, { id, fromSuspense }, SETTINGS))
}

export function declineAs(house: InvestingHouse, by: Administrator, id: string, received: MicroUsd): Waits {
  return house.write((tx) => declineInvestment(tx, by, { id, received, reason: 'Not as agreed.' }))
}

type Change = { amount?: MicroUsd; status?: Status; date?: Date; reason?: string; version?: number }

/** Edits an investment; what is not named stays as it is. */
export async function editAs(house: InvestingHouse, by: Administrator, id: string, change: Change): Waits {
  const { amount, status, began_at, created_at } = await investmentNow(house, id)
  const date = (change.date ?? began_at ?? created_at).toISOString()
  const input = { id, amount, status, reason: null, version: undefined, ...change, date }
  return house.write((tx) => updateInvestment(tx, by, input, SETTINGS))
}

/** Gives an investor earnings and has them ask for a withdrawal of all of it. Answers its id. */
export async function requestedWithdrawal(house: InvestingHouse, who: Investor, amount: MicroUsd): Promise<string> {
  await give(house.db, who, 'earnings', amount)
  const { name } = await house.db
    .selectFrom('wallet')
    .select('name')
    .where('id', '=', house.walletId)
    .executeTakeFirstOrThrow()
  const request = { amount, source: 'investment', walletName: name, walletAddress: THEIR_BITCOIN } as const
  await house.write((tx) => requestWithdrawal(tx, who, request, 'off'))
  const { id } = await house.db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', who.userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** Edits a withdrawal; an amount that is not named stays as it is. */
export async function editWithdrawalAs(
  house: InvestingHouse,
  by: Administrator,
  id: string,
  change: { amount?: MicroUsd; status: Status },
): Waits {
  const { amount, created_at } = await house.db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const input = { id, amount, date: created_at.toISOString(), reason: null, ...change }
  return house.write((tx) => updateWithdrawal(tx, by, { ...input, txid: undefined, version: undefined }))
}

/** What waits by this id, as an administrator sees it. */
export async function waitingAs(house: InvestingHouse, seenBy: Administrator, id: string | undefined) {
  const { items } = await readTransaction(house.db, (tx) => waitingApprovals(tx, house.clock, seenBy))
  return items.find((item) => item.id === id)
}

/** The newest mail to somebody: its subject, and what it says. */
export async function newestMailTo(house: InvestingHouse, { userId }: Administrator) {
  const { email } = await house.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const mail = await house.db
    .selectFrom('message')
    .selectAll()
    .where('receiver', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { subject: mail.subject, content: await house.write(async (tx) => contentOf(tx, mail)) }
}
