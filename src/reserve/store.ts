import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { BACKINGS, type Backing } from './rules.ts'

/** What is set apart and free for promises, and how the house backs them. */
export type ReserveNow = { balance: MicroUsd; backing: Backing }

/** For a statement that asks several things at once: what is free, micro-dollars. */
export const RESERVE_BALANCE: RawBuilder<MicroUsd> = sql`SELECT balance FROM account WHERE kind = 'reserve' AND owner_id IS NULL`

/** Locks nothing. */
export async function selectReserve(tx: Tx): Promise<ReserveNow> {
  const { rows } = await sql<{ balance: MicroUsd; backing: string | null }>`
    SELECT (${RESERVE_BALANCE}) AS balance, (SELECT value FROM setting WHERE name = 'backing') AS backing`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database answered nothing')
  return { balance: row.balance, backing: BACKINGS.find((one) => one === row.backing) ?? 'disclosed' }
}

/**
 * Held by whoever takes anything out of the reserve, to the end of the transaction, so that what is free stays so until
 * then. It comes behind the locks on people and records, and before those on accounts. What goes back to the reserve needs
 * no lock.
 */
export async function lockReserve(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('reserve', 0))`.execute(tx)
}

/**
 * The house's own money that is neither owed to anybody nor set apart, micro-dollars: what all wallets hold less what is
 * posted to investors, suspense and the reserve. Below zero where the house has less than it owes. Debits equal credits, so
 * the house's accounts alone say it.
 */
export async function selectFree(tx: Tx): Promise<MicroUsd> {
  const { rows } = await sql<{ free: MicroUsd }>`
    SELECT coalesce(sum(
      CASE WHEN kind IN ('capital', 'adjustments', 'returns', 'fees') THEN balance ELSE -balance END
    ), 0)::bigint AS free
    FROM account WHERE owner_id IS NULL AND kind <> 'set apart'`.execute(tx)
  return rows[0]?.free ?? ZERO
}
