import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Status } from '#kit/wire.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { FoundBy, FoundKind } from '#records/contract.ts'

/** A record, by what it was found, and what stands there. */
export type FoundRecordRow = {
  kind: FoundKind
  /** of a refund, the investment that the money came in for */
  id: string
  by: FoundBy
  text: string
  amount: MicroUsd
  status: Status
  created_at: Date
  user_id: string
  name: string
  email: string
}

type Ids = { first: string; last: string }
/** How records are looked for: patterns for LIKE, in lower case. */
export type RecordSearch = {
  begins: string
  /** the same as a transaction id, which may be written with 0x or without */
  txids: readonly string[]
  ids: Ids | undefined
}

/**
 * Records whose id, reference, transaction id or payout address begins so, at most `most` for each of these ways. Each
 * way is planned as if all it finds were read, so by its index, and read only so far; people are looked up one by one.
 */
export async function selectFoundRecords(
  tx: Tx,
  { begins, txids, ids }: RecordSearch,
  most: number,
): Promise<FoundRecordRow[]> {
  const isTxid = sql`(${sql.join(
    txids.map((txid) => sql`lower(found.txid) LIKE ${txid}`),
    sql` OR `,
  )})`
  const ways = [
    own('investment', 'reference', 'tranx_id', sql`lower(found.tranx_id) LIKE ${begins}`),
    own('investment', 'transaction', 'txid', sql`found.txid IS NOT NULL AND ${isTxid}`),
    own('withdrawal', 'transaction', 'txid', sql`found.txid IS NOT NULL AND ${isTxid}`),
    own('withdrawal', 'address', 'wallet_address', sql`lower(found.wallet_address) LIKE ${begins}`),
    refund('transaction', 'txid', sql`found.txid IS NOT NULL AND ${isTxid}`),
    refund('address', 'address', sql`found.address IS NOT NULL AND lower(found.address) LIKE ${begins}`),
    ...(ids === undefined ? [] : byIds(ids)),
  ]
  const found = sql.join(ways.map((way, n) => sql`${sql.ref(`way_${n}`)} AS MATERIALIZED (${way})`))
  const each = sql.join(
    ways.map((_, n) => sql`(SELECT * FROM ${sql.ref(`way_${n}`)} LIMIT ${most})`),
    sql` UNION ALL `,
  )
  const { rows } = await sql<FoundRecordRow>`
    WITH ${found}
    SELECT record.*, person.name, person.email FROM (${each}) AS record, LATERAL (
      SELECT name, email FROM app_user WHERE app_user.id = record.user_id LIMIT 1
    ) AS person
    ORDER BY record.created_at DESC, record.id DESC`.execute(tx)
  return rows
}

function byIds(ids: Ids) {
  const isId = sql<SqlBool>`found.id BETWEEN ${ids.first} AND ${ids.last}`
  return [
    own('investment', 'id', 'id', isId),
    own('withdrawal', 'id', 'id', isId),
    own('referral', 'id', 'id', isId, 'inviter_id'),
  ]
}

function own(
  kind: 'investment' | 'withdrawal' | 'referral',
  by: FoundBy,
  column: string,
  is: RawBuilder<unknown>,
  of = 'user_id',
) {
  return sql`SELECT ${kind} AS kind, found.id, ${by} AS by, ${sql.ref(`found.${column}`)}::text AS text, found.amount,
      found.status, found.created_at, ${sql.ref(`found.${of}`)} AS user_id
    FROM ${sql.table(kind)} AS found WHERE ${is}`
}

/** A refund is found by what is written of it, and leads to its investment. */
function refund(by: FoundBy, column: string, is: RawBuilder<unknown>) {
  return sql`SELECT 'refund' AS kind, found.investment_id AS id, ${by} AS by, ${sql.ref(`found.${column}`)} AS text,
      found.amount, investment.status, found.created_at, found.user_id
    FROM suspense_refund AS found, LATERAL (
      SELECT status FROM investment WHERE investment.id = found.investment_id LIMIT 1
    ) AS investment WHERE ${is}`
}
