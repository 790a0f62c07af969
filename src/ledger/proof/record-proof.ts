import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showSix } from '#money/show.ts'
import type { Reference } from '#ledger/post.ts'
import { isChanged, isWritten, type BooksMark } from './mark.ts'
import { firstOf, inOrderOfId, isIn } from './pieces.ts'
import type { Proof, Wrong } from './proof.ts'

type RecordTable = 'investment' | 'withdrawal' | 'referral'

/** Whether a record has changed since a mark, or something was posted for it. */
export function isRecordChanged(table: RecordTable, since: BooksMark | null): RawBuilder<SqlBool> {
  if (since === null) return sql`true`
  return sql`(${isChanged(table, since)} OR ${sql.ref(`${table}.id`)} IN (
    SELECT reference_id FROM transfer WHERE ${isWritten(since)} AND reference_kind = ${table}))`
}

/**
 * Every record's postings are what its state requires, account by account. `required` selects from `record`, the records
 * in question: `id`, the `kind` and `owner_id` of an account, and `amount`, debits positive.
 */
export function postedAsRequired(table: RecordTable, name: string, required: RawBuilder<unknown>): Proof {
  return recordsProof<Difference>(table, name, (record) => ({
    statement: sql<Difference>`
      WITH record AS MATERIALIZED (${record}),
      line AS (
        SELECT id, kind, owner_id, amount AS required, 0::bigint AS posted FROM (${required}) AS required
        UNION ALL
        SELECT record.id, account.kind, account.owner_id, 0, entry.amount
        FROM record JOIN transfer ON transfer.reference_id = record.id AND transfer.reference_kind = ${table}
        JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
      )
      ${FIRST_DIFFERENCE}`,
    tell: (row) => tellDifference({ kind: table, id: row.id }, row),
  }))
}

/** What is wrong with one of the records, by a statement over `record`, those in question; its first row is told. */
export function recordsProof<Row>(
  table: RecordTable,
  name: string,
  find: (record: RawBuilder<unknown>) => { statement: RawBuilder<Row>; tell: (row: Row) => Wrong },
): Proof {
  return {
    name,
    of: `${table}s`,
    prove: (scope) =>
      inOrderOfId(scope, table, isRecordChanged(table, scope.since), (piece) => {
        const { tx, since } = scope
        const record = sql`SELECT * FROM ${sql.table(table)} WHERE ${isIn(table, piece)} AND ${isRecordChanged(table, since)}`
        const { statement, tell } = find(record)
        return firstOf(tx, statement, tell)
      }),
  }
}

type Difference = { id: string; account: string | null; required: MicroUsd; posted: MicroUsd }

/** Over `line`: the first account on which what is posted is not what is required, on the account's own side. */
const FIRST_DIFFERENCE = sql`
  SELECT id, account_name(kind, owner_id) AS account, side * sum(required) AS required, side * sum(posted) AS posted
  FROM (SELECT *, CASE WHEN kind IN ('custody', 'yield', 'referral expense') THEN 1 ELSE -1 END AS side FROM line) AS sided
  GROUP BY id, kind, owner_id, side HAVING sum(required) <> sum(posted)
  ORDER BY id, account LIMIT 1`

function tellDifference(record: Reference, { account, required, posted }: Difference): Wrong {
  return {
    record,
    ...(account === null ? {} : { account }),
    says: `The ${record.kind} ${record.id} requires ${showSix(required)} on ${account ?? 'an account'}; ${showSix(posted)} is posted for it there.`,
  }
}

/** What a line of the audit log that names an amount has posted. */
type ActProof = {
  name: string
  of: string
  /** what the log calls them */
  actions: readonly string[]
  /** what their transfers are called, which nothing else is */
  kinds: readonly string[]
  reference: 'user' | 'wallet'
  /** of `act`: `id`, the `kind` and `owner_id` of an account, and `amount`, debits positive */
  required: RawBuilder<unknown>
}

/** Every such act has posted what it says, and every such transfer has its act. */
export function actProof({ name, of, actions, kinds, reference, required }: ActProof): Proof {
  return {
    name,
    of,
    async prove(scope) {
      const { tx, since } = scope
      const which = sql<SqlBool>`action = ANY(${actions}::text[]) AND ${isChanged('audit_entry', since)}`
      const acts = await inOrderOfId(scope, 'audit_entry', which, (piece) =>
        firstOf(
          tx,
          sql<Difference & { subject_id: string }>`
            WITH act AS MATERIALIZED (
              SELECT id, subject_id, action, after, ((after ->> 'amount')::numeric * 1000000)::bigint AS amount
              FROM audit_entry WHERE ${isIn('audit_entry', piece)} AND ${which}
                -- transfers of an early version name no act: which of them is whose cannot be told
                AND NOT EXISTS (
                  SELECT FROM transfer WHERE reference_id = audit_entry.subject_id AND kind = ANY(${kinds}::text[]) AND act_id IS NULL)
            ),
            line AS (
              SELECT id, kind, owner_id, amount AS required, 0::bigint AS posted FROM (${required}) AS required
              UNION ALL
              SELECT act.id, account.kind, account.owner_id, 0, entry.amount
              FROM act JOIN transfer ON transfer.reference_id = act.subject_id AND transfer.act_id = act.id
                AND transfer.kind = ANY(${kinds}::text[])
              JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
            ),
            first AS (${FIRST_DIFFERENCE})
            SELECT first.*, act.subject_id FROM first JOIN act ON act.id = first.id`,
          ({ id, account, required, posted, subject_id }) => ({
            record: { kind: reference, id: subject_id },
            ...(account === null ? {} : { account }),
            says: `The line ${id} of the audit log requires ${showSix(required)} on ${account ?? 'an account'}; ${showSix(posted)} is posted with it there.`,
          }),
        ),
      )
      if (acts.wrong !== undefined) return acts
      const { wrong } = await inOrderOfId(
        scope,
        'transfer',
        sql`kind = ANY(${kinds}::text[]) AND act_id IS NOT NULL AND ${isWritten(since)}`,
        (piece) =>
          firstOf(
            tx,
            sql<{ id: string; reference_id: string }>`
              SELECT id, reference_id FROM transfer
              WHERE ${isIn('transfer', piece)} AND kind = ANY(${kinds}::text[]) AND act_id IS NOT NULL AND ${isWritten(since)}
                AND NOT EXISTS (
                  SELECT FROM audit_entry WHERE audit_entry.id = transfer.act_id
                    AND audit_entry.subject_id = transfer.reference_id AND action = ANY(${actions}::text[]))
              ORDER BY id LIMIT 1`,
            ({ id, reference_id }) => ({
              transfer: id,
              record: { kind: reference, id: reference_id },
              says: `The transfer ${id} belongs to no line of the audit log that says so.`,
            }),
          ),
      )
      return { looked: acts.looked, wrong }
    },
  }
}
