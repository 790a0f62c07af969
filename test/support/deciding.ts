/**
 * Administrators who decide on money, as tests of what one may do alone take the steps. What waits for a second one is
 * answered by the id of its request, and nothing where it was done at once.
 */
import { expect } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { Status } from '#kit/wire.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { waitingApprovals } from '#approvals/read.ts'
import { refuseApproval } from '#approvals/refuse.ts'
import { withdrawApproval } from '#approvals/withdraw.ts'
import { approveInvestment } from '#investments/approve.ts'
import { declineInvestment } from '#investments/decline.ts'
import { updateInvestment } from '#investments/update.ts'
import { contentOf } from '#mail/store.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { THEIR_BITCOIN } from './addresses.ts'
import { investmentNow } from './investing.ts'
import { type InvestingHouse, openInvestingHouse, SETTINGS } from './investing-house.ts'
import { fillWallet, give } from './money.ts'
import { aPlan, usd } from './people.ts'

type Waits = Promise<string | undefined>
/** What is answered where something waits: the id of the request. */
export const WAITS = expect.stringMatching(/^[0-9a-f-]{36}$/)

/**
 * A house whose plan takes 10 to 5,000,000 dollars. `dailyLimit: false` for what has nothing to do with how much one
 * administrator decides alone in a day, `funded` where a million dollars are there to pay withdrawals with.
 */
export async function openDecidingHouse({ dailyLimit = true, funded = false } = {}): Promise<InvestingHouse> {
  const house = await openInvestingHouse()
  if (funded) await fillWallet(house.db, house.walletId, usd(1_000_000))
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

/** Gives an investor earnings and has them ask for a withdrawal of all of it, to this address. Answers its id. */
export async function requestedWithdrawal(
  house: InvestingHouse,
  who: Investor,
  amount: MicroUsd,
  walletAddress = THEIR_BITCOIN,
): Promise<string> {
  await give(house.db, who, 'earnings', amount)
  const { name } = await house.db
    .selectFrom('wallet')
    .select('name')
    .where('id', '=', house.walletId)
    .executeTakeFirstOrThrow()
  const request = { amount, source: 'investment', walletName: name, walletAddress } as const
  await house.write((tx) => requestWithdrawal(tx, who, request, 'off'))
  const { id } = await house.db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', who.userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** Edits a withdrawal; an amount that is not named stays as it is. `lookedUp`: the request of which they have looked up what it says was paid. */
export async function editWithdrawalAs(
  house: InvestingHouse,
  by: Administrator,
  id: string,
  change: { amount?: MicroUsd; status: Status; txid?: string; lookedUp?: string | undefined },
): Waits {
  const { amount, created_at } = await house.db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const input = { id, amount, date: created_at.toISOString(), reason: null, txid: undefined, version: undefined }
  return house.write((tx) => updateWithdrawal(tx, by, { ...input, ...change }))
}

/** All that waits, as an administrator sees it. */
export async function allWaitingAs(house: InvestingHouse, seenBy: Administrator) {
  return (await readTransaction(house.db, (tx) => waitingApprovals(tx, seenBy))).items
}

/** What waits by this id, as an administrator sees it. */
export async function waitingAs(house: InvestingHouse, seenBy: Administrator, id: string | undefined) {
  return (await allWaitingAs(house, seenBy)).find((item) => item.id === id)
}

/** The row of a request. */
export function requestNow(house: InvestingHouse, id: string | undefined) {
  return house.db
    .selectFrom('approval')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
}

export function refuseAs(house: InvestingHouse, by: Administrator, id: string | undefined, reason = 'Not this one.') {
  return house.write((tx) => refuseApproval(tx, house.clock, by, { id: id ?? '', reason }))
}

/** Takes a request of one's own back. */
export function withdrawAs(house: InvestingHouse, by: Administrator, id: string | undefined) {
  return house.write((tx) => withdrawApproval(tx, house.clock, by, { id: id ?? '' }))
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
