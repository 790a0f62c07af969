import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AccountKind, OwnAccount } from '#ledger/contract.ts'
import type { Cursor } from '#lists/cursor.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'

export type SumsByKind = ReadonlyMap<AccountKind, MicroUsd>

/**
 * What stands on the investors' accounts of each kind, or of this one, together, micro-dollars. Kinds that hold nothing
 * are left out. Sums stay `numeric`: several accounts together hold more than one of them can.
 */
export async function sumAccounts(tx: Tx, kind?: OwnAccount): Promise<SumsByKind> {
  const only = kind === undefined ? sql`` : sql`AND kind = ${kind}`
  const { rows } = await sql<{ kind: AccountKind; total: MicroUsd }>`
    SELECT kind, sum(balance) AS total FROM account WHERE balance <> 0 ${only} GROUP BY kind`.execute(tx)
  return new Map(rows.map(({ kind, total }) => [kind, total]))
}

/** Of running investments: how many, their principal, and what they will still earn to their end. */
export type DueSums = { count: number; principal: MicroUsd; to_earn: MicroUsd }

/**
 * Those that end on a day: 0 is the first, and all before it; the one after the last stands for all after that.
 * `withdrawable` is the principal that goes to an Earnings Wallet then, so that of promotional credit is not in it;
 * `per_day` is principal times rate, from which `earned` in `investments/rules.ts` is counted.
 */
export type DueRow = DueSums & { day: number; unposted: MicroUsd; withdrawable: MicroUsd; per_day: bigint }

/**
 * Running investments by the day on which they end: principal, what they will still earn from `now` to their end, and
 * what they have earned by `now` and not been credited. `days` are the moments at which days begin, and the last ends.
 */
export async function sumRunning(tx: Tx, now: Date, days: readonly Date[]): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    SELECT greatest(width_bucket(ends_at, ${days}::timestamptz[]) - 1, 0) AS day, count(*)::integer AS count,
      sum(amount) AS principal, sum(greatest(total, earned) - earned) AS to_earn,
      sum(earned - earned_posted) AS unposted, coalesce(sum(amount) FILTER (WHERE source <> 'bonus'), 0) AS withdrawable,
      sum(amount::numeric * daily_roi) AS per_day
    FROM ${runningAt(now)} AS running GROUP BY 1`.execute(tx)
  return rows
}

/** Running investments by their plan: their principal, and what they will still earn from `now` to their end. */
export async function sumRunningByPlan(tx: Tx, now: Date): Promise<(DueSums & { plan_id: string })[]> {
  const { rows } = await sql<DueSums & { plan_id: string }>`
    SELECT plan_id, count(*)::integer AS count, sum(amount) AS principal, sum(greatest(total, earned) - earned) AS to_earn
    FROM ${runningAt(now)} AS running GROUP BY 1`.execute(tx)
  return rows
}

type Between = { from: Date | undefined; to: Date | undefined }

/** Of the running investments that end in a time. */
export async function sumDue(tx: Tx, now: Date, { from, to }: Between): Promise<DueSums> {
  const { rows } = await sql<DueSums>`
    SELECT count(*)::integer AS count, coalesce(sum(amount), 0) AS principal,
      coalesce(sum(greatest(total, earned) - earned), 0) AS to_earn
    FROM ${runningAt(now)} AS running
    WHERE (${from ?? null}::timestamptz IS NULL OR ends_at >= ${from ?? null})
      AND (${to ?? null}::timestamptz IS NULL OR ends_at < ${to ?? null})`.execute(tx)
  return rows[0] ?? { count: 0, principal: ZERO, to_earn: ZERO }
}

type ListedDue = {
  id: string
  amount: MicroUsd
  to_earn: MicroUsd
  ends_at: Date
  /** as a cursor keeps `ends_at` */
  key: string
  plan_name: string
  user_id: string
  user_name: string
  user_email: string
}

/** Running investments that end in a time, after a place, the next to end first. */
export async function selectDue(
  tx: Tx,
  now: Date,
  { from, to, after, limit }: Between & { after: Cursor | undefined; limit: number },
): Promise<ListedDue[]> {
  // in the words of the index investment_maturing, so that only those of the page are read
  const endsAt = sql`((began_at AT TIME ZONE 'UTC') + duration * interval '1 day')`
  const { rows } = await sql<ListedDue>`
    SELECT picked.id, amount, greatest(total, earned) - earned AS to_earn, ends_at,
      to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key, plan_name,
      user_id, app_user.name AS user_name, app_user.email AS user_email
    FROM ${runningAt(
      now,
      sql`AND (${from ?? null}::timestamptz IS NULL OR ${endsAt} >= ${from ?? null}::timestamptz AT TIME ZONE 'UTC')
        AND (${to ?? null}::timestamptz IS NULL OR ${endsAt} < ${to ?? null}::timestamptz AT TIME ZONE 'UTC')
        AND (${after?.key ?? null}::timestamptz IS NULL
          OR (${endsAt}, id) > (${after?.key ?? null}::timestamptz AT TIME ZONE 'UTC', ${after?.id ?? null}::uuid))
        ORDER BY ${endsAt}, id LIMIT ${limit}`,
    )} AS picked JOIN app_user ON app_user.id = user_id
    ORDER BY ends_at, picked.id`.execute(tx)
  return rows
}

/** Running investments as they stand at a moment: what they will have earned at their end, and have earned by then. */
function runningAt(now: Date, which = sql``) {
  return sql`(
    SELECT id, user_id, plan_id, plan_name, source, daily_roi, ends_at, amount, earned_posted, investment_earned(amount, daily_roi, lasts) AS total,
      greatest(investment_earned(amount, daily_roi, gone), earned_posted) AS earned
    FROM (
      SELECT id, investment.user_id, plan_id, plan_name, source, amount, daily_roi, earned_posted,
        began_at + duration * interval '24 hours' AS ends_at, duration * 86400::bigint AS lasts,
        least(greatest(floor(date_part('epoch', ${now}::timestamptz - began_at))::bigint, 0), duration * 86400::bigint) AS gone
      FROM investment JOIN investment_earning ON investment_id = id WHERE status = 'approved' ${which} OFFSET 0
    ) AS begun
  )`
}
