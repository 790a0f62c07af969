import { sql, type SqlBool } from 'kysely'
import { byWhom } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { inPieces } from '#kit/in-pieces.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import type { AccountKind, Posting, TransferKind } from './contract.ts'
import type { Reference } from './post.ts'

/** One entry of a transfer, on its account's own side. */
type EntryRow = { kind: AccountKind; owner_id: string | null; amount: MicroUsd; balance_after: MicroUsd }
/** A transfer without what it did to accounts. */
export type Transfer = {
  id: bigint
  kind: TransferKind
  reference_kind: Reference['kind']
  reference_id: string
  actor_id: string | null
  job: string | null
  effective_at: Date
}
/** A transfer as it stands in the books. */
export type TransferRow = Transfer & { entries: EntryRow[] }

/** Daily for a year, and as much again of everything else: no record has more on its own. */
const MOST = 2000

/**
 * What a record has done to the books, oldest first; the newest 2,000 transfers where it has done more than that. Of
 * earnings that several investments share, the investment's part.
 */
export async function transfersOf(tx: Tx, reference: Reference): Promise<TransferRow[]> {
  const shares = reference.kind === 'investment' ? await sharesOf(tx, reference.id) : new Map<bigint, MicroUsd>()
  const newest = await transfers(tx)
    .where((eb) =>
      eb.or([
        eb.and([eb('transfer.reference_id', '=', reference.id), eb('transfer.reference_kind', '=', reference.kind)]),
        sql<SqlBool>`transfer.id = ANY(${[...shares.keys()]}::bigint[])`,
      ]),
    )
    .orderBy('transfer.created_at', 'desc')
    .orderBy('transfer.id', 'desc')
    .limit(MOST)
    .execute()
  const rows = await withEntries(tx, newest.reverse())
  return rows.map((row) => {
    const share = shares.get(row.id)
    return share === undefined ? row : { ...row, entries: row.entries.map((entry) => ({ ...entry, amount: share })) }
  })
}

/** What an investment has of earnings that it shares with others, by their transfers. Both accounts grow by it. */
async function sharesOf(tx: Tx, investmentId: string): Promise<Map<bigint, MicroUsd>> {
  const { rows } = await sql<{ id: bigint; amount: MicroUsd }>`
    SELECT transfer.id, share.amount
    FROM earning_share AS share JOIN transfer ON transfer.id = share.transfer_id AND transfer.reference_kind = 'user'
    WHERE share.investment_id = ${investmentId}`.execute(tx)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** Transfers that touch one of these accounts, oldest first; the newest so many where there are more. */
export async function transfersOn(tx: Tx, accounts: readonly string[], most: number): Promise<TransferRow[]> {
  const newest = await transfers(tx)
    .where('transfer.id', 'in', (eb) =>
      eb
        .selectFrom('entry')
        .innerJoin('account', 'account.id', 'entry.account_id')
        .select('entry.transfer_id')
        .where('account.name', 'in', accounts),
    )
    .orderBy('transfer.created_at', 'desc')
    .orderBy('transfer.id', 'desc')
    .limit(most)
    .execute()
  return withEntries(tx, newest.reverse())
}

/** What these transfers did to these accounts, on each account's own side, by transfer. */
export async function entriesOn(
  tx: Tx,
  transferIds: readonly bigint[],
  accounts: readonly string[],
): Promise<Map<bigint, EntryRow[]>> {
  const { rows } = await sql<EntryRow & { transfer_id: bigint }>`
    SELECT entry.transfer_id, account.kind, account.owner_id, account.side * entry.amount AS amount, entry.balance_after
    FROM entry JOIN account ON account.id = entry.account_id
    WHERE entry.transfer_id = ANY(${transferIds}::bigint[]) AND account.name = ANY(${accounts})
    ORDER BY account.name`.execute(tx)
  return Map.groupBy(rows, (row) => row.transfer_id)
}

/**
 * Transfers as their investor may see them: administrators without names, balances of their own accounts only.
 * `wallets` names the payment wallets by id, `reasons` says why by the transfer's id.
 */
export function tellPostings(
  rows: readonly TransferRow[],
  told: { investorId: string; wallets: ReadonlyMap<string, string>; reasons: ReadonlyMap<bigint, string> },
): Posting[] {
  return rows.map(({ id, kind, actor_id, effective_at, entries }) => ({
    id: String(id),
    at: effective_at.toISOString(),
    kind,
    by: byWhom(actor_id, told.investorId),
    reason: told.reasons.get(id) ?? null,
    entries: entries.map(({ kind: account, owner_id, amount, balance_after }) => {
      const mine = owner_id === told.investorId
      const isWallets = account === 'custody' || account === 'suspense'
      return {
        account,
        wallet: isWallets ? (told.wallets.get(owner_id ?? '') ?? null) : null,
        amount: toWire(amount),
        balance_after: mine ? toWire(balance_after) : null,
        mine,
      }
    }),
  }))
}

function transfers(tx: Tx) {
  return tx
    .selectFrom('transfer')
    .select([
      'transfer.id',
      'transfer.kind',
      'transfer.reference_kind',
      'transfer.reference_id',
      'transfer.actor_id',
      'transfer.job',
      'transfer.effective_at',
    ])
}

async function withEntries(tx: Tx, rows: readonly Transfer[]): Promise<TransferRow[]> {
  const whole: TransferRow[] = []
  for await (const piece of inPieces(rows)) {
    const ids = piece.map(({ id }) => id)
    const { rows: found } = await sql<EntryRow & { transfer_id: bigint }>`
      SELECT entry.transfer_id, account.kind, account.owner_id, account.side * entry.amount AS amount, entry.balance_after
      FROM entry JOIN account ON account.id = entry.account_id
      WHERE entry.transfer_id = ANY(${ids}::bigint[])
      ORDER BY entry.amount DESC, account.name`.execute(tx)
    const entries = Map.groupBy(found, (entry) => entry.transfer_id)
    for (const row of piece) {
      whole.push({ ...row, entries: entries.get(row.id) ?? [] })
    }
  }
  return whole
}
