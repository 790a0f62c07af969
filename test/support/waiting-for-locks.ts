import { sql } from 'kysely'
import { transaction } from '#kit/transaction.ts'
import type { InvestingHouse } from './investing-house.ts'

/** How many wait for a lock in the house's database, as of now. */
export async function waitingForLocks({ db }: Pick<InvestingHouse, 'db'>): Promise<bigint | undefined> {
  return transaction(db, async (tx) => {
    // What others wait for is not for the app's role to see.
    await sql`SET LOCAL ROLE NONE`.execute(tx)
    const { rows } = await sql<{ waiting: bigint }>`
      SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(tx)
    return rows[0]?.waiting
  })
}
