import { sql } from 'kysely'
import { postedAsRequired, recordsProof } from '#ledger/proof/record-proof.ts'
import type { Proof } from '#ledger/proof/proof.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showSix } from '#money/show.ts'

/**
 * What the books must hold for an investment (business rules §4), from the record alone. The same as `requiredEntries` in
 * investments/books.ts, written a second time: a fault in one is a difference to the other.
 */
const REQUIRED = sql`
  SELECT record.id, line.kind, line.owner_id, line.amount
  FROM record
  CROSS JOIN LATERAL (VALUES
    ('custody', wallet_id, received - refunded),
    ('suspense', wallet_id, refunded - received)
  ) AS line (kind, owner_id, amount)
  UNION ALL
  SELECT record.id, line.kind, line.owner_id, line.amount
  FROM record
  CROSS JOIN LATERAL (
    SELECT CASE WHEN source = 'payment' AND from_suspense IS NULL THEN least(amount, received - refunded) ELSE 0 END AS own
  ) AS taken
  CROSS JOIN LATERAL (VALUES
    ('suspense', wallet_id, own),
    (
      CASE WHEN from_suspense IS NOT NULL THEN 'suspense' WHEN source = 'payment' THEN 'custody'
        WHEN source = 'bonus' THEN 'bonus' ELSE 'earnings' END,
      CASE WHEN from_suspense IS NOT NULL OR source = 'payment' THEN wallet_id ELSE user_id END,
      amount - own
    ),
    (
      CASE WHEN status = 'approved' THEN 'invested' WHEN source = 'bonus' THEN 'bonus' ELSE 'earnings' END,
      user_id,
      -amount
    ),
    ('yield', NULL, earned_posted),
    ('earnings', user_id, -earned_posted)
  ) AS line (kind, owner_id, amount)
  WHERE status IN ('approved', 'completed')`

/** What an investment has earned by the moment up to which it says that its earnings were counted. */
const EARNED = sql<MicroUsd>`CASE WHEN status IN ('approved', 'completed') THEN investment_earned(
  amount, daily_roi,
  least(greatest(floor(date_part('epoch', accrued_at - began_at))::bigint, 0), duration * 86400::bigint)
) ELSE 0 END`

type Earned = { id: string; earned_posted: MicroUsd; should: MicroUsd }
type Held = { id: string; received: MicroUsd; refunded: MicroUsd; own: MicroUsd; used: MicroUsd; sent: MicroUsd }

/** What has to be true of investments and their books. */
export const INVESTMENT_PROOFS: readonly Proof[] = [
  postedAsRequired('investment', 'What is posted for each investment is what its state requires', REQUIRED),
  recordsProof<Earned>('investment', 'Each investment has earned what its amount, rate and time come to', (record) => ({
    statement: sql<Earned>`
      SELECT id, earned_posted, should FROM (SELECT id, earned_posted, ${EARNED} AS should FROM (${record}) AS record) AS earned
      WHERE earned_posted <> should ORDER BY id LIMIT 1`,
    tell: ({ id, earned_posted, should }) => ({
      record: { kind: 'investment', id },
      says: `The investment ${id} has earned ${showSix(earned_posted)}; by its amount, rate and time it should be ${showSix(should)}.`,
    }),
  })),
  recordsProof<Held>(
    'investment',
    'What came in for each investment covers what was sent back, taken and used of it',
    (record) => ({
      statement: sql<Held>`
      WITH record AS MATERIALIZED (${record})
      SELECT * FROM (
        SELECT investment.id, received, refunded,
          CASE WHEN status IN ('approved', 'completed') AND source = 'payment' AND from_suspense IS NULL
            THEN least(amount, received - refunded) ELSE 0 END AS own,
          (SELECT coalesce(sum(other.amount), 0) FROM investment AS other
            WHERE other.from_suspense = investment.id AND other.status IN ('approved', 'completed')) AS used,
          (SELECT coalesce(sum(suspense_refund.amount), 0) FROM suspense_refund
            WHERE suspense_refund.investment_id = investment.id) AS sent
        FROM (SELECT id FROM record WHERE received > 0 OR refunded > 0
          UNION SELECT from_suspense FROM record WHERE from_suspense IS NOT NULL) AS picked
        JOIN investment ON investment.id = picked.id
      ) AS held
      WHERE received < refunded + own + used OR refunded <> sent ORDER BY id LIMIT 1`,
      tell: ({ id, received, refunded, own, used, sent }) => ({
        record: { kind: 'investment', id },
        says:
          refunded === sent
            ? `For the investment ${id} came in ${showSix(received)}; ${showSix(refunded)} of it was sent back, ${showSix(own)} is its own principal and ${showSix(used)} is used by others, which is more.`
            : `The investment ${id} says that ${showSix(refunded)} was sent back; its refunds come to ${showSix(sent)}.`,
      }),
    }),
  ),
  recordsProof<{ id: string }>(
    'investment',
    'Each investment that uses held money uses that of the same person at the same wallet',
    (record) => ({
      statement: sql<{ id: string }>`
      SELECT record.id FROM (${record}) AS record
      LEFT JOIN investment AS other ON other.id = record.from_suspense
      WHERE record.from_suspense IS NOT NULL
        AND (record.user_id, record.wallet_id) IS DISTINCT FROM (other.user_id, other.wallet_id)
      ORDER BY record.id LIMIT 1`,
      tell: ({ id }) => ({
        record: { kind: 'investment', id },
        says: `The investment ${id} uses money that came in for somebody else, or at another wallet.`,
      }),
    }),
  ),
]
