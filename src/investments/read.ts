import type { Static } from 'typebox'
import { tellStory } from '#audit/story.ts'
import { historyOf, type NamedAct, namedHistoriesOf } from '#audit/history.ts'
import { actsOn, leadsTo } from '#audit/read.ts'
import type { Investor } from '#kit/actor.ts'
import { databaseClock, type DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ListCount } from '#lists/contract.ts'
import { type ListPageQuery, readPage } from '#lists/page.ts'
import type { WaitsFor } from '#lists/pick-page.ts'
import { refuse } from '#kit/refusal.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { StoryReply } from '#ledger/contract.ts'
import type { PriceSettings } from '#market/price-now.ts'
import { microUsd, sum, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { percent, percentToWire, type Percent } from '#money/percent.ts'
import { waitingIn, type WaitingRecords, withActs } from '#records/read.ts'
import { sharedTxids } from '#records/transaction-uses.ts'
import { investmentReference } from './books.ts'
import { InvestmentFacts, type Investment, type investmentsContract } from './contract.ts'
import { awaitsPayment, earnedBy, endOf, heldOf, isInvested, perSecond, perSecondToWire, stillToCome } from './rules.ts'
import { paymentCoinOf } from './quotes/read.ts'
import type { FetchedRunning } from './earnings/store.ts'
import {
  countInvestmentList,
  countRunning,
  selectByIds,
  selectByTranxId,
  selectInvestment,
  selectInvestments,
  selectInvestmentsOf,
  selectNewest,
  selectRunning,
  sumInvested,
  type InvestmentRecord,
  type ListedInvestment,
} from './store.ts'
import { usedOf } from './suspense/store.ts'

export { paymentAddresses } from './suspense/store.ts'

/** One investor's newest investments, at most `most`, 1,000 by default. */
export async function investmentsOf(tx: Tx, userId: string, most = 1000): Promise<Investment[]> {
  const [clock, rows] = await Promise.all([databaseClock(tx), selectInvestmentsOf(tx, userId, most)])
  return withHistory(tx, rows, clock)
}

/** Everybody's investments in pages, with the names of who decided: for administrators. 422 for what cannot be read. */
export async function listInvestments(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: Investment[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectInvestments(tx, readPage(asked))
  return { items: await forDesk(tx, rows), next_cursor }
}

/** How many there are in all, of what the pages are asked for. 422 for what cannot be read. */
export async function countInvestments(tx: Tx, asked: Omit<ListPageQuery, 'limit'>): Promise<ListCount> {
  return countInvestmentList(tx, readPage({ ...asked, limit: 0 }))
}

/** The same without what has happened to each, for files. */
export async function exportInvestments(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: Investment[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectInvestments(tx, readPage(asked))
  const now = (await databaseClock(tx)).now()
  return { items: rows.map((row) => onWire(row, [], now)), next_cursor }
}

/** One investment, whoever it belongs to, with names as in the list. 404 if there is none. */
export async function findInvestment(tx: Tx, id: string): Promise<Investment> {
  const [investment] = await forDesk(tx, await selectByIds(tx, [id]))
  return investment ?? refuse('not found', 'There is no such investment.')
}

/** Those that an administrator can approve or decline, and how many of them are not marked as paid. */
export async function waitingInvestments(tx: Tx, who: WaitsFor): Promise<WaitingRecords> {
  return waitingIn(tx, 'investment', ['pending', 'waiting approval'], who)
}

/** What to pay and where, from the record itself. 404 if it is not the investor's own, or not paid from outside. */
export async function paymentOf(
  tx: Tx,
  actor: Investor,
  tranxId: string,
  settings: PriceSettings,
): Promise<ReplyOf<(typeof investmentsContract)['GET /api/payment/:tranx_id']>> {
  const investment = await selectByTranxId(tx, actor.userId, tranxId)
  if (investment?.source !== 'payment') refuse('not found', 'There is no such payment.')
  const now = (await databaseClock(tx)).now()
  const held = toWire(heldOf(investment, await usedOf(tx, investment.id)))
  const amount = toWire(investment.amount)
  return {
    id: investment.id,
    tranx_id: investment.tranx_id,
    amount,
    wallet: investment.wallet_name,
    address: investment.wallet_address,
    network: investment.network,
    coin: await paymentCoinOf(tx, investment, { dollars: stillToCome({ amount, held }), now, settings }),
    status: investment.status,
    txid: investment.txid,
    marked_at: investment.status === 'waiting approval' ? await markedAt(tx, investment.id) : null,
    reason: investment.reason,
    received: toWire(investment.received),
    held,
    expires_at: investment.expires_at.toISOString(),
    as_of: now.toISOString(),
    plan: investment.plan_name,
    duration: investment.duration,
  }
}

/** When an investment last came to wait for its payment to be checked. */
async function markedAt(tx: Tx, id: string): Promise<string | null> {
  const acts = (await actsOn(tx, [id])).get(id) ?? []
  return acts.findLast(leadsTo('waiting approval'))?.at.toISOString() ?? null
}

/** What an investment has done to the books, oldest first. 404 if it is not the investor's own. */
export async function investmentStory(tx: Tx, actor: Investor, id: string): Promise<Static<typeof StoryReply>> {
  const investment = await selectInvestment(tx, actor.userId, id)
  if (investment === undefined) refuse('not found', 'There is no such investment.')
  const { wallet_id, wallet_name } = investment
  return tellStory(tx, investmentReference(investment), actor, new Map([[wallet_id, wallet_name]]))
}

/** What decides how much an investment earns, and has earned. */
type Earning = Pick<
  InvestmentRecord,
  'id' | 'status' | 'amount' | 'daily_roi' | 'duration' | 'began_at' | 'earned_posted'
>

export type RunningTotals = {
  /** earned to the second of the answer and not yet posted */
  unposted: MicroUsd
  /** earned so far by all that run, to the second of the answer */
  current_earning: MicroUsd
  /** pico-dollars */
  perSecond: bigint
  /** those that still earn, on which terms; per second in pico-dollars */
  running: { id: string; per_second: bigint; amount: MicroUsd; daily_roi: Percent; began_at: Date; ends_at: Date }[]
}

/** What one investor's running investments earn, and have earned to the second of the answer. */
export async function runningOf(tx: Tx, clock: DatabaseClock, userId: string): Promise<RunningTotals> {
  return totalsOf(await selectRunning(tx, userId), clock.now())
}

export { OWN_RUNNING } from './earnings/store.ts'

/** The same of what `OWN_RUNNING` has answered. */
export function runningIn(fetched: FetchedRunning, clock: DatabaseClock): RunningTotals {
  const investments = (fetched ?? []).map(({ id, amount, daily_roi, duration, began_at, earned_posted }) => ({
    ...{ id, status: 'approved' as const, duration, began_at: began_at === null ? null : new Date(began_at) },
    ...{ amount: microUsd(BigInt(amount)), daily_roi: percent(BigInt(daily_roi)) },
    earned_posted: microUsd(BigInt(earned_posted)),
  }))
  return totalsOf(investments, clock.now())
}

function totalsOf(investments: readonly Earning[], now: Date): RunningTotals {
  const running = investments.flatMap((investment) => {
    const { id, amount, daily_roi, began_at } = investment
    const ends_at = endsAt(investment)
    if (began_at === null || ends_at === null || ends_at <= now) return []
    return [{ id, per_second: perSecondOf(investment), amount, daily_roi, began_at, ends_at }]
  })
  const earnings = investments.map((investment) => earnedSoFar(investment, now))
  const posted = sum(investments.map(({ earned_posted }) => earned_posted))
  return {
    unposted: microUsd(sum(earnings) - posted),
    current_earning: sum(earnings),
    perSecond: running.reduce((total, { per_second }) => total + per_second, 0n),
    running,
  }
}

/** The newest that money stands behind, from everybody. */
export async function newestInvestments(
  tx: Tx,
  limit: number,
): Promise<
  (Pick<InvestmentRecord, 'amount' | 'status' | 'source' | 'created_at'> & { email: string; plan: string })[]
> {
  return (await selectNewest(tx, limit)).map(({ amount, status, source, created_at, user_email, plan_name }) => ({
    amount,
    status,
    source,
    created_at,
    email: user_email,
    plan: plan_name,
  }))
}

/** New money that began to work after `from` and up to `to`; one investor's or (null) everybody's. */
export async function investedBetween(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  return sumInvested(tx, userId, from, to)
}

/** How many investments run now on each plan or by each payment wallet, by its id. */
export function runningOn(tx: Tx, by: 'plan_id' | 'wallet_id'): Promise<Map<string, number>> {
  return countRunning(tx, by)
}

/** With the names of who decided, and whether another record names the same transaction: for administrators. */
async function forDesk(tx: Tx, rows: readonly ListedInvestment[]): Promise<Investment[]> {
  const named = rows.flatMap(({ id, txid }) => (txid === null ? [] : [id]))
  const shared = await sharedTxids(tx, named)
  const items = await withHistory(tx, rows, await databaseClock(tx), namedHistoriesOf)
  return items.map((item) => ({ ...item, txid_shared: shared.has(item.id) }))
}

async function withHistory(
  tx: Tx,
  rows: readonly ListedInvestment[],
  clock: DatabaseClock,
  readActs?: typeof namedHistoriesOf,
): Promise<Investment[]> {
  const now = clock.now()
  return withActs(tx, rows, (row, acts) => onWire(row, acts, now), readActs)
}

function onWire(row: ListedInvestment, acts: readonly NamedAct[], now: Date): Investment {
  return {
    id: row.id,
    tranx_id: row.tranx_id,
    txid: row.txid,
    amount: toWire(row.amount),
    typed_amount: toWire(row.typed_amount),
    status: row.status,
    reason: row.reason,
    received: toWire(row.received),
    held: toWire(heldOf(row, row.used)),
    from_suspense: row.from_suspense,
    source: row.source,
    duration: row.duration,
    daily_roi: percentToWire(row.daily_roi),
    early_roi: percentToWire(row.early_roi),
    ref_bonus: percentToWire(row.ref_bonus),
    created_at: row.created_at.toISOString(),
    began_at: isInvested(row.status) ? asTime(row.began_at) : null,
    ends_at: isInvested(row.status) ? asTime(endsAt(row)) : null,
    expires_at: row.status === 'pending' && awaitsPayment(row) ? asTime(row.expires_at) : null,
    completed_at: asTime(row.completed_at),
    left_early: row.left_after !== null,
    earned: toWire(earnedSoFar(row, now)),
    per_seconds_earning: perSecondToWire(stillEarns(row, now) ? perSecondOf(row) : 0n),
    at_end: row.at_end,
    reinvested: row.reinvested_as !== null,
    reinvested_as: row.reinvested_as,
    reinvests: row.reinvests,
    version: row.version,
    history: historyOf(InvestmentFacts, acts, row.user_id),
    user: { id: row.user_id, name: row.user_name, email: row.user_email },
    wallet: { wallet_name: row.wallet_name, wallet_address: row.wallet_address, network: row.network },
    plan: { name: row.plan_name },
  }
}

/** To the second; never less than what has been posted. */
function earnedSoFar(investment: Earning, now: Date): MicroUsd {
  const { status, earned_posted } = investment
  const total = status === 'approved' ? earnedBy(investment, now) : earned_posted
  return total > earned_posted ? total : earned_posted
}

function stillEarns(investment: InvestmentRecord, now: Date): boolean {
  const ends = endsAt(investment)
  return investment.status === 'approved' && ends !== null && ends > now
}

function endsAt({ began_at, duration }: Pick<Earning, 'began_at' | 'duration'>): Date | null {
  return began_at === null ? null : endOf(began_at, duration)
}

function perSecondOf({ amount, daily_roi }: Pick<Earning, 'amount' | 'daily_roi'>): bigint {
  return perSecond(amount, daily_roi)
}

function asTime(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
