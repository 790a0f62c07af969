import { sql } from 'kysely'
import { postedAsRequired } from '#ledger/proof/record-proof.ts'
import type { Proof } from '#ledger/proof/proof.ts'

/** What the books must hold for a withdrawal (business rules §5), from the record alone; as in withdrawals/books.ts. */
const REQUIRED = sql`
  SELECT record.id, line.kind, line.owner_id, line.amount
  FROM record
  CROSS JOIN LATERAL (VALUES
    (CASE source WHEN 'investment' THEN 'earnings' ELSE 'referral' END, user_id, amount),
    (
      CASE status WHEN 'completed' THEN 'custody' ELSE 'withdrawing' END,
      CASE status WHEN 'completed' THEN wallet_id ELSE user_id END,
      -amount
    )
  ) AS line (kind, owner_id, amount)
  WHERE status <> 'declined'`

/** What has to be true of withdrawals and their books. */
export const WITHDRAWAL_PROOFS: readonly Proof[] = [
  postedAsRequired('withdrawal', 'Each withdrawal is held, paid out or given back as its state requires', REQUIRED),
]
