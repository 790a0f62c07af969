import { custodyAccount, investorAccount, suspenseAccount, type AccountName } from '#ledger/accounts.ts'
import { booksOf, missingFrom } from '#ledger/books.ts'
import { credit, debit, type Entry, type NewTransfer, type Reference } from '#ledger/post.ts'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { earnedBy, keptOf, takenFromOwn } from './rules.ts'
import type { InvestmentRecord } from './store.ts'

type Booked = Pick<
  InvestmentRecord,
  'user_id' | 'wallet_id' | 'source' | 'status' | 'amount' | 'earned_posted' | 'received' | 'refunded' | 'from_suspense'
>

/** What the books must hold for an investment in its state (business rules §4), from nothing. */
export function requiredEntries(investment: Booked): Entry[] {
  const { user_id, wallet_id, status, amount, earned_posted } = investment
  const suspense = suspenseAccount(wallet_id)
  // What others use of it they take from suspense themselves, so it stands here for good.
  const received = [debit(custodyAccount(wallet_id), keptOf(investment)), credit(suspense, keptOf(investment))]
  const own = takenFromOwn(investment)
  const principal = [debit(suspense, own), debit(fundedFrom(investment), microUsd(amount - own))]
  const earnings = investorAccount(user_id, 'earnings')
  const yielded = [debit('expense/yield', earned_posted), credit(earnings, earned_posted)]
  switch (status) {
    case 'approved':
      return [...received, ...principal, credit(investorAccount(user_id, 'invested'), amount), ...yielded]
    case 'completed':
      return [...received, ...principal, credit(returnsTo(investment), amount), ...yielded]
    case 'pending':
    case 'waiting approval':
    case 'declined':
      return received
  }
}

/** Where the principal comes from, beyond what it takes of what came in for it. */
function fundedFrom({ source, user_id, wallet_id, from_suspense }: Booked): AccountName {
  if (from_suspense !== null) return suspenseAccount(wallet_id)
  if (source === 'payment') return custodyAccount(wallet_id)
  return investorAccount(user_id, source === 'bonus' ? 'bonus' : 'earnings')
}

/** Where the principal goes at completion: promotional credit back to where it came from, all else to be withdrawn. */
function returnsTo({ source, user_id }: Booked): AccountName {
  return investorAccount(user_id, source === 'bonus' ? 'bonus' : 'earnings')
}

/** The transfer that takes the books from one state of an investment to the next. */
export function transferBetween(before: InvestmentRecord | null, after: InvestmentRecord, kind: Kind): NewTransfer {
  const posted = before === null ? [] : requiredEntries(before)
  return {
    key: `investment/${after.id}/${kind}/${after.version}`,
    kind: `investment ${kind}`,
    reference: investmentReference(after),
    entries: missingFrom(booksOf(posted), booksOf(requiredEntries(after))),
  }
}
type Kind = 'approved' | 'received' | 'refunded' | 'completed'

/**
 * The transfer of what an investment has earned by a moment and not been credited. Its key is the sum of all that it
 * has earned, so that nothing is credited twice.
 */
export function accrualOf(
  investment: InvestmentRecord,
  by: Date,
): { accrued: InvestmentRecord; transfer: NewTransfer } {
  const total = earnedBy(investment, by)
  const due = microUsd(total - investment.earned_posted)
  return {
    accrued: { ...investment, earned_posted: total, accrued_at: by },
    transfer: {
      key: `investment/${investment.id}/earned/${investment.version}/${total}`,
      kind: 'investment earned',
      reference: investmentReference(investment),
      entries: [debit('expense/yield', due), credit(investorAccount(investment.user_id, 'earnings'), due)],
    },
  }
}

export function investmentReference(investment: { id: string }): Reference {
  return { kind: 'investment', id: investment.id }
}

/** The columns that say what has been earned, for an investment that begins again or has not begun. */
export const NOT_EARNING = { began_at: null, completed_at: null, earned_posted: ZERO, accrued_at: null } as const
