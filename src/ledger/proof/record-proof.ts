import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showSix } from '#money/show.ts'
import type { Reference } from '#ledger/post.ts'
import { RECORD_ENTRY } from '#ledger/record-entries.ts'
import { isChanged, isWritten, type BooksMark } from './mark.ts'
import { firstOf, inOrderOfId, isIn } from './pieces.ts'
import type { Proof, Wrong } from './proof.ts'

type RecordTable = 'investment' | 'withdrawal' | 'referral'

/** Whether a record has changed since a mark, or something was posted for it. */
export function isRecordChanged(table: RecordTable, since: BooksMark | null): RawBuilder<SqlBool> {
  if (since === null) return sql`true`
  const id = sql.ref(`${table}.id`)
  const daily =
    table === 'investment'
      ? sql`OR ${id} IN (SELECT investment_id FROM investment_earning WHERE ${isChanged('investment_earning', since)})`
      : sql``
  return sql`(${isChanged(table, since)} OR ${id} IN (
    SELECT reference_id FROM transfer WHERE ${isWritten(since)} AND reference_kind = ${table}) ${daily})`
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
        SELECT record.id, account.kind, account.owner_id, 0, posted.amount
        FROM record JOIN ${RECORD_ENTRY} AS posted ON posted.reference_id = record.id AND posted.reference_kind = ${table}
        JOIN account ON account.id = posted.account_id
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

export type Difference = { id: string; account: string | null; required: MicroUsd | null; posted: MicroUsd }

/**
 * Over `line`: the first account on which what is posted is not what is required, on the account's own side. What is
 * required cannot be told (null) where the record does not say it, and then it is not what is posted.
 */
export const FIRST_DIFFERENCE = sql`
  SELECT id, account_name(kind, owner_id) AS account, side * sum(required) AS required, side * sum(posted) AS posted
  FROM (SELECT *, CASE WHEN kind IN ('custody', 'yield', 'referral expense') THEN 1 ELSE -1 END AS side FROM line) AS sided
  GROUP BY id, kind, owner_id, side HAVING sum(required) IS DISTINCT FROM sum(posted)
  ORDER BY id, account LIMIT 1`

function tellDifference(record: Reference, { account, required, posted }: Difference): Wrong {
  return {
    record,
    ...(account === null ? {} : { account }),
    says: `The ${record.kind} ${record.id} requires ${showRequired(required)} on ${account ?? 'an account'}; ${showSix(posted)} is posted for it there.`,
  }
}

export function showRequired(required: MicroUsd | null): string {
  return required === null ? 'nobody can say how much' : showSix(required)
}
