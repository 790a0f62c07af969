import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Due } from '#kit/sweep.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'

/** How many of an investor's wait for money from outside, marked as paid or not: asked under the lock on the investor. */
export async function countWaiting(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::integer AS waiting FROM investment
    WHERE user_id = ${userId} AND source = 'payment' AND status IN ('pending', 'waiting approval')`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** A record of which less is set apart than it promises. */
export type Uncovered = { kind: 'investment' | 'referral'; id: string }

/**
 * What has less set apart than it promises, the oldest first, after another; each by the index that holds nothing else.
 * Their ids say what they are: see `readCoverId`.
 */
export async function selectUncovered(tx: Tx, after: Due | undefined, limit: number): Promise<Due[]> {
  const from = sql`${after?.at ?? '-infinity'}::timestamptz`
  const further = (at: string, id: string) =>
    after === undefined ? sql`true` : sql`(${sql.ref(at)}, ${sql.lit(id)} || id) > (${from}, ${after.id})`
  const { rows } = await sql<Due>`
    SELECT id, at::text AS at FROM (
      (SELECT 'investment/' || id AS id, began_at AS at FROM investment
        WHERE status = 'approved' AND set_apart < investment_earned(amount, daily_roi, duration * 86400::bigint)
          AND began_at >= ${from} AND ${further('began_at', 'investment/')} ORDER BY began_at, id LIMIT ${limit})
      UNION ALL
      (SELECT 'referral/' || id, created_at FROM referral
        WHERE status = 'pending' AND set_apart < amount
          AND created_at >= ${from} AND ${further('created_at', 'referral/')} ORDER BY created_at, id LIMIT ${limit})
    ) AS uncovered
    ORDER BY uncovered.at, uncovered.id LIMIT ${limit}`.execute(tx)
  return rows
}

export function readCoverId(id: string): Uncovered {
  const [kind = '', own = ''] = id.split('/')
  return { kind: kind === 'referral' ? 'referral' : 'investment', id: own }
}

/** Writes what is set apart for a record. Nobody decided anything about it, so the version stays. */
export async function writeSetApart(tx: Tx, { kind, id }: Uncovered, setApart: MicroUsd): Promise<void> {
  await sql`UPDATE ${sql.table(kind)} SET set_apart = ${setApart} WHERE id = ${id}`.execute(tx)
}

/** What all that runs, and every bonus that waits, promises beyond what is set apart for it, micro-dollars. */
export async function sumUncovered(tx: Tx): Promise<MicroUsd> {
  const { rows } = await sql<{ total: MicroUsd }>`
    SELECT ((SELECT coalesce(sum(investment_earned(amount, daily_roi, duration * 86400::bigint) - set_apart), 0) FROM investment
        WHERE status = 'approved' AND set_apart < investment_earned(amount, daily_roi, duration * 86400::bigint))
      + (SELECT coalesce(sum(amount - set_apart), 0) FROM referral WHERE status = 'pending' AND set_apart < amount)
    )::bigint AS total`.execute(tx)
  return rows[0]?.total ?? ZERO
}
