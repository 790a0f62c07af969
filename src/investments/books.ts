import { custodyAccount, investorAccount, suspenseAccount, type AccountName } from '#ledger/accounts.ts'
import { booksOf, missingFrom } from '#ledger/books.ts'
import { credit, debit, type Entry, type NewTransfer, type Reference } from '#ledger/post.ts'
import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { backingEntries, partsOfPromise } from '#reserve/set-apart.ts'
import type { EarningShare } from './earnings/store.ts'
import { earnedBy, earningSeconds, keptOf, takenFromOwn } from './rules.ts'
import type { EarningInvestment, InvestmentRecord } from './store.ts'

type Booked = Pick<
  InvestmentRecord,
  | ('user_id' | 'wallet_id' | 'source' | 'status' | 'amount')
  | ('earned_posted' | 'received' | 'refunded' | 'from_suspense' | 'set_apart')
>

/** What the books must hold for an investment in its state (business rules §4), from nothing. */
export function requiredEntries(investment: Booked): Entry[] {
  const { user_id, wallet_id, status, amount, earned_posted, set_apart } = investment
  const suspense = suspenseAccount(wallet_id)
  // What others use of it they take from suspense themselves, so it stands here for good.
  const received = [debit(custodyAccount(wallet_id), keptOf(investment)), credit(suspense, keptOf(investment))]
  const own = takenFromOwn(investment)
  const principal = [debit(suspense, own), debit(fundedFrom(investment), microUsd(amount - own))]
  const earnings = investorAccount(user_id, 'earnings')
  const backing = backingEntries({ setApart: set_apart, posted: earned_posted, isOpen: status === 'approved' })
  const yielded = [debit('expense/yield', earned_posted), credit(earnings, earned_posted), ...backing]
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
type Kind = 'approved' | 'received' | 'refunded' | 'completed' | 'left'

/** What an investment has earned by a moment and not been credited: the record then, and what is to be kept of it. */
export type Accrual<Of extends EarningInvestment> = { accrued: Of; share: EarningShare }

/** What an investment has earned by a moment and not been credited, and by which of its terms. */
export function accrualOf<Of extends EarningInvestment>(investment: Of, by: Date): Accrual<Of> {
  const { id, version, began_at, duration, accrued_at, earned_posted, set_apart } = investment
  const total = earnedBy(investment, by)
  const secondsBy = (moment: Date | null) =>
    began_at === null || moment === null ? 0 : earningSeconds(began_at, duration, moment)
  const amount = microUsd(total - earned_posted)
  const keptBy = (posted: MicroUsd) => partsOfPromise({ setApart: set_apart, posted, isOpen: true }).kept
  const backed = microUsd(keptBy(total) - keptBy(earned_posted))
  return {
    accrued: { ...investment, earned_posted: total, accrued_at: by },
    share: { investmentId: id, version, from: secondsBy(accrued_at), to: secondsBy(by), amount, backed },
  }
}

/**
 * The transfer of what some investments of one investor have earned by a moment and not been credited. Its key names that
 * moment and the first of them: no investment is credited twice by the same one.
 */
export function earningsTransfer(userId: string, by: Date, shares: readonly EarningShare[]): NewTransfer {
  const due = sum(shares.map(({ amount }) => amount))
  const backed = sum(shares.map((share) => share.backed))
  return {
    key: earningsKey(userId, by, shares),
    kind: 'investment earned',
    reference: { kind: 'user', id: userId },
    entries: [
      ...[debit('expense/yield', due), credit(investorAccount(userId, 'earnings'), due)],
      ...[debit('reserve/committed', backed), credit('equity/set-apart', backed)],
    ],
  }
}

/** Under which that transfer is posted. */
export function earningsKey(userId: string, by: Date, shares: readonly EarningShare[]): string {
  return `user/${userId}/earned/${by.toISOString()}/${shares[0]?.investmentId}`
}

export function investmentReference(investment: { id: string }): Reference {
  return { kind: 'investment', id: investment.id }
}

/** The columns that say what has been earned, for an investment that begins again or has not begun. */
export const NOT_EARNING = {
  ...{ began_at: null, completed_at: null, earned_posted: ZERO, accrued_at: null },
  ...{ exit_quote_id: null, left_after: null },
} as const
