import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Status } from '#kit/wire.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

/** The network and the transaction id of an investment or a withdrawal. */
export async function selectTransaction(
  tx: Tx,
  id: string,
): Promise<{ network: string; txid: string | null } | undefined> {
  const { rows } = await sql<{ network: string; txid: string | null }>`
    SELECT network, txid FROM investment WHERE id = ${id}
    UNION ALL
    SELECT network, txid FROM withdrawal WHERE id = ${id}`.execute(tx)
  return rows[0]
}

type TransactionUseRow = {
  kind: 'investment' | 'withdrawal' | 'refund'
  record_id: string
  amount: MicroUsd
  status: Status
  created_at: Date
  user_id: string
  paid_at: Date | null
  name: string
  email: string
}
const MOST_USES = 20

/**
 * The other records that name a transaction, as its network compares ids, oldest first. Looked for before they are put in
 * order: the planner would rather go through all investments in that order. Each is looked up by its id, whatever the
 * planner knows of their tables: a payout list asks for every line.
 */
export async function selectTransactionUses(
  tx: Tx,
  { network, txid, butNot }: { network: string; txid: string; butNot: string },
): Promise<TransactionUseRow[]> {
  const plain = sql`plain_txid(${network}, ${txid})`
  const { rows } = await sql<TransactionUseRow>`
    WITH named AS MATERIALIZED (
      SELECT 'investment' AS kind, id AS record_id, amount, status, created_at, user_id, NULL::timestamptz AS paid_at
      FROM investment
      WHERE txid IS NOT NULL AND plain_txid(network, txid) = ${plain}
    ), paid AS MATERIALIZED (
      SELECT payout_id FROM payout_txid WHERE txid = ${plain}
    )
    SELECT use.*, person.name, person.email
    FROM (
      SELECT * FROM named
      UNION ALL
      SELECT 'withdrawal', one.* FROM paid, LATERAL (
        SELECT id, amount, status, created_at, user_id, completed_at FROM withdrawal WHERE id = payout_id LIMIT 1
      ) AS one
      UNION ALL
      SELECT 'refund', one.id, refund.amount, one.status, refund.created_at, one.user_id, refund.created_at FROM paid, LATERAL (
        SELECT investment_id, amount, created_at FROM suspense_refund WHERE id = payout_id LIMIT 1
      ) AS refund, LATERAL (
        SELECT id, status, user_id FROM investment WHERE id = refund.investment_id LIMIT 1
      ) AS one
    ) AS use, LATERAL (SELECT name, email FROM app_user WHERE app_user.id = use.user_id LIMIT 1) AS person
    WHERE NOT (use.record_id = ${butNot} AND use.kind <> 'refund')
    ORDER BY use.created_at, use.record_id LIMIT ${MOST_USES}`.execute(tx)
  return rows
}

/** Those of these investments whose transaction another investment, a payout or a refund names too. */
export async function selectSharedTxids(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM investment
    WHERE id = ANY(${ids}) AND txid IS NOT NULL AND (
      EXISTS (
        SELECT FROM investment AS other
        WHERE other.txid IS NOT NULL AND other.id <> investment.id
          AND plain_txid(other.network, other.txid) = plain_txid(investment.network, investment.txid)
      )
      OR EXISTS (SELECT FROM payout_txid WHERE payout_txid.txid = plain_txid(investment.network, investment.txid))
    )`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
