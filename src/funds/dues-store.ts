import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Percent } from '#money/percent.ts'

/** What running investments of a plan have in common. */
export type RunningTerms = { plan_id: string; daily_roi: Percent; duration: number; source: string }

const TERMS = sql`plan_id, daily_roi, duration, source`

/**
 * Tells the planner, until the transaction is over, what it meets when all that runs is summed: the pages of the index are
 * in memory, so that one anywhere costs no more than the next; there is room to sum without sorting on the disk first; and
 * workers take as long to start as it takes to go through 50,000 rows, on cores that are counting meanwhile.
 */
export async function planForSums(tx: Tx): Promise<void> {
  await sql`SELECT set_config('work_mem', '64MB', true), set_config('random_page_cost', '1', true),
    set_config('parallel_setup_cost', '3000', true)`.execute(tx)
}

/** The same for what is summed beside that: there is no core for workers. */
export async function planForSumsBeside(tx: Tx): Promise<void> {
  await sql`SELECT set_config('random_page_cost', '1', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    tx,
  )
}

/** All terms on which anything runs: over the index whose order they are, each looked up behind the one before. */
export async function selectRunningTerms(tx: Tx): Promise<RunningTerms[]> {
  const { rows } = await sql<RunningTerms>`
    WITH RECURSIVE terms AS (
      (SELECT ${TERMS} FROM investment WHERE status = 'approved' ORDER BY ${TERMS} LIMIT 1)
      UNION ALL
      SELECT next.* FROM terms, LATERAL (
        SELECT ${TERMS} FROM investment
        WHERE status = 'approved' AND (${TERMS}) > (terms.plan_id, terms.daily_roi, terms.duration, terms.source)
        ORDER BY ${TERMS} LIMIT 1
      ) AS next
    )
    SELECT ${TERMS} FROM terms`.execute(tx)
  return rows
}

/** Bytes of one investment in `each`. */
export const EACH = 16

/**
 * Running investments of a plan on the same terms. `each` has sixteen bytes of every one of them: when it began, in
 * microseconds since 2000-01-01 UTC, and its principal in micro-dollars, both as 64 bits with the highest byte first.
 */
export type RunningOnTerms = RunningTerms & { each: Buffer }

/** All that runs on these terms, over an index alone: a row each would take the wire and the reader many times as long. */
export async function selectRunningOn(tx: Tx, terms: readonly RunningTerms[]): Promise<RunningOnTerms[]> {
  const all = <Name extends keyof RunningTerms>(name: Name) => terms.map((one) => one[name])
  const { rows } = await sql<RunningOnTerms>`
    SELECT ${TERMS}, (
      SELECT coalesce(string_agg(timestamptz_send(began_at) || int8send(amount), ''::bytea), ''::bytea) FROM investment AS one
      WHERE status = 'approved' AND one.plan_id = terms.plan_id AND one.daily_roi = terms.daily_roi
        AND one.duration = terms.duration AND one.source = terms.source
    ) AS each
    FROM unnest(${all('plan_id')}::uuid[], ${all('daily_roi')}::bigint[], ${all('duration')}::integer[], ${all('source')}::text[])
      AS terms (${TERMS})`.execute(tx)
  return rows
}

/**
 * How many of each plan have ended more than 24 hours before a moment and still run. The first of the index over ends says
 * whether there are any: only then is anything gone through.
 */
export async function countLate(tx: Tx, now: Date): Promise<{ plan_id: string; count: number }[]> {
  const ends = sql`((began_at AT TIME ZONE 'UTC') + duration * interval '1 day')`
  const late = sql`(${now}::timestamptz - interval '24 hours') AT TIME ZONE 'UTC'`
  const first = await sql<{ is_late: boolean }>`
    SELECT ${ends} < ${late} AS is_late FROM investment WHERE status = 'approved' ORDER BY ${ends} LIMIT 1`.execute(tx)
  if (first.rows[0]?.is_late !== true) return []
  const { rows } = await sql<{ plan_id: string; count: number }>`
    SELECT plan_id, count(*)::integer AS count FROM investment
    WHERE status = 'approved' AND ${ends} < ${late} GROUP BY plan_id`.execute(tx)
  return rows
}

/**
 * What is posted of what runs, micro-dollars, and by how much that is more than it has earned by now: nothing, but where
 * the clock was set back.
 */
export type PostedOfRunning = { posted: MicroUsd; ahead: MicroUsd }

/** Sums what is posted of all that runs, micro-dollars, and what of it is `ahead` of what is earned. */
export async function sumPosted(tx: Tx, now: Date): Promise<PostedOfRunning> {
  const { rows } = await sql<PostedOfRunning>`
    SELECT coalesce(sum(earned_posted), 0) AS posted, (
      SELECT coalesce(sum(greatest(earned_posted - investment_earned(amount, daily_roi,
        least(greatest(floor(date_part('epoch', ${now}::timestamptz - began_at))::bigint, 0), duration * 86400::bigint)), 0)), 0)
      FROM investment_earning AS early JOIN investment ON investment.id = early.investment_id WHERE early.accrued_at > ${now}
    ) AS ahead
    FROM investment_earning WHERE accrued_at IS NOT NULL`.execute(tx)
  return rows[0] ?? { posted: ZERO, ahead: ZERO }
}

/** Bonuses that wait to be approved, micro-dollars. */
export async function sumPendingBonuses(tx: Tx): Promise<MicroUsd> {
  const { rows } = await sql<{ total: MicroUsd }>`
    SELECT coalesce(sum(amount), 0) AS total FROM referral WHERE status = 'pending'`.execute(tx)
  return rows[0]?.total ?? ZERO
}

/** What has become of a plan's investments that are over. Amounts in micro-dollars. */
export type OverOfPlan = {
  plan_id: string
  promised: MicroUsd
  paid: MicroUsd
  completed: number
  late: number
  left_early: number
}

/** What the reason of an investment says that its investor has left before its end. */
const LEFT_EARLY = 'left early'

/**
 * Investments that are over, by plan, over an index alone: whatever was completed at its end or after it has earned all of
 * it. Of what was completed before, the few, each is looked up.
 */
export async function sumOver(tx: Tx): Promise<OverOfPlan[]> {
  const { rows } = await sql<OverOfPlan>`
    WITH over_now AS (
      SELECT plan_id, id, investment_earned(amount, daily_roi, duration * 86400::bigint) AS promised, completed_at,
        began_at + duration * interval '24 hours' AS ends_at
      FROM investment WHERE status = 'completed'
    ), early AS MATERIALIZED (
      SELECT plan_id, id, promised FROM over_now WHERE completed_at < ends_at
    ), looked_up AS (
      SELECT early.plan_id, sum(promised - (SELECT earned_posted FROM investment_earning WHERE investment_id = early.id)) AS less,
        (count(*) FILTER (WHERE (SELECT reason FROM investment WHERE investment.id = early.id) = ${LEFT_EARLY}))::integer AS left_early
      FROM early GROUP BY early.plan_id
    )
    SELECT whole.plan_id, promised, promised - coalesce(less, 0) AS paid, completed, late, coalesce(left_early, 0) AS left_early
    FROM (
      SELECT plan_id, sum(promised) AS promised, count(*)::integer AS completed,
        (count(*) FILTER (WHERE completed_at > ends_at + interval '24 hours'))::integer AS late
      FROM over_now GROUP BY plan_id
    ) AS whole LEFT JOIN looked_up USING (plan_id)`.execute(tx)
  return rows
}

/** How many investments of each plan, running or over, somebody has set right. */
export async function countCorrected(tx: Tx): Promise<{ plan_id: string; count: number }[]> {
  const { rows } = await sql<{ plan_id: string; count: number }>`
    SELECT plan_id, count(*)::integer AS count FROM investment
    WHERE status IN ('approved', 'completed') AND id = ANY (ARRAY(
      SELECT DISTINCT subject_id FROM audit_entry WHERE action = 'update investment'
    )) GROUP BY plan_id`.execute(tx)
  return rows
}
