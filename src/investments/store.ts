import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Investment } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import type { Cursor } from '#kit/page.ts'
import type { Status } from '#kit/wire.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'

export type InvestmentRecord = Selectable<Investment>
/** An investment as lists show it: with its investor, and whether it has been reinvested. */
export type ListedInvestment = InvestmentRecord & { user_name: string; user_email: string; reinvested: boolean }

export async function insertInvestment(tx: Tx, row: InvestmentRecord): Promise<void> {
  await tx.insertInto('investment').values(row).execute()
}

/** Whose investment it is, or undefined where there is no such investment. Locks nothing. */
export async function investorOf(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('investment').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id
}

/** One investor's own, by the name that its payment link carries. Locks nothing. */
export async function selectByTranxId(tx: Tx, userId: string, tranxId: string): Promise<InvestmentRecord | undefined> {
  return tx
    .selectFrom('investment')
    .selectAll()
    .where('tranx_id', '=', tranxId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** One investor's own. Locks nothing. */
export async function selectInvestment(tx: Tx, userId: string, id: string): Promise<InvestmentRecord | undefined> {
  return tx.selectFrom('investment').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** Locks and reads the investment of this investor. The caller holds the lock on the investor. */
export async function lockInvestment(tx: Tx, userId: string, id: string): Promise<InvestmentRecord | undefined> {
  return tx
    .selectFrom('investment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks and reads all running investments of this investor, in id order. The caller holds the lock on the investor. */
export async function lockRunning(tx: Tx, userId: string): Promise<InvestmentRecord[]> {
  return running(tx, userId).forNoKeyUpdate().execute()
}

/** All running investments of this investor. Locks nothing. */
export async function selectRunning(tx: Tx, userId: string): Promise<InvestmentRecord[]> {
  return running(tx, userId).execute()
}

/** Writes what has changed and counts the version up by one. */
export async function changeInvestment(
  tx: Tx,
  investment: Pick<InvestmentRecord, 'user_id' | 'id' | 'version'>,
  changed: Partial<Omit<InvestmentRecord, 'user_id' | 'id' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('investment')
    .set({ ...changed, version: investment.version + 1 })
    .where('user_id', '=', investment.user_id)
    .where('id', '=', investment.id)
    .execute()
}

/** Writes up to when and how much earnings have been posted. Nobody decided anything, so the version stays. */
export async function writeAccruals(
  tx: Tx,
  userId: string,
  accruedAt: Date,
  accruals: readonly { id: string; earned: MicroUsd }[],
): Promise<void> {
  const rows = JSON.stringify(accruals.map(({ id, earned }) => ({ id, earned: earned.toString() })))
  await sql`
    UPDATE investment SET earned_posted = accrual.earned, accrued_at = ${accruedAt}
    FROM jsonb_to_recordset(${rows}::jsonb) AS accrual (id uuid, earned bigint)
    WHERE investment.user_id = ${userId} AND investment.id = accrual.id`.execute(tx)
}

/** Whether another investment was made out of this one. */
export async function isReinvested(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('investment').select('id').where('reinvests', '=', id).executeTakeFirst()
  return row !== undefined
}

/** One investor's, newest first. */
export async function selectInvestmentsOf(tx: Tx, userId: string): Promise<ListedInvestment[]> {
  return listed(tx).where('investment.user_id', '=', userId).execute()
}

/** Everybody's, newest first. `pattern` is looked for in names, e-mails, plans, wallets and transaction names. */
export async function selectInvestments(
  tx: Tx,
  page: {
    after: Cursor | undefined
    pattern: string | undefined
    statuses: readonly Status[] | undefined
    limit: number
  },
): Promise<ListedInvestment[]> {
  const { after, pattern, statuses } = page
  let query = listed(tx).limit(page.limit)
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('investment.created_at', 'investment.id'), '<', eb.tuple(after.at, after.id)),
    )
  }
  if (statuses !== undefined) query = query.where(sql<SqlBool>`investment.status = ANY(${statuses})`)
  if (pattern !== undefined) {
    query = query.where((eb) =>
      eb.or(
        (['app_user.name', 'app_user.email', 'plan_name', 'wallet_name', 'tranx_id'] as const).map((column) =>
          eb(column, 'ilike', pattern),
        ),
      ),
    )
  }
  return query.execute()
}

/** The newest that money stands behind, from everybody. */
export async function selectNewest(tx: Tx, limit: number): Promise<ListedInvestment[]> {
  return listed(tx).where('status', 'in', ['approved', 'completed']).limit(limit).execute()
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

const ENDS_AT = sql`((began_at AT TIME ZONE 'UTC') + duration * interval '1 day')`

/** Running ones whose duration is over, in id order, after an id. */
export async function selectMatured(tx: Tx, now: Date, after: string, limit: number): Promise<string[]> {
  return ids(tx, after, limit)
    .where('status', '=', 'approved')
    .where(sql<SqlBool>`${ENDS_AT} <= (${now}::timestamptz AT TIME ZONE 'UTC')`)
    .execute()
    .then((rows) => rows.map((row) => row.id))
}

/** Pending ones whose time to be paid is over, in id order, after an id. */
export async function selectExpired(tx: Tx, now: Date, after: string, limit: number): Promise<string[]> {
  return ids(tx, after, limit)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
    .then((rows) => rows.map((row) => row.id))
}

/** Investors with running investments whose earnings were last counted before a moment, in id order, after an id. */
export async function selectInvestorsToAccrue(tx: Tx, before: Date, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('investment')
    .select('user_id')
    .distinct()
    .where('status', '=', 'approved')
    .where('accrued_at', '<', before)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

function running(tx: Tx, userId: string) {
  return tx
    .selectFrom('investment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'approved')
    .orderBy('id')
}

function ids(tx: Tx, after: string, limit: number) {
  return tx.selectFrom('investment').select('id').where('id', '>', after).orderBy('id').limit(limit)
}

function listed(tx: Tx) {
  return tx
    .selectFrom('investment')
    .innerJoin('app_user', 'app_user.id', 'investment.user_id')
    .selectAll('investment')
    .select((eb) => [
      'app_user.name as user_name',
      'app_user.email as user_email',
      eb
        .exists(eb.selectFrom('investment as next').select('next.id').whereRef('next.reinvests', '=', 'investment.id'))
        .$castTo<boolean>()
        .as('reinvested'),
    ])
    .orderBy('investment.created_at', 'desc')
    .orderBy('investment.id', 'desc')
}
