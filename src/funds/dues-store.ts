import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Percent } from '#money/percent.ts'

/** Parts of a micro-dollar that make one: seconds of a day times ten-thousandths of a percent. */
export const WHOLE_FRACTION = 86_400_000_000

/** Principals up to which what they earn is worked out in whole numbers of 64 bits. */
const LARGEST = '9000000000000'

/**
 * Running investments of a plan that end on a day of UTC, counted in days since 1970. Amounts in micro-dollars: what they
 * will have earned at their end, have earned by now and will have by the next midnight, each rounded down for itself, and
 * what a whole day brings without its fraction, which so many of them have.
 */
export type RunningOfDay = {
  plan_id: string
  ends: number
  count: number
  late: number
  principal: MicroUsd
  /** of that, what is promotional credit again at its end */
  credit: MicroUsd
  total: MicroUsd
  earned: MicroUsd
  by_midnight: MicroUsd
  whole_day: bigint
  fractional: number
}

/**
 * All that runs but for the largest. What is worked out of each: `whole`, what a whole day brings, and `rest`, the fraction
 * of it. What tells the time is used by nothing: it keeps this from being worked out again for every use, and lets several
 * processes share the work, which OFFSET 0 would not.
 */
const EACH = sql`(
  SELECT plan_id, amount, source, duration, duration * 86400::bigint AS lasts,
    (date_part('epoch', began_at) * 1000000)::bigint AS began,
    amount * daily_roi / 1000000 AS whole, amount * daily_roi % 1000000 AS rest, clock_timestamp()
  FROM investment WHERE status = 'approved' AND amount <= ${sql.raw(LARGEST)}
)`

/** Sums all that runs but for the largest, over an index alone: `earned` of `investments/rules.ts` in steps none of which is too large. */
export async function sumRunningByDay(tx: Tx, now: Date, midnight: Date): Promise<RunningOfDay[]> {
  const earnedBy = (seconds: string) =>
    sql.raw(`(whole * (${seconds} % 86400) + rest * ${seconds} / 1000000) / 86400 + ${seconds} / 86400 * whole`)
  // The planner takes the few hundred sums for thirty thousand, and would rather sort all that runs, on the disk.
  await sql`SELECT set_config('work_mem', '64MB', true)`.execute(tx)
  const { rows } = await sql<RunningOfDay>`
    SELECT plan_id, ends::integer, count(*)::integer AS count, sum(amount) AS principal,
      (count(*) FILTER (WHERE ended + 86400 < ${secondsOf(now)}))::integer AS late,
      coalesce(sum(amount) FILTER (WHERE source = 'bonus'), 0) AS credit,
      sum(whole * duration) + coalesce(sum(rest * duration / 1000000) FILTER (WHERE rest <> 0), 0) AS total,
      sum(${earnedBy('gone')}) AS earned, sum(${earnedBy('first')}) AS by_midnight, sum(whole) AS whole_day,
      (count(*) FILTER (WHERE rest <> 0))::integer AS fractional
    FROM (
      SELECT *, ended / 86400 AS ends, least(greatest((${microsOf(now)} - began) / 1000000, 0), lasts) AS gone,
        least((${microsOf(midnight)} - began) / 1000000, lasts) AS first
      FROM (SELECT *, began / 1000000 + lasts AS ended FROM ${EACH} AS running) AS running
    ) AS running GROUP BY plan_id, ends`.execute(tx)
  return rows
}

/**
 * Of investments that end on a day of UTC after this one, the fraction of a micro-dollar that each whole day brings, and
 * what of it has gathered by the next midnight, in parts of which `WHOLE_FRACTION` make a micro-dollar.
 */
export type Fractions = { ends: number; each_day: string; gathered: string }

/** The fractions of what runs, where it has any. */
export async function selectFractions(tx: Tx, midnight: Date): Promise<Fractions[]> {
  const { rows } = await sql<Fractions>`
    SELECT ((began / 1000000 + lasts) / 86400)::integer AS ends, array_agg(rest * 86400)::text AS each_day,
      array_agg((whole % 86400 * 1000000 * (first % 86400) + rest * first) % ${sql.raw(String(WHOLE_FRACTION))})::text AS gathered
    FROM (SELECT *, (${microsOf(midnight)} - began) / 1000000 AS first FROM ${EACH} AS running WHERE rest <> 0) AS running
    WHERE began / 1000000 + lasts >= ${secondsOf(midnight)} GROUP BY 1`.execute(tx)
  return rows
}

const microsOf = (moment: Date) => sql.raw(`${moment.getTime()}000`)
const secondsOf = (moment: Date) => sql.raw(String(Math.floor(moment.getTime() / 1000)))

export type LargeRunning = {
  plan_id: string
  amount: MicroUsd
  daily_roi: Percent
  duration: number
  began_at: Date
  source: string
}

/** Those that the sums leave out. */
export async function selectLargest(tx: Tx): Promise<LargeRunning[]> {
  const { rows } = await sql<LargeRunning>`
    SELECT plan_id, amount, daily_roi, duration, began_at, source FROM investment
    WHERE status = 'approved' AND amount > ${sql.raw(LARGEST)}`.execute(tx)
  return rows
}

/**
 * What is posted of what runs, micro-dollars, and by how much that is more than it has earned by now: nothing, but where
 * the clock was set back.
 */
export async function sumPosted(tx: Tx, now: Date): Promise<{ posted: MicroUsd; ahead: MicroUsd }> {
  const { rows } = await sql<{ posted: MicroUsd; ahead: MicroUsd }>`
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
