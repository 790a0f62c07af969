import { sql, type SqlBool } from 'kysely'
import { APART } from '#ledger/proof/act-proof.ts'
import { isWritten } from '#ledger/proof/mark.ts'
import { firstOf, inOrderOfId, isIn } from '#ledger/proof/pieces.ts'
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
  CROSS JOIN LATERAL (
    SELECT earned_posted, least(set_apart, earned_posted) AS kept,
      CASE WHEN status = 'approved' THEN set_apart - least(set_apart, earned_posted) ELSE 0 END AS committed
    FROM (SELECT (SELECT earned_posted FROM investment_earning WHERE investment_id = record.id) AS earned_posted) AS earning
  ) AS promised
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
    ('earnings', user_id, -earned_posted),
    ('reserve', NULL, kept + committed),
    ('committed', NULL, -committed),
    ('set apart', NULL, -kept)
  ) AS line (kind, owner_id, amount)
  WHERE status IN ('approved', 'completed')`

/** What one that was left early had earned by then, at one of its rates. */
const byLeaving = (rate: 'daily_roi' | 'early_roi') =>
  sql`investment_earned(terms.amount, terms.${sql.ref(rate)}, record.left_after)`

/**
 * What an investment has earned by its terms, up to the moment up to which its earnings were counted, or its completion. One
 * that was left early keeps what it had earned at its early rate, and what the wallet could not give back; as
 * `exitAmounts` in investments/exit/exit-rules.ts.
 */
const EARNED = sql<MicroUsd>`CASE WHEN record.exit_quote_id IS NOT NULL
  THEN ${byLeaving('daily_roi')} - least(${byLeaving('daily_roi')} - ${byLeaving('early_roi')}, quote.wallet)
WHEN terms.status IN ('approved', 'completed') THEN investment_earned(
  terms.amount, terms.daily_roi,
  least(greatest(floor(date_part('epoch', coalesce(accrued_at, record.completed_at) - terms.began_at))::bigint, 0), terms.duration * 86400::bigint)
) ELSE 0 END`

type Earned = { id: string; version: number; differs: boolean; earned_posted: MicroUsd; should: MicroUsd }
type Credited = { id: string; transfer_id: string; amount: MicroUsd; should: MicroUsd | null; twice: boolean }
type Held = { id: string; received: MicroUsd; refunded: MicroUsd; own: MicroUsd; used: MicroUsd; sent: MicroUsd }

/** What has to be true of investments and their books. */
export const INVESTMENT_PROOFS: readonly Proof[] = [
  postedAsRequired('investment', 'What is posted for each investment is what its state requires', REQUIRED),
  recordsProof<Earned>(
    'investment',
    'Each investment is as its terms of its version say, and has earned what they come to',
    (record) => ({
      statement: sql<Earned>`
      SELECT * FROM (
        SELECT record.id, record.version, coalesce(earned_posted, 0) AS earned_posted, ${EARNED} AS should,
          (terms.plan_id, terms.status, terms.amount, terms.daily_roi, terms.early_roi, terms.duration, terms.completed_at)
            IS DISTINCT FROM (record.plan_id, record.status, record.amount, record.daily_roi, record.early_roi, record.duration,
              record.completed_at)
          OR terms.began_at IS DISTINCT FROM CASE WHEN record.status IN ('approved', 'completed') THEN record.began_at END
          OR (accrued_at IS NOT NULL) <> (record.status = 'approved') OR earned_posted IS NULL
          OR EXISTS (
            SELECT FROM investment_terms AS other WHERE other.investment_id = record.id AND other.plan_id <> record.plan_id)
          OR (record.exit_quote_id IS NOT NULL AND (quote.investment_id, quote.seconds, quote.principal) IS DISTINCT FROM
            (record.id, record.left_after, record.amount)) AS differs
        FROM (${record}) AS record LEFT JOIN investment_earning AS earning ON earning.investment_id = record.id
        LEFT JOIN investment_terms AS terms ON terms.investment_id = record.id AND terms.version = record.version
        LEFT JOIN exit_quote AS quote ON quote.id = record.exit_quote_id
      ) AS earned
      WHERE differs OR earned_posted IS DISTINCT FROM should ORDER BY id LIMIT 1`,
      tell: ({ id, version, differs, earned_posted, should }) => ({
        record: { kind: 'investment', id },
        says: differs
          ? `The investment ${id} is not what its terms of version ${version} say.`
          : `The investment ${id} has earned ${showSix(earned_posted)}; by its amount, rate and time it should be ${showSix(should)}.`,
      }),
    }),
  ),
  recordsProof<{ id: string }>(
    'investment',
    'Each investment was completed when the books or a decision say so',
    (record) => ({
      statement: sql<{ id: string }>`
      SELECT id FROM (${record}) AS record
      WHERE completed_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM transfer
        WHERE reference_kind = 'investment' AND reference_id = record.id AND effective_at = record.completed_at
      ) AND NOT EXISTS (
        SELECT FROM audit_entry WHERE subject_kind = 'investment' AND subject_id = record.id
          AND at BETWEEN record.completed_at - ${APART} AND record.completed_at + ${APART}
      )
      ORDER BY id LIMIT 1`,
      tell: ({ id }) => ({
        record: { kind: 'investment', id },
        says: `The investment ${id} was completed at no moment at which anything was posted or decided for it.`,
      }),
    }),
  ),
  recordsProof<Credited>(
    'investment',
    'Each earning is what the terms come to that it was computed from, no second twice',
    (record) => ({
      statement: sql<Credited>`
      SELECT * FROM (
        SELECT record.id, share.transfer_id::text AS transfer_id, share.amount,
          investment_earned(terms.amount, terms.daily_roi, seconds_to) - investment_earned(terms.amount, terms.daily_roi, seconds_from) AS should,
          coalesce(seconds_from < lag(seconds_to) OVER (PARTITION BY share.investment_id, share.version ORDER BY seconds_to), false) AS twice
        FROM (${record}) AS record JOIN earning_share AS share ON share.investment_id = record.id
        LEFT JOIN investment_terms AS terms ON terms.investment_id = share.investment_id AND terms.version = share.version
      ) AS credited
      WHERE twice OR amount IS DISTINCT FROM should ORDER BY id LIMIT 1`,
      tell: ({ id, transfer_id, amount, should, twice }) => ({
        transfer: transfer_id,
        record: { kind: 'investment', id },
        says: twice
          ? `The transfer ${transfer_id} credits the investment ${id} with seconds that it had before.`
          : `The transfer ${transfer_id} has ${showSix(amount)} of the investment ${id}; by the terms that it names it should be ${should === null ? 'nothing' : showSix(should)}.`,
      }),
    }),
  ),
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
            WHERE suspense_refund.investment_id = investment.id AND suspense_refund.user_id = investment.user_id) AS sent
        FROM (SELECT id FROM record WHERE received > 0 OR refunded > 0
          UNION SELECT from_suspense FROM record WHERE from_suspense IS NOT NULL
          UNION SELECT investment_id FROM record JOIN suspense_refund ON suspense_refund.investment_id = record.id) AS picked
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
  recordsProof<{ id: string }>(
    'investment',
    'Each reinvestment is of one completed investment of the same person, which is reinvested once',
    (record) => ({
      statement: sql<{ id: string }>`
      SELECT record.id FROM (${record}) AS record LEFT JOIN investment AS other ON other.id = record.reinvests
      WHERE CASE record.source WHEN 'payment' THEN record.reinvests IS NOT NULL WHEN 'reinvest' THEN record.reinvests IS NULL END
        OR (record.reinvests IS NOT NULL AND (
        other.status IS DISTINCT FROM 'completed' OR other.user_id IS DISTINCT FROM record.user_id
        OR (other.source = 'bonus') <> (record.source = 'bonus')
        OR EXISTS (SELECT FROM investment AS twin WHERE twin.reinvests = record.reinvests AND twin.id <> record.id)))
      ORDER BY record.id LIMIT 1`,
      tell: ({ id }) => ({
        record: { kind: 'investment', id },
        says: `The investment ${id} is of what another has brought back, and of no completed investment of the same person that nobody else reinvests.`,
      }),
    }),
  ),
  recordsProof<{ id: string; until: string }>(
    'investment',
    'No investment has earned for a time that is still to come',
    (record) => ({
      statement: sql<{ id: string; until: string }>`
      SELECT id, to_char(accrued_at, 'YYYY-MM-DD HH24:MI:SS') AS until FROM (${record}) AS record JOIN investment_earning ON investment_id = record.id
      WHERE accrued_at > (SELECT database_now() + interval '5 minutes') ORDER BY id LIMIT 1`,
      tell: ({ id, until }) => ({
        record: { kind: 'investment', id },
        says: `The earnings of the investment ${id} are counted up to ${until} UTC, which is still to come.`,
      }),
    }),
  ),
  {
    name: 'Each transfer of an investor’s earnings is what its shares come to, and the investments are theirs',
    of: 'transfers',
    prove: (scope) => {
      const which = sql<SqlBool>`kind = 'investment earned' AND reference_kind = 'user' AND ${isWritten(scope.since)}`
      return inOrderOfId(scope, 'transfer', which, (piece) =>
        firstOf(
          scope.tx,
          sql<{ id: string; posted: MicroUsd; shares: MicroUsd; strange: string | null }>`
            SELECT * FROM (
              SELECT transfer.id::text AS id, coalesce((SELECT sum(entry.amount) FROM entry WHERE entry.transfer_id = transfer.id AND entry.amount > 0), 0) AS posted,
                coalesce(sum(share.amount + coalesce(share.backed, 0)), 0) AS shares,
                min(share.investment_id::text) FILTER (WHERE investment.user_id IS DISTINCT FROM transfer.reference_id AND share.amount > 0) AS strange
              FROM transfer LEFT JOIN earning_share AS share ON share.transfer_id = transfer.id
              LEFT JOIN investment ON investment.id = share.investment_id
              WHERE ${isIn('transfer', piece)} AND ${which} GROUP BY transfer.id
            ) AS shared
            WHERE strange IS NOT NULL OR posted <> shares ORDER BY id LIMIT 1`,
          ({ id, posted, shares, strange }) => ({
            transfer: id,
            says:
              strange === null
                ? `The transfer ${id} credits ${showSix(posted)} of earnings; its shares come to ${showSix(shares)}.`
                : `The transfer ${id} shares earnings with the investment ${strange} of somebody else.`,
          }),
        ),
      )
    },
  },
]
