import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Percent } from '#money/percent.ts'

/** Principals up to which what they earn is worked out in whole numbers of 64 bits. */
const LARGEST = '9000000000000'

/** What a whole day may bring at most so that its product with the seconds of some fifty thousand days has 64 bits. */
const AT_ONCE = 'whole < 2000000000 AND duration < 50000'

/**
 * Running investments of a plan that end on a day of UTC, counted in days since 1970. Amounts in micro-dollars: what they
 * will have earned at their end, have earned by now and will have by the next midnight, each rounded down for itself, and
 * what a whole day brings without its fraction, which some or none of them have.
 */
export type RunningOfDay = {
  plan_id: string
  ends: number
  /** but for what is promotional credit again at its end */
  principal: MicroUsd
  total: MicroUsd
  earned: MicroUsd
  by_midnight: MicroUsd
  whole_day: bigint
  /**
   * Of each that has one, four bytes each: the fraction of a micro-dollar that a whole day brings, and what has gathered of
   * it by the next midnight, rounded down, in parts of which a million make a micro-dollar.
   */
  fractions: Buffer | null
}

/**
 * All that runs but for the largest. What is worked out of each: `whole`, what a whole day brings, and `rest`, the fraction
 * of it. What tells the time is used by nothing: it keeps this from being worked out again for every use, and lets several
 * processes share the work, which OFFSET 0 would not.
 */
const EACH = sql`(
  SELECT plan_id, amount, source, duration, (date_part('epoch', began_at) * 1000000)::bigint AS began,
    amount * daily_roi / 1000000 AS whole, amount * daily_roi % 1000000 AS rest, clock_timestamp()
  FROM investment WHERE status = 'approved' AND amount <= ${sql.raw(LARGEST)}
)`

/** The day on which one of `EACH` ends, and the seconds that it lasts. */
const ENDS = sql.raw('(began / 86400000000)::integer + duration')
const LASTS = 'duration * 86400::bigint'

/** What one of `EACH` has earned after so many seconds: `earned` of `investments/rules.ts` in steps none of which is too large. */
const earnedAfter = (seconds: string) =>
  sql.raw(`CASE WHEN rest = 0 AND ${AT_ONCE} THEN whole * (${seconds}) / 86400
    ELSE (whole * ((${seconds}) % 86400) + rest * (${seconds}) / 1000000) / 86400 + (${seconds}) / 86400 * whole END`)

/** Sums all that runs but for the largest, over an index alone. */
export async function sumRunningByDay(tx: Tx, now: Date, midnight: Date): Promise<RunningOfDay[]> {
  const gone = `least(greatest((${micros(now)} - began) / 1000000, 0), ${LASTS})`
  const first = `least((${micros(midnight)} - began) / 1000000, ${LASTS})`
  const gathered = sql.raw(`((whole % 86400 * 1000000 * ((${first}) % 86400) + rest * (${first})) / 86400 % 1000000)`)
  // The planner takes the few hundred sums for many thousand, and would rather sort all that runs, on the disk; and it takes
  // the pages of the index, which are a quarter of the table's, for four times as far.
  await sql`SELECT set_config('work_mem', '64MB', true), set_config('random_page_cost', '1', true)`.execute(tx)
  const { rows } = await sql<RunningOfDay>`
    SELECT plan_id, ${ENDS} AS ends, coalesce(sum(amount) FILTER (WHERE source <> 'bonus'), 0) AS principal,
      sum(CASE rest WHEN 0 THEN whole * duration ELSE whole * duration + rest * duration / 1000000 END) AS total,
      sum(${earnedAfter(gone)}) AS earned, sum(${earnedAfter(first)}) AS by_midnight, sum(whole) AS whole_day,
      string_agg(int4send(rest::integer) || int4send(${gathered}::integer), ''::bytea) FILTER (WHERE rest <> 0) AS fractions
    FROM ${EACH} AS running GROUP BY plan_id, ${ENDS}`.execute(tx)
  return rows
}

/**
 * How many of each plan have ended more than 24 hours before a moment and still run. The first of the index over ends says
 * whether there are any: only then is anything gone through.
 */
export async function countLate(tx: Tx, now: Date): Promise<{ plan_id: string; count: number }[]> {
  const ends = sql`((began_at AT TIME ZONE 'UTC') + duration * interval '1 day')`
  const late = sql`(${now}::timestamptz - interval '24 hours') AT TIME ZONE 'UTC'`
  const { rows } = await sql<{ plan_id: string; count: number }>`
    SELECT plan_id, count(*)::integer AS count FROM investment
    WHERE status = 'approved' AND ${ends} < ${late}
      AND (SELECT ${ends} FROM investment WHERE status = 'approved' ORDER BY 1 LIMIT 1) < ${late}
    GROUP BY plan_id`.execute(tx)
  return rows
}

const micros = (moment: Date) => `${moment.getTime()}000`

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
