import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Backing } from './rules.ts'

/** What is set apart and free for promises, and how the house backs them at this moment; as a statement reads them. */
export type ReserveNow = { balance: MicroUsd; backing: Backing }
const RESERVE_NOW = sql`
  (SELECT balance FROM account WHERE kind = 'reserve' AND owner_id IS NULL) AS balance,
  CASE WHEN mode = 'strict' AND coalesce(disclosed_from > database_now(), true) THEN 'strict' ELSE 'disclosed' END AS backing`

/** The same, and keeps anybody from choosing otherwise to the end of the transaction; others may hold that, too. */
export async function selectReserveForPromise(tx: Tx): Promise<ReserveNow> {
  const { rows } = await sql<ReserveNow>`SELECT ${RESERVE_NOW} FROM backing FOR SHARE OF backing`.execute(tx)
  return onlyRow(rows)
}

/** Locks nothing. */
export async function selectReserve(tx: Tx): Promise<ReserveNow> {
  const { rows } = await sql<ReserveNow>`SELECT ${RESERVE_NOW} FROM backing`.execute(tx)
  return onlyRow(rows)
}

/** What is chosen, with when it ends and whether anybody has chosen at all. */
export type ChosenBacking = ReserveNow & { disclosed_from: Date | null; chosen_at: Date | null }

/** Locked by whoever is about to choose: those who are making a promise by it are over then. */
export async function lockBacking(tx: Tx): Promise<void> {
  await sql`SELECT FROM backing FOR UPDATE`.execute(tx)
}

export async function selectBacking(tx: Tx): Promise<ChosenBacking> {
  const { rows } = await sql<ChosenBacking>`
    SELECT ${RESERVE_NOW}, CASE WHEN disclosed_from > database_now() THEN disclosed_from END AS disclosed_from, chosen_at
    FROM backing`.execute(tx)
  return onlyRow(rows)
}

export async function updateBacking(
  tx: Tx,
  chosen: { mode: Backing; disclosed_from: Date | null; chosen_at: Date },
): Promise<void> {
  await tx.updateTable('backing').set(chosen).execute()
}

/**
 * Held by whoever takes anything out of the reserve, to the end of the transaction, so that what is free stays so until
 * then. It comes behind the locks on people and records, and before those on accounts. What goes back to the reserve needs
 * no lock.
 */
export async function lockReserve(tx: Tx): Promise<void> {
  // with a number of its own from here on: what is kept of a day waits for whoever has read their clock before midnight
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('reserve', 0)), pg_current_xact_id()`.execute(tx)
}

/**
 * What all investments that wait would promise once they are approved, but for one of them where it is named: their earnings to their end,
 * and the bonus of whoever invited. Micro-dollars. By the indexes of what waits and of who was invited alone.
 */
export async function selectSpokenFor(tx: Tx, butNot: string | null): Promise<MicroUsd> {
  const { rows } = await sql<{ total: MicroUsd }>`
    SELECT coalesce(sum(
      investment_earned(amount, daily_roi, duration * 86400::bigint)
      + CASE WHEN source = 'payment' AND (SELECT true FROM app_user WHERE app_user.id = user_id AND inviter_id IS NOT NULL)
        THEN div(amount::numeric * ref_bonus, 1000000) ELSE 0 END
    ), 0)::bigint AS total
    FROM investment
    WHERE status IN ('pending', 'waiting approval') AND investment.id IS DISTINCT FROM ${butNot}`.execute(tx)
  return rows[0]?.total ?? ZERO
}

/**
 * The house's own money that is neither owed to anybody nor set apart, micro-dollars: what all wallets hold less what is
 * posted to investors, suspense and the reserve. Below zero where the house has less than it owes. Debits equal credits, so
 * the house's accounts alone say it.
 */
const FREE: RawBuilder<MicroUsd> = sql`SELECT coalesce(sum(
    CASE WHEN kind IN ('capital', 'adjustments', 'returns', 'fees') THEN balance ELSE -balance END
  ), 0)::bigint FROM account WHERE owner_id IS NULL AND kind = ANY (
    '{capital,adjustments,returns,fees,yield,referral expense,reserve,committed}')`

export async function selectFree(tx: Tx): Promise<MicroUsd> {
  const { rows } = await sql<{ free: MicroUsd }>`SELECT (${FREE}) AS free`.execute(tx)
  return rows[0]?.free ?? ZERO
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the database answered nothing')
  return row
}
