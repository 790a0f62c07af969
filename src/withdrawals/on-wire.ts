import type { Unconfirmed } from '#approvals/said-paid.ts'
import { historyOf, type NamedAct } from '#audit/history.ts'
import { toWire } from '#money/micro-usd.ts'
import { WithdrawalFacts, type Withdrawal } from './contract.ts'
import type { ListedWithdrawal } from './store.ts'

/** A withdrawal as the wire has it, with what has happened to it, and what was said of its payment and not confirmed. */
export function onWire(row: ListedWithdrawal, acts: readonly NamedAct[], said?: Unconfirmed): Withdrawal {
  return {
    id: row.id,
    amount: toWire(row.amount),
    typed_amount: toWire(row.typed_amount),
    source: row.source,
    status: row.status,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    wallet_id: row.wallet_id,
    wallet_name: row.wallet_name,
    network: row.network,
    wallet_address: row.wallet_address,
    txid: row.txid,
    version: row.version,
    held: heldOf(row),
    stopped_until: stoppedUntil(row),
    address_distrusted: mayBePaid(row) && row.address_distrusted_at !== null,
    said_paid: said === undefined ? null : { id: said.id, by: said.by, at: said.at.toISOString(), txid: said.txid },
    history: historyOf(WithdrawalFacts, acts, row.user_id),
    user: { id: row.user_id, name: row.user_name, email: row.user_email },
  }
}

/** Until when it is neither approved nor paid, because its investor has taken the account back; null once it can't be either. */
function stoppedUntil(row: ListedWithdrawal): string | null {
  return mayBePaid(row) ? (row.stopped_until?.toISOString() ?? null) : null
}

function mayBePaid({ status }: ListedWithdrawal): boolean {
  return status === 'pending' || status === 'approved'
}

/** What it waits for, for as long as it can be approved at all; whether that is over, a clock tells. */
function heldOf(withdrawal: ListedWithdrawal): Withdrawal['held'] {
  const { status, created_at, address_id, address_confirmed_at: confirmed, address_usable_at: usable } = withdrawal
  if (status !== 'pending' || address_id === null || usable === null) return null
  // it was asked for when its address had settled
  if (confirmed !== null && confirmed <= created_at && usable <= created_at) return null
  return { address_id, confirmed: confirmed !== null, until: usable.toISOString() }
}
