import { Link } from '@tanstack/react-router'
import { fromWire, microUsd, toWire } from '#money/micro-usd.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { doneBy, nameOfAccount } from '#desk/account-names.ts'
import { call } from '#desk/calls.ts'
import * as text from '#texts/list.ts'
import { ListEnd } from '#lists/web/list-end.tsx'
import { usePages } from '#lists/web/pages.ts'
import { TRANSFERS } from '#ledger/rules.ts'
import type { AccountPosting } from '#funds/contract.ts'
import { dollars } from '#money/show.ts'

type AccountPostingsProps = {
  account: string
  /** The balance as it is shown elsewhere, in dollars: what is not posted yet included. */
  shown?: string
}

/** Everything that has been posted to an account, newest first: what it did, who did it, and for which record. */
export function AccountPostings({ account, shown }: AccountPostingsProps) {
  const pages = usePages(
    'GET /api/admin/postings',
    (asked) => call('GET /api/admin/postings', { query: { ...asked, account } }),
    { account },
  )
  const { rows, first, error } = pages
  if (error && !rows) return <EmptyState>{error.message}</EmptyState>
  if (!rows) return <Skeleton className="h-72" />
  return (
    <>
      {first && (
        <p className="text-36 font-medium">
          <Money amount={first.balance} />
        </p>
      )}
      {first && shown !== undefined && shown !== first.balance && (
        <p className="text-13 text-ink-2">
          <Money amount={toWire(microUsd(fromWire(shown) - fromWire(first.balance)))} signed /> not yet posted
        </p>
      )}
      {rows.length === 0 && <EmptyState>Nothing has been posted to this account yet.</EmptyState>}
      <ol className="divide-y divide-line">
        {rows.map((posting) => (
          <PostingRow key={posting.sequence} posting={posting} />
        ))}
      </ol>
      {rows.length > 0 && <ListEnd pages={pages} words={text.newest} />}
    </>
  )
}

function PostingRow({ posting }: { posting: AccountPosting }) {
  const { at, kind, amount, balance_after, by, asked_by, job, reason, record, others } = posting
  return (
    <li className="flex flex-col gap-1 py-3 text-13 text-ink-2">
      <div className="flex items-baseline justify-between gap-3 text-15 text-ink">
        <span className="font-semibold">{TRANSFERS[kind].operator}</span>
        <Money amount={amount} signed className="font-semibold" />
      </div>
      <div className="flex items-baseline justify-between gap-3">
        <span>
          <time dateTime={at}>{momentOf(at)}</time>, {by ? doneBy(by, asked_by) : `automatically (${job})`}
        </span>
        <span className="whitespace-nowrap">then {dollars(balance_after)}</span>
      </div>
      {others.map((other) => (
        <div key={other.name} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{nameOfAccount(other)}</span>
          <Money amount={other.amount} signed />
        </div>
      ))}
      {reason && <p className="wrap-anywhere">{reason}</p>}
      <RecordLink record={record} />
    </li>
  )
}

const SCREENS = {
  investment: '/admin-investments',
  withdrawal: '/admin-withdrawals',
  referral: '/admin-referrals',
} as const
const linkClass = 'flex min-h-11 items-center self-start text-14 font-semibold text-brand lg:min-h-6'

/** The way to the record that a posting belongs to. */
function RecordLink({ record: { kind, id } }: Pick<AccountPosting, 'record'>) {
  if (kind === 'wallet') return null
  if (kind === 'user') {
    return (
      <Link to="/view-account/$userId" params={{ userId: id }} className={linkClass}>
        See the account
      </Link>
    )
  }
  return (
    <Link to={SCREENS[kind]} search={{ panel: kind, of: id }} className={linkClass}>
      See the {kind}
    </Link>
  )
}
