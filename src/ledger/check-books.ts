import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

/**
 * Reads the whole books and says everything that is wrong with them, in sentences. Empty: they balance.
 * For tests, for the recovery rounds and for an operator who wants to know; migrations of the books end with the same.
 */
export async function checkBooks(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`SELECT problem FROM ledger_problems()`.execute(tx)
  return rows.map((row) => row.problem)
}
