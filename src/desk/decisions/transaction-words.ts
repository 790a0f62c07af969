import type { Status } from '#kit/wire.ts'
import type { TransactionUse } from '#records/contract.ts'
import { showTotal } from '#money/show.ts'
import { statusWords } from '#desk/record-parts.tsx'
import { momentOf } from '#ui/times.ts'

/** How many records are read at most. */
const MOST = 20

/** A record that names a transaction: of an investment it is what the investor says, of a withdrawal what paid it. */
export type NamedBy = { kind: 'investment' | 'withdrawal'; amount: string }

/**
 * The other records of a transaction, apart: those that it paid together with this one, which the books hold to an
 * address of each, and those that one payment cannot have been as well.
 */
export function usesApart(
  { kind }: NamedBy,
  uses: readonly TransactionUse[],
): { together: readonly TransactionUse[]; suspicious: readonly TransactionUse[] } {
  const isPart = (use: TransactionUse) => kind === 'withdrawal' && use.paid_at !== null
  return { together: uses.filter(isPart), suspicious: uses.filter((use) => !isPart(use)) }
}

/** What a transaction paid besides this record, of all that names it, and the sum where none can be missing. */
export function paidTogether(record: NamedBy, uses: readonly TransactionUse[]): string {
  const { together } = usesApart(record, uses)
  if (uses.length >= MOST) return `The same transaction also paid others. Here are the first ${together.length}.`
  const what = together.length === 1 ? 'one other' : `${together.length} others`
  return `The same transaction also paid ${what}: ${showTotal([record, ...together])} together with this one.`
}

/** How a record that names a transaction stands, and since when: paid is later than asked for. */
export function payoutWords({ kind, status, created_at, paid_at }: TransactionUse): string {
  if (paid_at) return `${kind === 'refund' ? 'Recorded' : 'Paid'} ${momentOf(paid_at)}`
  return `${statusWords(status)}, ${kind === 'withdrawal' ? 'requested' : 'made'} ${momentOf(created_at)}`
}

/** Over the address of a withdrawal: whether it is to be paid, was paid, or is not to be paid any more. */
export function payeeHeading(status: Status): string {
  if (status === 'completed') return 'Paid to this address'
  return status === 'declined' ? 'Was to be paid to this address' : 'Pay to this address'
}
