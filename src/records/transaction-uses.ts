import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { toWire } from '#money/micro-usd.ts'
import { explorerOf } from '#settings/read.ts'
import { linkTo } from '#settings/rules.ts'
import type { recordsContract } from './contract.ts'
import { selectSharedTxids, selectTransaction, selectTransactionUses } from './transaction-store.ts'

/**
 * The transaction that an investment or a withdrawal names, or would name (`typed`), where it can be looked at, and which
 * other records name it too, as the network compares ids. 404 if there is no such record.
 */
export async function transactionOf(
  tx: Tx,
  id: string,
  typed?: string,
): Promise<ReplyOf<(typeof recordsContract)['GET /api/admin/transaction-of/:id']>> {
  const transaction = (await selectTransaction(tx, id)) ?? refuse('not found', 'There is no such record.')
  const { network, txid: named } = transaction
  const txid = typed?.trim() || named
  const empty = { status: 'success' as const, network, txid, link: null, uses: [] }
  if (txid === null) return empty
  const uses = await selectTransactionUses(tx, { network, txid, butNot: id })
  return {
    ...empty,
    link: linkTo(await explorerOf(tx, network), txid),
    uses: uses.map(({ kind, record_id, amount, status, created_at, paid_at, user_id, name, email }) => ({
      ...{ kind, id: record_id, amount: toWire(amount), status, created_at: created_at.toISOString() },
      paid_at: paid_at && paid_at.toISOString(),
      user: { id: user_id, name, email },
    })),
  }
}

/** Those of these investments whose transaction another record names too. */
export async function sharedTxids(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  return ids.length === 0 ? new Set() : selectSharedTxids(tx, ids)
}
