import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { TransferKind } from '#ledger/contract.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { OWN_ACCOUNTS } from '../statement.ts'
import type { JournalAccount } from './accounts.ts'
import type { JournalBalance } from './format.ts'
import type { Follows, Shifted } from './order.ts'

/** Of whose accounts: those of one investor, or (null) all. */
type Scope = string | null

/** Which transfers, in which order, by the moments from which they count. */
export type Journal = { scope: Scope; moved: readonly Shifted[]; begins: Date | null; ends: Date | null }

/** Rows that are held at once. */
const BATCH = 1000
/** What one sort of the whole books may take in the server's memory before it goes to its disk. */
const SORTING = '64MB'

/** For this transaction: sorts may take more memory than a screen's. */
export async function giveRoom(tx: Tx): Promise<void> {
  await sql`SELECT set_config('work_mem', ${SORTING}, true)`.execute(tx)
}

function within(scope: Scope): RawBuilder<boolean> {
  if (scope === null) return sql`true`
  return sql`account.owner_id = ${scope} AND account.kind = ANY(${[...OWN_ACCOUNTS]}::text[])`
}

const WRITTEN = (transfer: string) => sql`(extract(epoch FROM ${sql.ref(`${transfer}.created_at`)}) * 1000000)::bigint`

type FollowsRow = { id: bigint; written: bigint; before_id: bigint; before_written: bigint }

const tellFollows = (rows: readonly FollowsRow[]): Follows[] =>
  rows.map(({ id, written, before_id, before_written }) => ({
    transfer: { id, written },
    before: { id: before_id, written: before_written },
  }))

/** Transfers that by (created_at, id) are ahead of one which they follow on one of these accounts. */
export async function selectLate(tx: Tx, scope: Scope): Promise<Follows[]> {
  const { rows } = await sql<FollowsRow>`
    SELECT line.id, ${WRITTEN('line')} AS written, before_id, ${WRITTEN('before')} AS before_written
    FROM (
      SELECT transfer.id, transfer.created_at, lag(transfer.id) OVER chain AS before_id,
        lag(transfer.created_at) OVER chain AS before_at
      FROM entry JOIN transfer ON transfer.id = entry.transfer_id JOIN account ON account.id = entry.account_id
      WHERE ${within(scope)}
      WINDOW chain AS (PARTITION BY entry.account_id ORDER BY entry.sequence)
    ) AS line
    CROSS JOIN LATERAL (SELECT before_at AS created_at) AS before
    WHERE before_id <> line.id AND (before_at, before_id) > (line.created_at, line.id)`.execute(tx)
  return tellFollows(rows)
}

/** What stands next behind these transfers in the chains of these accounts. */
export async function selectFollowers(tx: Tx, scope: Scope, ids: readonly bigint[]): Promise<Follows[]> {
  const { rows } = await sql<FollowsRow>`
    SELECT DISTINCT transfer.id, ${WRITTEN('transfer')} AS written, before.id AS before_id,
      ${WRITTEN('before')} AS before_written
    FROM entry AS ahead JOIN transfer AS before ON before.id = ahead.transfer_id
    JOIN entry ON entry.account_id = ahead.account_id AND entry.sequence = ahead.sequence + 1
    JOIN transfer ON transfer.id = entry.transfer_id JOIN account ON account.id = entry.account_id
    WHERE ahead.transfer_id = ANY(${ids}::bigint[]) AND transfer.id <> before.id AND ${within(scope)}`.execute(tx)
  return tellFollows(rows)
}

/**
 * Transfers in the order of the books, each with its place and `at`: when it counts from, or the one ahead of it, if that
 * is later. So the days of a journal never step back, as those of a statement do not (decision 14).
 */
function inPlace({ scope, moved }: Journal) {
  const [ids, anchors] = [moved.map(({ id }) => id), moved.map(({ anchor }) => anchor)]
  return sql`
    SELECT transfer.id, transfer.kind, transfer.reference_kind, transfer.reference_id, transfer.effective_at,
      row_number() OVER books AS place, max(transfer.effective_at) OVER books AS at
    FROM transfer LEFT JOIN (
      SELECT late.id, late.rank, anchor.id AS anchor, anchor.created_at
      FROM unnest(${ids}::bigint[], ${anchors}::bigint[], ${moved.map(({ rank }) => rank)}::integer[]) AS late (id, anchor, rank)
      JOIN transfer AS anchor ON anchor.id = late.anchor
    ) AS moved ON moved.id = transfer.id
    WHERE ${scope === null ? sql`true` : sql`transfer.id IN (SELECT transfer_id FROM entry JOIN account ON account.id = entry.account_id WHERE ${within(scope)})`}
    WINDOW books AS (
      ORDER BY coalesce(moved.created_at, transfer.created_at), coalesce(moved.anchor, transfer.id),
        coalesce(moved.rank, 0), transfer.created_at, transfer.id
      ROWS UNBOUNDED PRECEDING
    )`
}

const OWNER = sql`
  LEFT JOIN app_user ON app_user.id = account.owner_id
  LEFT JOIN wallet ON wallet.id = account.owner_id`
const ACCOUNT = sql`account.name, account.kind, account.owner_id AS "ownerId", coalesce(app_user.name, wallet.name) AS owner`

export type HeadRow = {
  id: bigint
  kind: TransferKind
  reference_kind: string
  reference_id: string
  effective_at: Date
  at: Date
}

/** The transfers of a journal in the order of the books, by the batch. */
export function readTransfers(tx: Tx, journal: Journal): AsyncGenerator<HeadRow[]> {
  const { begins, ends } = journal
  return batchesOf<HeadRow>(
    tx,
    sql`SELECT id, kind, reference_kind, reference_id, effective_at, at FROM (${inPlace(journal)}) AS placed
      WHERE at >= ${begins ?? '-infinity'}::timestamptz AND at < ${ends ?? 'infinity'}::timestamptz ORDER BY place`,
  )
}

export type JournalLineRow = JournalAccount & { transfer_id: bigint; amount: MicroUsd; balance: MicroUsd }

/** What these transfers did to these accounts, debits positive; on one account in its sequence. */
export async function selectLines(tx: Tx, scope: Scope, transferIds: readonly bigint[]): Promise<JournalLineRow[]> {
  const { rows } = await sql<JournalLineRow>`
    SELECT entry.transfer_id, entry.amount, account.side * entry.balance_after AS balance, ${ACCOUNT}
    FROM entry JOIN account ON account.id = entry.account_id ${OWNER}
    WHERE entry.transfer_id = ANY(${transferIds}::bigint[]) AND ${within(scope)}
    ORDER BY entry.transfer_id, account.name, entry.sequence`.execute(tx)
  return rows
}

/** The accounts on which anything was ever posted, by their names. */
export function readAccounts(tx: Tx, scope: Scope): AsyncGenerator<JournalAccount[]> {
  return batchesOf(
    tx,
    sql`SELECT ${ACCOUNT} FROM account ${OWNER} WHERE account.version > 0 AND ${within(scope)} ORDER BY account.name`,
  )
}

/**
 * What stands on each account before a moment, debits positive, by the accounts' names: the sums of the entries, from
 * the same order and up to the same transfer as the lines of a journal that ends there.
 */
export function readBalances(tx: Tx, journal: Journal, before: Date | null): AsyncGenerator<JournalBalance[]> {
  const { scope } = journal
  return batchesOf<JournalAccount & { balance: MicroUsd }, JournalBalance>(
    tx,
    sql`SELECT ${ACCOUNT}, total AS balance FROM (
        SELECT entry.account_id, sum(entry.amount)::bigint AS total
        FROM (${inPlace(journal)}) AS placed JOIN entry ON entry.transfer_id = placed.id
        WHERE placed.at < ${before ?? 'infinity'}::timestamptz GROUP BY entry.account_id
      ) AS stands JOIN account ON account.id = stands.account_id ${OWNER} WHERE ${within(scope)} ORDER BY account.name`,
    ({ balance, ...account }) => ({ account, balance }),
  )
}

let cursors = 0

/** Reads what a query answers by a cursor of the server, so that no more than a batch is held here. */
async function* batchesOf<Row, Told = Row>(
  tx: Tx,
  query: RawBuilder<unknown>,
  tell: (row: Row) => Told = (row) => row as unknown as Told,
): AsyncGenerator<Told[]> {
  const cursor = sql.id(`journal_${(cursors += 1)}`)
  await sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`FETCH FORWARD ${sql.lit(BATCH)} FROM ${cursor}`.execute(tx)
    if (rows.length > 0) yield rows.map(tell)
    if (rows.length < BATCH) break
  }
  await sql`CLOSE ${cursor}`.execute(tx)
}
