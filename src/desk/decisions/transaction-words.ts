import type { TransactionUse } from '#records/contract.ts'
import { showTotal } from '#money/show.ts'
import { statusWords } from '#desk/record-parts.tsx'
import { momentOf } from '#ui/times.ts'

/** How many others are read at most. */
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

/** What a transaction paid besides this record, and how much that was together, where all of it is known. */
export function paidTogether(record: NamedBy, others: readonly TransactionUse[]): string {
  if (others.length >= MOST) return `The same transaction also paid others, of which the first ${MOST} are here.`
  const what = others.length === 1 ? 'one other' : `${others.length} others`
  return `The same transaction also paid ${what}: ${showTotal([record, ...others])} together with this one.`
}

/** How a record that names a transaction stands, and since when: paid is later than asked for. */
export function payoutWords({ kind, status, created_at, paid_at }: TransactionUse): string {
  if (paid_at) return `${kind === 'refund' ? 'Recorded' : 'Paid'} ${momentOf(paid_at)}`
  return `${statusWords(status)}, ${kind === 'withdrawal' ? 'requested' : 'made'} ${momentOf(created_at)}`
}
