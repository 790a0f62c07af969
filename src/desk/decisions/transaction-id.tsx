import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useRead } from '#desk/calls.ts'
import { statusWords } from '#desk/record-parts.tsx'
import { dollars } from '#money/show.ts'
import type { TransactionUse } from '#records/contract.ts'
import { Notice } from '#ui/notice.tsx'
import { momentOf } from '#ui/times.ts'
import { ToCompare } from '#ui/to-compare.tsx'

type TransactionIdProps = { of: string; txid: string; /** What the id is said to do. */ heading: string }

/** The transaction of a record, where it can be looked at, and a warning where another record names it too. */
export function TransactionId({ of, txid, heading }: TransactionIdProps) {
  const { data } = useRead('GET /api/admin/transaction-of/:id', { params: { id: of } })
  const uses = data?.uses ?? []
  return (
    <div className="mt-4 flex flex-col gap-3">
      {uses.length > 0 && <UsedBefore uses={uses} />}
      <ToCompare heading={heading} of={txid} copy="Copy the transaction id" mono>
        {data?.link && (
          <a
            href={data.link}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 text-14 font-medium text-brand"
          >
            Look it up on {new URL(data.link).host}
            <ExternalLink className="size-4" aria-hidden />
          </a>
        )}
      </ToCompare>
    </div>
  )
}

function UsedBefore({ uses }: { uses: readonly TransactionUse[] }) {
  return (
    <Notice tone="warning">
      <p>This transaction id was used before. Make sure that one payment isn’t counted twice.</p>
      <ul className="mt-1 flex flex-col">
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <Link {...screenOf(use)} className="inline-flex min-h-11 items-center font-semibold underline">
              {WORDS[use.kind]} of {dollars(use.amount)} by {use.user.name}
            </Link>
            <span className="block">
              {statusWords(use.status)}, {momentOf(use.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const WORDS = { investment: 'Investment', withdrawal: 'Withdrawal', refund: 'Refund' }

function screenOf({ kind, id }: TransactionUse) {
  if (kind === 'withdrawal') return { to: '/admin-withdrawals', search: { panel: 'withdrawal', of: id } } as const
  return { to: '/admin-investments', search: { panel: 'investment', of: id } } as const
}
