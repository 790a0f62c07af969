import { custodyAccount, investorAccount, type AccountName } from '#ledger/accounts.ts'
import { credit, debit, type Entry } from '#ledger/post.ts'
import { HELD_IN } from './rules.ts'
import type { WithdrawalRecord } from './store.ts'

/** What the books must hold for a withdrawal in its state (business rules §5). Nothing once it is declined. */
export function requiredEntries(
  withdrawal: Pick<WithdrawalRecord, 'user_id' | 'source' | 'status' | 'amount' | 'wallet_id'>,
): Entry[] {
  const { user_id, status, amount, wallet_id } = withdrawal
  const place = HELD_IN[status]
  if (place === null) return []
  const account = place === 'custody' ? custodyAccount(wallet_id) : investorAccount(user_id, place)
  return [debit(sourceAccount(withdrawal), amount), credit(account, amount)]
}

/** The account that a withdrawal is taken from. */
export function sourceAccount(withdrawal: Pick<WithdrawalRecord, 'user_id' | 'source'>): AccountName {
  return investorAccount(withdrawal.user_id, withdrawal.source === 'investment' ? 'earnings' : 'referral')
}
