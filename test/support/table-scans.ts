/** What is read of the tables, as the database itself counts it: exact, and the same on any machine. */
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'

/** Bytes: what fits into so much is read as a whole as quickly as by an index. */
const SMALL = 65_536

/** Does something in one transaction. Answers the tables that it has read from end to end, but for small ones. */
export async function tablesScanned(db: Database, act: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  return transaction(db, async (tx) => {
    const before = await scans(tx)
    await act(tx)
    const after = await scans(tx)
    return [...after].filter(([table, count]) => count > (before.get(table) ?? 0n)).map(([table]) => table)
  })
}

/** A connection's scans add up over its transactions until it sends them off, so only a difference says anything. */
async function scans(tx: Tx): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ table: string; scans: bigint }>`
    SELECT relname AS table, seq_scan AS scans FROM pg_stat_xact_user_tables
    WHERE seq_scan > 0 AND pg_relation_size(relid) > ${SMALL} ORDER BY relname`.execute(tx)
  return new Map(rows.map(({ table, scans: count }) => [table, count]))
}

/** Does something in one transaction. Answers how many rows of tables and entries of indexes it has gone through. */
export async function rowsRead(db: Database, act: (tx: Tx) => Promise<unknown>): Promise<number> {
  return transaction(db, async (tx) => {
    const before = await reads(tx)
    await act(tx)
    return Number((await reads(tx)) - before)
  })
}

async function reads(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ read: bigint }>`
    SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(oid)), 0) AS read FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`.execute(tx)
  return rows[0]?.read ?? 0n
}

/** Makes the planner know nothing of the tables, as when they have just been filled. New connections plan without it. */
export async function forgetStatistics(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`DELETE FROM pg_statistic;
      UPDATE pg_class SET relpages = 0, reltuples = -1 WHERE relnamespace = 'public'::regnamespace`)
  } finally {
    await client.end()
  }
}
