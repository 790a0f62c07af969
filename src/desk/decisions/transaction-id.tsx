import { Link } from '@tanstack/react-router'
import { useRead } from '#desk/calls.ts'
import { dollars } from '#money/show.ts'
import type { TransactionUse } from '#records/contract.ts'
import { Notice } from '#ui/notice.tsx'
import { ToCompare } from '#ui/to-compare.tsx'
import { LookUp } from './said-paid.tsx'
import { paidTogether, payoutWords, usesApart, type NamedBy } from './transaction-words.ts'

type TransactionIdProps = {
  of: string
  txid: string
  by: NamedBy
  /** What the id is said to do. */
  heading: string
}

/**
 * The transaction of a record, where it can be looked at, and which others name it: what was paid with it is said, and
 * there is a warning of what it cannot be as well.
 */
export function TransactionId({ of, txid, by, heading }: TransactionIdProps) {
  const { data } = useRead('GET /api/admin/transaction-of/:id', { params: { id: of } })
  const uses = data?.uses ?? []
  const { together, suspicious } = usesApart(by, uses)
  return (
    <div className="mt-4 flex flex-col gap-3">
      {suspicious.length > 0 && (
        <Notice tone="warning">
          <p>This transaction id was used before. Make sure that one payment isn’t counted twice.</p>
          <Uses uses={suspicious} />
        </Notice>
      )}
      <ToCompare heading={heading} of={txid} copy="Copy the transaction id" mono>
        {data?.link && <LookUp link={data.link} />}
      </ToCompare>
      {together.length > 0 && (
        <section aria-label="Paid together" className="text-14 text-ink-2">
          <p>{paidTogether(by, uses)}</p>
          <Uses uses={together} />
        </section>
      )}
    </div>
  )
}

function Uses({ uses }: { uses: readonly TransactionUse[] }) {
  return (
    <ul className="mt-1 flex flex-col">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.id}`}>
          <Link {...screenOf(use)} className="inline-flex min-h-11 items-center font-semibold underline">
            {WORDS[use.kind]} of {dollars(use.amount)} by {use.user.name}
          </Link>
          <span className="block">{payoutWords(use)}</span>
        </li>
      ))}
    </ul>
  )
}

const WORDS = { investment: 'Investment', withdrawal: 'Withdrawal', refund: 'Refund' }

function screenOf({ kind, id }: TransactionUse) {
  if (kind === 'withdrawal') return { to: '/admin-withdrawals', search: { panel: 'withdrawal', of: id } } as const
  return { to: '/admin-investments', search: { panel: 'investment', of: id } } as const
}
