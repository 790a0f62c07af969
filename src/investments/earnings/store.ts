import { sql } from 'kysely'
import type { System } from '#kit/actor.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { OwnPart } from '#kit/own-sql.ts'
import { keyNumber } from '#ledger/post.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import type { EarningInvestment } from '../store.ts'

/**
 * What a transfer credits of one investment's earnings: `earned` of its terms of a version, up to `to` whole seconds
 * since it began, less that up to `from`; micro-dollars. `backed` of it was set apart before.
 */
export type EarningShare = {
  investmentId: string
  version: number
  from: number
  to: number
  amount: MicroUsd
  backed: MicroUsd
}

/** A share with the transfer that credits it. */
type CreditedShare = EarningShare & { transferId: bigint }

/**
 * Writes up to when and how much earnings have been posted, and by which terms. Nobody decided anything, so the version
 * stays.
 */
export async function writeAccruals(
  tx: Tx,
  accruedAt: Date,
  { accrued, shares }: { accrued: readonly EarningInvestment[]; shares: readonly CreditedShare[] },
): Promise<void> {
  await sql`
    WITH share AS (${insertionOf(shares)})
    UPDATE investment_earning SET earned_posted = accrual.earned, accrued_at = ${accruedAt}
    FROM unnest(${accrued.map(({ id }) => id)}::uuid[], ${accrued.map(({ earned_posted }) => earned_posted)}::bigint[])
      AS accrual (id, earned)
    WHERE investment_id = accrual.id`.execute(tx)
}

/**
 * Keeps by which terms earnings were credited. The database refuses a share that they do not give, or that credits a
 * second a second time.
 */
export async function insertShares(tx: Tx, shares: readonly CreditedShare[]): Promise<void> {
  await insertionOf(shares).execute(tx)
}

function insertionOf(shares: readonly CreditedShare[]) {
  return sql`
    INSERT INTO earning_share (investment_id, version, seconds_from, seconds_to, amount, transfer_id, backed)
    SELECT * FROM unnest(
      ${shares.map(({ investmentId }) => investmentId)}::uuid[], ${shares.map(({ version }) => version)}::integer[],
      ${shares.map(({ from }) => from)}::bigint[], ${shares.map(({ to }) => to)}::bigint[],
      ${shares.map(({ amount }) => amount)}::bigint[], ${shares.map(({ transferId }) => transferId)}::bigint[],
      ${shares.map(({ backed }) => (backed === ZERO ? null : backed))}::bigint[])`
}

/** An investor, the account of their Earnings Wallet, and what runs of theirs. */
export type Earner = { userId: string; account: number; running: EarningInvestment[] }

/**
 * What runs of these investors, in the order of ids, each found by index. It comes as a row of arrays: row by row it took
 * four times as long to read. Locks nothing: all of it changes under the lock on its investor alone, which the caller holds.
 */
export async function selectEarners(tx: Tx, userIds: readonly string[]): Promise<Earner[]> {
  const milliseconds = (time: string) => sql`trunc(extract(epoch FROM ${sql.ref(time)}) * 1000)`
  const { rows } = await sql<Record<'accounts' | 'places' | (typeof EARNING_COLUMNS)[number], string | null>>`
    SELECT array_agg(n)::text AS places, array_agg(id)::text AS ids, array_agg(version)::text AS versions,
      array_agg(amount)::text AS amounts, array_agg(daily_roi)::text AS rates, array_agg(duration)::text AS durations,
      array_agg(${milliseconds('began_at')})::text AS began, array_agg(${milliseconds('accrued_at')})::text AS accrued,
      array_agg(earned_posted)::text AS posted, array_agg(set_apart)::text AS set_apart,
      (
        SELECT array_agg((SELECT id FROM account WHERE kind = 'earnings' AND owner_id = owner.id) ORDER BY n)::text
        FROM unnest(${listOf(userIds)}::uuid[]) WITH ORDINALITY AS owner (id, n)
      ) AS accounts
    FROM unnest(${listOf(userIds)}::uuid[]) WITH ORDINALITY AS investor (user_id, n)
    CROSS JOIN LATERAL (
      SELECT id, version, amount, daily_roi, duration, began_at, set_apart FROM investment
      WHERE investment.user_id = investor.user_id AND status = 'approved' ORDER BY id OFFSET 0
    ) AS running
    CROSS JOIN LATERAL (
      SELECT accrued_at, earned_posted FROM investment_earning WHERE investment_id = running.id OFFSET 0
    ) AS earning`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database answered nothing')
  const accounts = elementsOf(row.accounts)
  const earners = userIds.map((userId, n): Earner => ({ userId, account: Number(accounts[n]), running: [] }))
  const [ids, versions, amounts, rates, durations, began, accrued, posted, setApart] = EARNING_COLUMNS.map((of) =>
    elementsOf(row[of]),
  ) as Nine<string[]>
  for (const [n, place] of elementsOf(row.places).entries()) {
    const earner = earners[Number(place) - 1]
    const of = (column: string[]) => column[n] ?? ''
    earner?.running.push({
      user_id: earner.userId,
      id: of(ids),
      version: Number(of(versions)),
      amount: microUsd(BigInt(of(amounts))),
      daily_roi: percent(BigInt(of(rates))),
      duration: Number(of(durations)),
      began_at: new Date(Number(of(began))),
      accrued_at: new Date(Number(of(accrued))),
      earned_posted: microUsd(BigInt(of(posted))),
      set_apart: microUsd(BigInt(of(setApart))),
    })
  }
  return earners
}
const EARNING_COLUMNS = [
  ...(['ids', 'versions', 'amounts', 'rates', 'durations'] as const),
  ...(['began', 'accrued', 'posted', 'set_apart'] as const),
] as const
type Nine<T> = [T, T, T, T, T, T, T, T, T]

/** What investors are credited with at once: the transfer of each, and of each investment that was counted its share, or nothing. */
export type EarningsBatch = {
  transfers: { userId: string; account: number; key: string }[]
  /** `place` is that of the transfer, from 0; without one nothing was earned */
  counted: { place: number | undefined; share: EarningShare }[]
}

/**
 * Posts earnings, keeps their shares and writes up to when they were counted, in one statement. The caller holds the locks
 * on the investors. The database refuses what was counted up to that moment already.
 */
export async function postEarnings(
  tx: Tx,
  { job }: System,
  at: Moment,
  { transfers, counted }: EarningsBatch,
): Promise<void> {
  const shares = counted.map(({ share }) => share)
  await sql`SELECT post_earnings(
    ${listOf(transfers.map(({ userId }) => userId))}::uuid[], ${listOf(transfers.map(({ account }) => account))}::integer[],
    ${listOf(transfers.map(({ key }) => keyNumber(key)))}::bigint[], ${job}, ${at},
    ${listOf(shares.map(({ investmentId }) => investmentId))}::uuid[],
    ${listOf(counted.map(({ place }) => (place === undefined ? 0 : place + 1)))}::integer[],
    ${listOf(shares.map(({ version }) => version))}::integer[], ${listOf(shares.map(({ from }) => from))}::bigint[],
    ${listOf(shares.map(({ to }) => to))}::bigint[], ${listOf(shares.map(({ amount }) => amount))}::bigint[],
    ${listOf(shares.map(({ backed }) => backed))}::bigint[])`.execute(tx)
}

/** Ids and numbers as the database writes and reads an array of them: none needs quotes. */
const listOf = (elements: readonly (string | number | bigint)[]) => `{${elements.join(',')}}`
const elementsOf = (list: string | null) => (list === null ? [] : list.slice(1, -1).split(','))

/** An investor's running investments as a statement answers them, amounts as texts; null where none run. */
export type FetchedRunning =
  | {
      id: string
      amount: string
      daily_roi: string
      duration: number
      began_at: string | null
      earned_posted: string
    }[]
  | null
export const OWN_RUNNING: OwnPart<FetchedRunning> = {
  json: `(SELECT json_agg(json_build_object('id', id, 'amount', amount::text, 'daily_roi', daily_roi::text,
      'duration', duration, 'began_at', began_at, 'earned_posted', earned_posted::text) ORDER BY id)
    FROM investment JOIN investment_earning ON investment_id = id
     WHERE investment.user_id = session.user_id AND status = 'approved')`,
}
