import { type RawBuilder, sql } from 'kysely'
import { postedAsRequired, recordsProof } from '#ledger/proof/record-proof.ts'
import type { Proof } from '#ledger/proof/proof.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showSix } from '#money/show.ts'

/**
 * What the books must hold for a referral (business rules §6), from the record alone; as in referrals/books.ts. What a
 * correction could not take back stands in the books only: it is charged to the operator and left with the inviter.
 */
const REQUIRED = sql`
  SELECT record.id, line.kind, line.owner_id, line.amount
  FROM record
  CROSS JOIN LATERAL (
    SELECT greatest(coalesce(sum(entry.amount), 0), 0)::bigint AS charged
    FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
    WHERE transfer.reference_id = record.id AND transfer.reference_kind = 'referral' AND account.kind = 'adjustments'
  ) AS uncovered
  CROSS JOIN LATERAL (
    SELECT CASE WHEN status IN ('approved', 'completed') THEN amount ELSE 0 END AS bonus
  ) AS owed
  CROSS JOIN LATERAL (
    SELECT least(set_apart, bonus + charged) AS kept, CASE WHEN status = 'pending' THEN set_apart ELSE 0 END AS committed
  ) AS promised
  CROSS JOIN LATERAL (VALUES
    ('referral expense', NULL, bonus),
    ('referral', inviter_id, -(bonus + charged)),
    ('adjustments', NULL, charged),
    ('reserve', NULL, kept + committed),
    ('committed', NULL, -committed),
    ('set apart', NULL, -kept)
  ) AS line (kind, owner_id, amount)`

type Bonus = { id: string; amount: MicroUsd; should: MicroUsd; others: bigint; fits: boolean; follows: boolean }

/** Whether a referral stands as its investment does (business rules §6). */
const FOLLOWS = sql<boolean>`coalesce(CASE
  WHEN record.held_status IS NOT NULL THEN record.status = 'declined' AND investment.status NOT IN ('approved', 'completed')
  WHEN record.status = 'declined' THEN true
  WHEN record.status = 'pending' THEN investment.status IN ('approved', 'completed')
  ELSE record.status = investment.status
END, false)`

/** The percent of an investment; as much of it as the investment ran, where it was left early. */
const WHOLE = sql`div(investment.amount::numeric * investment.ref_bonus, 1000000)`

/** Whether an account is closed: it gets nothing any more, and what it got stays as it was then. */
const closed = (id: RawBuilder<unknown>) =>
  sql`SELECT FROM app_user AS inviter WHERE inviter.id = ${id} AND inviter.closed_at IS NOT NULL`

/** What has to be true of referrals and their books. */
export const REFERRAL_PROOFS: readonly Proof[] = [
  postedAsRequired('referral', 'Each referral bonus is credited once, where it is approved', REQUIRED),
  recordsProof<Bonus>('referral', 'Each investment has one referral at most, of its own percent', (record) => ({
    statement: sql<Bonus>`
      SELECT * FROM (
        SELECT record.id, record.amount, record.status, record.held_status, ${FOLLOWS} AS follows,
          coalesce(CASE WHEN left_after IS NULL THEN ${WHOLE} ELSE div(${WHOLE} * left_after, duration * 86400::numeric) END, 0)::bigint AS should,
          (SELECT count(*) FROM referral AS other WHERE other.investment_id = record.investment_id AND other.id <> record.id) AS others,
          coalesce(investment.user_id = record.invited_id AND investment.source = 'payment'
            AND investment.ref_bonus = record.ref_bonus AND invited.inviter_id = record.inviter_id, false) AS fits,
          EXISTS (${closed(sql`record.inviter_id`)}) AS is_closed
        FROM (${record}) AS record LEFT JOIN investment ON investment.id = record.investment_id
        LEFT JOIN app_user AS invited ON invited.id = record.invited_id
      ) AS bonus
      WHERE others > 0 OR NOT fits OR (NOT is_closed
        AND (NOT follows OR (amount <> should AND (status <> 'declined' OR held_status IS NOT NULL))))
      ORDER BY id LIMIT 1`,
    tell: ({ id, amount, should, others, fits, follows }) => ({
      record: { kind: 'referral', id },
      says: !fits
        ? `The referral ${id} belongs to no investment of new money, of its percent, by whom its inviter invited.`
        : others > 0
          ? `The investment of the referral ${id} has another referral as well.`
          : follows
            ? `The referral ${id} is of ${showSix(amount)}; its percent of the investment is ${showSix(should)}.`
            : `The referral ${id} is in a state in which its investment is not.`,
    }),
  })),
  recordsProof<{ id: string }>(
    'investment',
    'Each investment of new money by somebody who was invited has its referral',
    (record) => ({
      statement: sql<{ id: string }>`
        SELECT record.id FROM (${record}) AS record JOIN app_user AS invited ON invited.id = record.user_id
        WHERE record.status IN ('approved', 'completed') AND record.source = 'payment' AND record.ref_bonus > 0
          AND invited.inviter_id IS NOT NULL AND NOT EXISTS (${closed(sql`invited.inviter_id`)})
          AND NOT EXISTS (SELECT FROM referral WHERE referral.investment_id = record.id)
        ORDER BY record.id LIMIT 1`,
      tell: ({ id }) => ({
        record: { kind: 'investment', id },
        says: `The investment ${id} is of somebody who was invited, and has no referral.`,
      }),
    }),
  ),
]
