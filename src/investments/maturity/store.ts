import { sql } from 'kysely'
import { databaseClock, type DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce, sendAlong } from '#kit/pipeline.ts'
import { endsAt, type InvestmentRecord } from '../store.ts'

/** An investment under its lock, and who invited whose it is: null where that account is closed. */
export type LockedInvestment = { record: InvestmentRecord; inviterId: string | null }

/**
 * Locks many investments as `lockRecord` locks one: their investors and inviters in id order, then the records in theirs,
 * and with them what of the same investors runs and ended before, which comes first. What is not there is left out. The
 * clock is read once all are held.
 */
export async function lockInvestments(
  tx: Tx,
  ids: readonly string[],
): Promise<{ locked: LockedInvestment[]; clock: DatabaseClock }> {
  const [people, records, clock] = await atOnce([
    sql<{ id: string; inviter_id: string | null; closed_at: Date | null }>`
      SELECT id, inviter_id, closed_at FROM app_user WHERE id = ANY (ARRAY(
        SELECT unnest(ARRAY[user_id, (SELECT inviter_id FROM app_user WHERE app_user.id = investment.user_id)])
        FROM investment WHERE id = ANY (${ids}::uuid[])
      )) ORDER BY id FOR NO KEY UPDATE`.execute(tx),
    sql<InvestmentRecord>`
      SELECT record.*, accrued_at, earned_posted FROM investment AS record JOIN investment_earning ON investment_id = record.id
      WHERE record.id = ANY (ARRAY(
        SELECT unnest(${ids}::uuid[]) UNION
        SELECT earlier.id FROM investment AS given JOIN investment AS earlier USING (user_id)
        WHERE given.id = ANY (${ids}::uuid[]) AND earlier.status = 'approved' AND ${endsAt('earlier')} < ${endsAt('given')}
      )) ORDER BY record.user_id, record.id FOR NO KEY UPDATE`.execute(tx),
    databaseClock(tx),
  ])
  const inviters = new Map(people.rows.map(({ id, inviter_id }) => [id, inviter_id]))
  const closed = new Set(people.rows.filter(({ closed_at }) => closed_at !== null).map(({ id }) => id))
  const locked = records.rows.map((record) => {
    const inviterId = inviters.get(record.user_id) ?? null
    return { record, inviterId: inviterId !== null && closed.has(inviterId) ? null : inviterId }
  })
  return { locked, clock }
}

/** Writes of investments that they are completed, and what they have earned. The caller holds their locks. */
export async function writeCompleted(tx: Tx, now: Date, completed: readonly InvestmentRecord[]): Promise<void> {
  const ids = completed.map(({ id }) => id)
  await sendAlong(
    tx,
    'investment',
    sql`UPDATE investment SET status = 'completed', completed_at = ${now}, version = done.version
      FROM unnest(${completed.map(({ user_id }) => user_id)}::uuid[], ${ids}::uuid[], ${completed.map(({ version }) => version)}::integer[])
        AS done (user_id, id, version)
      WHERE investment.user_id = done.user_id AND investment.id = done.id`,
  )
  await sendAlong(
    tx,
    'investment_earning',
    sql`UPDATE investment_earning SET accrued_at = NULL, earned_posted = done.earned
      FROM unnest(${ids}::uuid[], ${completed.map(({ earned_posted }) => earned_posted)}::bigint[]) AS done (id, earned)
      WHERE investment_id = done.id`,
  )
}
