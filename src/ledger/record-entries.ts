import { sql } from 'kysely'

/**
 * What is posted for each record, as a table to select from: the entries of its own transfers, and of the earnings that
 * an investor's investments share (`earning_share`) the investment's part of each entry, of what was set apart for it (`backed`) in those lines. Debits are positive.
 */
export const RECORD_ENTRY = sql`(
  SELECT transfer.reference_kind, transfer.reference_id, transfer.id AS transfer_id, entry.account_id, entry.amount
  FROM transfer JOIN entry ON entry.transfer_id = transfer.id
  UNION ALL
  SELECT 'investment', share.investment_id, transfer.id, entry.account_id, CASE WHEN entry.amount > 0 THEN part ELSE -part END
  FROM earning_share AS share
  JOIN transfer ON transfer.id = share.transfer_id AND transfer.reference_kind = 'user'
  JOIN entry ON entry.transfer_id = transfer.id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN entry.account_id = ANY (earmark_accounts()) THEN share.backed ELSE share.amount END AS part
  ) AS own
  WHERE part IS NOT NULL
)`
