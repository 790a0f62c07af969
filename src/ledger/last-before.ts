import { type RawBuilder, sql } from 'kysely'

/**
 * A part of a recursive query, `halved`, that finds the last entry from before a moment in an account's chain by halving it:
 * some twenty look-ups by index instead of all that was ever posted.
 *
 * `chains` is a query for the `id` and `version` (how many entries there are) of accounts, each with a `moment` and a `label`
 * of the asker's. Where `low >= high` it is found: `low` is its sequence, 0 where nothing is from before that moment.
 */
export const lastBefore = (chains: RawBuilder<unknown>) => sql`
  halved AS (
    SELECT id, label, moment, 0::bigint AS low, version::bigint AS high FROM (${chains}) AS chain
    UNION ALL
    SELECT id, label, moment, CASE WHEN older THEN middle ELSE low END, CASE WHEN older THEN high ELSE middle - 1 END
    FROM halved
    CROSS JOIN LATERAL (SELECT (low + high + 1) / 2 AS middle) AS half
    CROSS JOIN LATERAL (
      SELECT coalesce(effective_at < moment, true) AS older
      FROM entry JOIN transfer ON transfer.id = entry.transfer_id
      WHERE account_id = halved.id AND sequence = middle OFFSET 0
    ) AS tried
    WHERE low < high
  )`
