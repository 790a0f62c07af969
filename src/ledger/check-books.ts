import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

/**
 * Reads the whole books and says everything that is wrong with them, in sentences. Empty: they balance.
 * For tests, for the recovery rounds and for an operator who wants to know.
 */
export async function checkBooks(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    SELECT 'transfer ' || t.id || ' does not balance' AS problem
    FROM transfer t LEFT JOIN entry e ON e.transfer_id = t.id
    GROUP BY t.id HAVING count(e.amount) < 2 OR sum(e.amount) <> 0
    UNION ALL
    SELECT 'account ' || a.name || ' differs from the sum of its entries'
    FROM account a LEFT JOIN entry e ON e.account_id = a.id
    GROUP BY a.id HAVING a.balance <> a.side * coalesce(sum(e.amount), 0) OR a.version <> count(e.amount)
    UNION ALL
    SELECT 'the chain of account ' || a.name || ' breaks at ' || e.sequence
    FROM (
      SELECT account_id, sequence, balance_after, amount,
        lag(balance_after, 1, 0::bigint) OVER chain AS before, row_number() OVER chain AS place
      FROM entry WINDOW chain AS (PARTITION BY account_id ORDER BY sequence)
    ) AS e JOIN account a ON a.id = e.account_id
    WHERE e.sequence <> e.place OR e.balance_after <> e.before + a.side * e.amount
    UNION ALL
    SELECT 'account ' || name || ' is below its floor' FROM account WHERE floor IS NOT NULL AND balance < floor
    UNION ALL
    SELECT 'debits and credits differ by ' || sum(amount) FROM entry HAVING sum(amount) <> 0
  `.execute(tx)
  return rows.map((row) => row.problem)
}
