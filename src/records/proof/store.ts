import { sql, type SqlBool } from 'kysely'
import { isChanged } from '#ledger/proof/mark.ts'
import { firstOf, inOrderOfId, isIn } from '#ledger/proof/pieces.ts'
import { recordsProof } from '#ledger/proof/record-proof.ts'
import type { Proof } from '#ledger/proof/proof.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showSix } from '#money/show.ts'

/**
 * Whether a record's decisions lead to its state: it was entered once more often than it was left. By their number alone,
 * since clocks may have been set back between them.
 */
const byDecisions = (kind: 'investment' | 'withdrawal' | 'referral'): Proof =>
  recordsProof<{ id: string; status: string }>(kind, `The decisions on each ${kind} lead to its state`, (record) => ({
    statement: sql<{ id: string; status: string }>`
      SELECT record.id, record.status FROM (${record}) AS record
      WHERE (
        SELECT count(*) FILTER (WHERE to_status = record.status) - count(*) FILTER (WHERE from_status = record.status)
        FROM decision WHERE decision.subject_id = record.id AND subject_kind = ${kind} AND to_status <> 'refunded'
      ) <> 1
      ORDER BY record.id LIMIT 1`,
    tell: ({ id, status }) => ({
      record: { kind, id },
      says: `The ${kind} ${id} is ${status}; the decisions on it lead to another state.`,
    }),
  }))

/** The date that the audit log names of a record, as `factsOf` of its room does; a referral has none there. */
const DATE = {
  investment: sql`date_trunc('milliseconds',
    CASE WHEN record.status IN ('approved', 'completed') THEN coalesce(record.began_at, record.created_at) ELSE record.created_at END)`,
  withdrawal: sql`date_trunc('milliseconds', record.created_at)`,
  referral: null,
}

/**
 * Whether some line of the audit log says that a record became what it is: also of what posts nothing, such as an amount
 * that waits to be approved, and of the date from which something earns.
 */
const asLogged = (kind: 'investment' | 'withdrawal' | 'referral'): Proof =>
  recordsProof<{ id: string; status: string; amount: MicroUsd }>(
    kind,
    `Each ${kind} is what the audit log says that it became`,
    (record) => ({
      statement: sql<{ id: string; status: string; amount: MicroUsd }>`
        SELECT record.id, record.status, record.amount FROM (${record}) AS record
        WHERE NOT EXISTS (
          SELECT FROM audit_entry WHERE audit_entry.subject_id = record.id AND after ->> 'status' = record.status
            AND (after ->> 'amount')::numeric * 1000000 = record.amount
            AND ${DATE[kind] === null ? sql`true` : sql`date_trunc('milliseconds', (after ->> 'date')::timestamptz) = ${DATE[kind]}`})
        ORDER BY record.id LIMIT 1`,
      tell: ({ id, status, amount }) => ({
        record: { kind, id },
        says: `The ${kind} ${id} is ${status}, of ${showSix(amount)}; no line of the audit log says so, with its date.`,
      }),
    }),
  )

/** Whether what was decided is about a record that is there, also where nothing was posted for it. */
const DECIDED: Proof = {
  name: 'Each decision is about a record that is there',
  of: 'decisions',
  prove: (scope) => {
    const which = sql<SqlBool>`${isChanged('decision', scope.since)}`
    return inOrderOfId(scope, 'decision', which, (piece) =>
      firstOf(
        scope.tx,
        sql<{ subject_kind: string; subject_id: string }>`
          SELECT subject_kind, subject_id FROM decision
          WHERE ${isIn('decision', piece)} AND ${which} AND CASE subject_kind
            WHEN 'investment' THEN NOT EXISTS (SELECT FROM investment WHERE investment.id = subject_id)
            WHEN 'withdrawal' THEN NOT EXISTS (SELECT FROM withdrawal WHERE withdrawal.id = subject_id)
            WHEN 'referral' THEN NOT EXISTS (SELECT FROM referral WHERE referral.id = subject_id)
            ELSE false
          END
          ORDER BY decision.id LIMIT 1`,
        ({ subject_kind, subject_id }) => ({
          says: `There are decisions about the ${subject_kind} ${subject_id}, which is not there.`,
        }),
      ),
    )
  },
}

/** What has to be true of records, whichever they are. */
export const RECORD_PROOFS: readonly Proof[] = [
  byDecisions('investment'),
  byDecisions('withdrawal'),
  byDecisions('referral'),
  DECIDED,
  asLogged('investment'),
  asLogged('withdrawal'),
  asLogged('referral'),
]
