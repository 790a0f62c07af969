import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CheckedBooks } from '#funds/contract.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/now.ts'
import { nextRead } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { ago } from '#ui/times.ts'
import { call } from '#desk/calls.ts'

const KEY = ['GET /api/admin/books']
/** Milliseconds after which the answer of a check that is under way is asked for again. */
const SOON = 2000

/** When the books were last checked and what was found, with a button that checks them now. */
export function BooksChecked({ onAccount }: { onAccount: (name: string) => void }) {
  const cache = useQueryClient()
  const { busy, submit } = useSubmission()
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => call('GET /api/admin/books'),
    refetchInterval: (query) => nextRead(query, query.state.data?.checking ? SOON : false),
  })
  if (data === undefined) return error ? <EmptyState>{error.message}</EmptyState> : <Skeleton className="h-20" />
  const checking = busy || data.checking
  const check = () =>
    submit(() => call('POST /api/admin/check-books'), {
      sending: false,
      success: null,
      done: (reply) => cache.setQueryData(KEY, reply),
    })
  return (
    <div className="flex flex-col gap-3 pb-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p role="status" className="text-14 text-ink-2">
          <WhatIsKnown books={data} checking={checking} />
        </p>
        <Button variant="quiet" size="small" busy={checking} onClick={() => void check()}>
          Check now
        </Button>
      </div>
      {data.last?.outcome === 'wrong' && <WhatIsWrong proofs={data.last.proofs} onAccount={onAccount} />}
    </div>
  )
}

function WhatIsKnown({ books: { last }, checking }: { books: CheckedBooks; checking: boolean }) {
  const now = useNow(60_000)
  if (checking) return 'Checking the books…'
  if (last === null) return 'The books haven’t been checked yet.'
  const when = <time dateTime={last.at}>{ago(last.at, now)}</time>
  if (last.outcome === 'failed') return <>A check {when} couldn’t be finished. The log says why.</>
  return (
    <>
      <b className="text-ink">Books checked {when}</b>
      {last.outcome === 'clean' && (last.whole ? ', all of them: nothing is wrong.' : ': nothing is wrong.')}
    </>
  )
}

type Proofs = NonNullable<CheckedBooks['last']>['proofs']

function WhatIsWrong({ proofs, onAccount }: { proofs: Proofs; onAccount: (name: string) => void }) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">The books are wrong. Find out what happened before money is paid out.</p>
      <ul className="flex flex-col gap-3 pt-2">
        {proofs.map(
          ({ name, wrong }) =>
            wrong && (
              <li key={name}>
                <p className="wrap-anywhere">{wrong.says}</p>
                <p className="flex flex-wrap gap-x-4">
                  {wrong.record && <RecordLink record={wrong.record} />}
                  {wrong.account !== null && (
                    <button
                      type="button"
                      className="min-h-11 font-semibold underline lg:min-h-9"
                      onClick={() => onAccount(wrong.account ?? '')}
                    >
                      See the postings
                    </button>
                  )}
                </p>
              </li>
            ),
        )}
      </ul>
    </Notice>
  )
}

const SCREENS = {
  investment: '/admin-investments',
  withdrawal: '/admin-withdrawals',
  referral: '/admin-referrals',
} as const

function RecordLink({ record: { kind, id } }: { record: { kind: string; id: string } }) {
  const className = 'flex min-h-11 items-center font-semibold underline lg:min-h-9'
  if (kind === 'user')
    return (
      <Link to="/view-account/$userId" params={{ userId: id }} className={className}>
        Open the account
      </Link>
    )
  if (kind !== 'investment' && kind !== 'withdrawal' && kind !== 'referral') return null
  return (
    <Link to={SCREENS[kind]} search={{ panel: kind, of: id }} className={className}>
      {`Open the ${kind}`}
    </Link>
  )
}
