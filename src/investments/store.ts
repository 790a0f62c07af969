import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Due } from '#kit/sweep.ts'
import type { Page } from '#lists/page.ts'
import { countPicked } from '#lists/count-picked.ts'
import type { ListCount } from '#lists/contract.ts'
import type { Listing } from '#lists/narrowing.ts'
import { inOrder, pickPage } from '#lists/pick-page.ts'
import type { Status } from '#kit/wire.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { RecordOf } from '#records/lock.ts'
import type { Terms } from './rules.ts'

export type InvestmentRecord = RecordOf<'investment'>
/** As much of one as says what it earns, and has earned. */
export type EarningInvestment = Terms &
  Pick<InvestmentRecord, 'user_id' | 'id' | 'version' | 'accrued_at' | 'earned_posted' | 'set_apart'>
/** An investment as lists show it: with its investor, and whether it has been reinvested. */
export type ListedInvestment = InvestmentRecord & {
  user_name: string
  user_email: string
  /** the one that was made out of it */
  reinvested_as: string | null
  /** by others, of the money that came in for it */
  used: MicroUsd
}

/** One investor's own, by the name that its payment link carries. Locks nothing. */
export async function selectByTranxId(tx: Tx, userId: string, tranxId: string): Promise<InvestmentRecord | undefined> {
  return wholeInvestments(tx)
    .where('tranx_id', '=', tranxId)
    .where('investment.user_id', '=', userId)
    .executeTakeFirst()
}

/** One investor's own. Locks nothing. */
export async function selectInvestment(tx: Tx, userId: string, id: string): Promise<InvestmentRecord | undefined> {
  return wholeInvestments(tx)
    .where('investment.user_id', '=', userId)
    .where('investment.id', '=', id)
    .executeTakeFirst()
}

/**
 * Reads all running investments of these investors, in the order of investors and ids, and locks what they have earned:
 * what else there is of them changes under the lock on the investor alone, which the caller holds.
 */
export async function lockRunning(tx: Tx, userIds: readonly string[]): Promise<EarningInvestment[]> {
  const [only, ...others] = userIds
  if (only === undefined) return []
  if (others.length === 0) return earning(tx).where('user_id', '=', only).execute()
  return earning(tx)
    .where(sql<SqlBool>`user_id = ANY(${userIds}::uuid[])`)
    .execute()
}

/** All running investments of this investor. Locks nothing. */
export async function selectRunning(tx: Tx, userId: string): Promise<InvestmentRecord[]> {
  return running(tx, userId).execute()
}

/** How many of an investor's wait for money from outside, marked as paid or not: asked under the lock on the investor. */
export function awaitingPayment(userId: string): RawBuilder<number> {
  return sql`SELECT count(*)::integer FROM investment
    WHERE user_id = ${userId} AND source = 'payment' AND status IN ('pending', 'waiting approval')`
}

/** Whether another investment was made out of this one. */
export async function isReinvested(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('investment').select('id').where('reinvests', '=', id).executeTakeFirst()
  return row !== undefined
}

/** One investor's, newest first, at most `most`. */
export async function selectInvestmentsOf(tx: Tx, userId: string, most: number): Promise<ListedInvestment[]> {
  return newestFirst(listed(tx)).where('investment.user_id', '=', userId).limit(most).execute()
}

const LISTING: Listing = {
  table: 'investment',
  status: 'status',
  people: ['user_id'],
  named: ['name', 'email'],
  begins: ['tranx_id', 'txid', 'wallet_address'],
}

/** A page of everybody's. */
export async function selectInvestments(
  tx: Tx,
  page: Page<Status>,
): Promise<{ rows: ListedInvestment[]; next_cursor: string | null }> {
  const { ids, next_cursor } = await pickPage(tx, LISTING, page)
  return { rows: inOrder(ids, await selectByIds(tx, ids)), next_cursor }
}

/** How many there are in all of what a page is narrowed to. */
export async function countInvestmentList(tx: Tx, page: Page<Status>): Promise<ListCount> {
  return countPicked(tx, LISTING, page)
}

/** Those with these ids, in no order. */
export async function selectByIds(tx: Tx, ids: readonly string[]): Promise<ListedInvestment[]> {
  return listed(tx)
    .where(sql<SqlBool>`investment.id = ANY(${ids})`)
    .execute()
}

/** The newest that money stands behind, from everybody. */
export async function selectNewest(tx: Tx, limit: number): Promise<ListedInvestment[]> {
  return newestFirst(listed(tx)).where('status', 'in', ['approved', 'completed']).limit(limit).execute()
}

/** New money that began to work after `from` and up to `to`; one investor's or (null) everybody's. */
export async function sumInvested(tx: Tx, userId: string | null, from: Date, to: Date): Promise<MicroUsd> {
  let query = tx
    .selectFrom('investment')
    .select(sql<MicroUsd | null>`sum(amount)`.as('total'))
    .where('source', '=', 'payment')
    .where('status', 'in', ['approved', 'completed'])
    .where('began_at', '>', from)
    .where('began_at', '<=', to)
  if (userId !== null) query = query.where('user_id', '=', userId)
  return (await query.executeTakeFirst())?.total ?? ZERO
}

/** When one ends, as its index has it; `of` is the name of its table in the statement. */
export const endsAt = (of = 'investment') => {
  const [beganAt, duration] = [sql.ref(`${of}.began_at`), sql.ref(`${of}.duration`)]
  return sql`((${beganAt} AT TIME ZONE 'UTC') + ${duration} * interval '1 day')`
}

/** Running ones whose duration is over, the longest over first, after another. */
export async function selectMatured(tx: Tx, now: Date, after: Due | undefined, limit: number): Promise<Due[]> {
  return due(tx, after, limit, {
    ...{ of: 'approved', id: sql`id`, at: endsAt(), type: sql`timestamp` },
    by: sql`<= (${now}::timestamptz AT TIME ZONE 'UTC')`,
  })
}

/** Pending payments whose time to be paid is over, the longest over first, after another. */
export async function selectExpired(tx: Tx, now: Date, after: Due | undefined, limit: number): Promise<Due[]> {
  return due(tx, after, limit, {
    ...{ of: 'pending', id: sql`id`, at: sql`expires_at`, type: sql`timestamptz` },
    by: sql`<= ${now} AND source = 'payment'`,
  })
}

/** Investors with running investments whose earnings were last counted before a moment, the longest ago first, after another. */
export async function selectInvestorsToAccrue(
  tx: Tx,
  before: Date,
  after: Due | undefined,
  limit: number,
): Promise<Due[]> {
  const further =
    after === undefined ? sql`` : sql`AND (accrued_at, investor_id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<Due>`
    SELECT DISTINCT ON (accrued_at, investor_id) investor_id AS id, accrued_at::text AS at FROM investment_earning
    WHERE accrued_at IS NOT NULL AND accrued_at < ${before} ${further}
    ORDER BY accrued_at, investor_id LIMIT ${limit}`.execute(tx)
  return rows
}

/**
 * What is due by its state and a time, in the order of the index that holds nothing else: what is not due yet, or never
 * will be again, is not looked at. The time goes out and comes back as text, to the microsecond.
 */
async function due(
  tx: Tx,
  after: Due | undefined,
  limit: number,
  { of, id, at, type, by }: { of: Status; id: Sql; at: Sql; type: Sql; by: Sql },
): Promise<Due[]> {
  const further = after === undefined ? sql`` : sql`AND (${at}, ${id}) > (${after.at}::${type}, ${after.id}::uuid)`
  const { rows } = await sql<Due>`
    SELECT DISTINCT ON (${at}, ${id}) ${id} AS id, ${at}::text AS at FROM investment
    WHERE status = ${sql.lit(of)} AND ${at} ${by} ${further}
    ORDER BY ${at}, ${id} LIMIT ${limit}`.execute(tx)
  return rows
}
type Sql = RawBuilder<unknown>

function running(tx: Tx, userId: string) {
  return wholeInvestments(tx)
    .where('investment.user_id', '=', userId)
    .where('status', '=', 'approved')
    .orderBy('investment.id')
}

/** As much of running investments as says what they earn, in the order of investors and ids; locks what they have earned. */
function earning(tx: Tx) {
  return tx
    .selectFrom('investment')
    .innerJoin('investment_earning', 'investment_earning.investment_id', 'investment.id')
    .select(['user_id', 'id', 'version', 'amount', 'daily_roi', 'duration', 'began_at'])
    .select(['accrued_at', 'earned_posted', 'set_apart'])
    .where('status', '=', 'approved')
    .orderBy('user_id')
    .orderBy('id')
    .forNoKeyUpdate('investment_earning')
}

/** Whole, with what changes every day. */
export function wholeInvestments(tx: Tx) {
  return tx
    .selectFrom('investment')
    .innerJoin('investment_earning', 'investment_earning.investment_id', 'investment.id')
    .selectAll('investment')
    .select(['accrued_at', 'earned_posted'])
}

/** What others use of the money that came in for one, in a list. */
export const USED_BY_OTHERS = sql<MicroUsd>`CASE WHEN investment.received > 0 THEN coalesce((
  SELECT sum(use.amount) FROM investment AS use
  WHERE use.from_suspense = investment.id AND use.status IN ('approved', 'completed')
), 0)::bigint ELSE 0 END`

export function listed(tx: Tx) {
  return tx
    .selectFrom('investment')
    .innerJoin('app_user', 'app_user.id', 'investment.user_id')
    .innerJoin('investment_earning', 'investment_earning.investment_id', 'investment.id')
    .selectAll('investment')
    .select((eb) => [
      'investment_earning.accrued_at',
      'investment_earning.earned_posted',
      'app_user.name as user_name',
      'app_user.email as user_email',
      eb
        .selectFrom('investment as next')
        .select('next.id')
        .whereRef('next.reinvests', '=', 'investment.id')
        .as('reinvested_as'),
      USED_BY_OTHERS.as('used'),
    ])
}

function newestFirst(query: ReturnType<typeof listed>) {
  return query.orderBy('investment.created_at', 'desc').orderBy('investment.id', 'desc')
}

/** How many run now of each plan or payment wallet, by its id. */
export async function countRunning(tx: Tx, by: 'plan_id' | 'wallet_id'): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('investment')
    .select([`${by} as id`, sql<number>`count(*)::int`.as('count')])
    .where('status', '=', 'approved')
    .groupBy(by)
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Who may get a mailing: not blocked, here by a moment, with running investments (of a plan) where only those are meant. */
type Mailed = { joinedBy: Date; running: boolean; planId: string | null }

export async function countReceivers(tx: Tx, mailed: Mailed): Promise<number> {
  const row = await receivers(tx, mailed)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The next ones in the order of their ids. */
export async function selectReceivers(
  tx: Tx,
  { after, most, ...mailed }: Mailed & { after: string | null; most: number },
): Promise<{ id: string; email: string }[]> {
  return receivers(tx, mailed)
    .select(['app_user.id', 'app_user.email'])
    .$if(after !== null, (query) => query.where('app_user.id', '>', after ?? ''))
    .orderBy('app_user.id')
    .limit(most)
    .execute()
}

function receivers(tx: Tx, { joinedBy, running: only, planId }: Mailed) {
  const ofPlan = planId === null ? sql`` : sql`AND investment.plan_id = ${planId}`
  return tx
    .selectFrom('app_user')
    .where('app_user.blocked_at', 'is', null)
    .where('app_user.closed_at', 'is', null)
    .where('app_user.created_at', '<=', joinedBy)
    .$if(only, (query) =>
      query.where(
        sql<SqlBool>`EXISTS (SELECT FROM investment
          WHERE investment.user_id = app_user.id AND investment.status = 'approved' ${ofPlan})`,
      ),
    )
}
