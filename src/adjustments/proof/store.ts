import { sql } from 'kysely'
import { actProof } from '#ledger/proof/act-proof.ts'
import type { Proof } from '#ledger/proof/proof.ts'

/** What has to be true of balances that administrators have set right. */
export const ADJUSTMENT_PROOFS: readonly Proof[] = [
  actProof({
    name: 'Each top-up and deduction is posted as the audit log says',
    of: 'adjustments',
    actions: ['top up user', 'deduct user'],
    kinds: ['top up', 'deduct'],
    reference: 'user',
    required: sql`
      SELECT act.id, line.kind, line.owner_id, line.amount
      FROM act CROSS JOIN LATERAL (SELECT CASE action WHEN 'top up user' THEN amount ELSE -amount END AS up) AS moved
      CROSS JOIN LATERAL (VALUES
        ('adjustments', NULL, up),
        (after ->> 'account', subject_id, -up)
      ) AS line (kind, owner_id, amount)`,
  }),
]
