import { sql } from 'kysely'
import { recordsProof } from '#ledger/proof/record-proof.ts'
import type { Proof } from '#ledger/proof/proof.ts'

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

/** What has to be true of records, whichever they are. */
export const RECORD_PROOFS: readonly Proof[] = [
  byDecisions('investment'),
  byDecisions('withdrawal'),
  byDecisions('referral'),
]
