import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { AccountKind, TransferKind } from './contract.ts'
import type { Transfer } from './postings.ts'

/** An account: its name, what it holds, and the user or the payment wallet that it belongs to. */
export type Account = { name: string; kind: AccountKind; owner_id: string | null }
/** A transfer with the accounts that it touched, the amounts on each account's own side. */
export type AnyTransfer = Transfer & { entries: (Account & { amount: MicroUsd })[] }
/** What one transfer did to one account. */
export type AccountEntry = AnyTransfer & { sequence: number; amount: MicroUsd; balance_after: MicroUsd }

/**
 * The newest so many entries of an account, or those before a sequence: by the table's own key, however many there
 * are. Undefined if there is no such account.
 */
export async function entriesOf(
  tx: Tx,
  name: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ account: Account; balance: MicroUsd; entries: AccountEntry[] } | undefined> {
  const found = await sql<Account & { id: number; balance: MicroUsd }>`
    SELECT id, name, kind, owner_id, balance FROM account WHERE name = ${name}`.execute(tx)
  const [account] = found.rows
  if (account === undefined) return undefined
  const { rows } = await sql<Omit<AccountEntry, 'entries'>>`
    SELECT entry.sequence, account.side * entry.amount AS amount, entry.balance_after, transfer.id, transfer.kind,
      transfer.reference_kind, transfer.reference_id, transfer.actor_id, transfer.job, transfer.effective_at
    FROM entry JOIN account ON account.id = entry.account_id JOIN transfer ON transfer.id = entry.transfer_id
    WHERE entry.account_id = ${account.id} AND entry.sequence < ${before ?? LAST}::bigint
    ORDER BY entry.sequence DESC LIMIT ${limit}`.execute(tx)
  return { account, balance: account.balance, entries: await withEntries(tx, rows) }
}

const LAST = 2 ** 31 - 1

/** The newest so many transfers of these kinds that belong to these payment wallets, newest first. */
export async function transfersOfWallets(
  tx: Tx,
  { walletIds, kinds, limit }: { walletIds: readonly string[]; kinds: readonly TransferKind[]; limit: number },
): Promise<AnyTransfer[]> {
  const { rows } = await sql<Omit<AnyTransfer, 'entries'>>`
    SELECT newest.* FROM unnest(${walletIds}::uuid[]) AS wallet (id), LATERAL (
      SELECT id, kind, reference_kind, reference_id, actor_id, job, effective_at FROM transfer
      WHERE reference_id = wallet.id AND reference_kind = 'wallet' AND kind = ANY(${kinds}::transfer_kind[])
      ORDER BY effective_at DESC, id DESC LIMIT ${limit}
    ) AS newest
    ORDER BY effective_at DESC, id DESC LIMIT ${limit}`.execute(tx)
  return withEntries(tx, rows)
}

async function withEntries<Row extends { id: bigint }>(
  tx: Tx,
  rows: readonly Row[],
): Promise<(Row & { entries: AnyTransfer['entries'] })[]> {
  const { rows: found } = await sql<Account & { transfer_id: bigint; amount: MicroUsd }>`
    SELECT entry.transfer_id, account.name, account.kind, account.owner_id, account.side * entry.amount AS amount
    FROM entry JOIN account ON account.id = entry.account_id
    WHERE entry.transfer_id = ANY(${rows.map(({ id }) => id)}::bigint[])
    ORDER BY account.name`.execute(tx)
  const entries = Map.groupBy(found, ({ transfer_id }) => transfer_id)
  return rows.map((row) => ({ ...row, entries: entries.get(row.id) ?? [] }))
}
