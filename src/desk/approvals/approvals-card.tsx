import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Approval } from '#approvals/contract.ts'
import { requestHeading } from '#approvals/rules.ts'
import * as text from '#texts/second-approval.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useNow } from '#ui/now.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ago } from '#ui/times.ts'
import { approvalLine } from './approval-words.ts'
import { useRead } from '#desk/calls.ts'

/** Everything that waits for a second administrator, each leading to its record. */
export function ApprovalsCard() {
  const { data: approvals, error } = useRead('GET /api/admin/approvals')
  const { data: counts } = useRead('GET /api/admin/waiting')
  const all = approvals?.next_cursor ? counts?.approvals.all : approvals?.items.length
  return (
    <Card className="px-5 pt-4 pb-2">
      <h2 className="flex items-baseline justify-between pb-1 text-17">
        Second approval
        {approvals?.items.length !== 0 && (
          <span className="text-13 font-normal text-ink-2">{all === undefined ? 'newest' : `newest of ${all}`}</span>
        )}
      </h2>
      {!approvals &&
        (error ? <p className="pt-1 pb-3 text-14 text-ink-2">{error.message}</p> : <Skeleton className="mb-3 h-18" />)}
      {approvals?.items.length === 0 && (
        <p className="pt-1 pb-3 text-14 text-ink-2">{approvals.others.reviewers ? text.none : text.alone}</p>
      )}
      <ul className="divide-y divide-line">
        {approvals?.items.map((approval) => (
          <Line key={approval.id} approval={approval} />
        ))}
        {approvals?.next_cursor && <Further key={approvals.next_cursor} cursor={approvals.next_cursor} />}
      </ul>
    </Card>
  )
}

/** The way to those that were asked for before, and these themselves once they are wanted. */
function Further({ cursor }: { cursor: string }) {
  const [wanted, want] = useState(false)
  if (wanted) return <FurtherPage cursor={cursor} />
  return (
    <li className="py-2">
      <Button variant="quiet" size="small" onClick={() => want(true)}>
        {text.older}
      </Button>
    </li>
  )
}

function FurtherPage({ cursor }: { cursor: string }) {
  const { data, error } = useRead('GET /api/admin/approvals', { query: { cursor } })
  if (!data) {
    return <li className="py-2 text-14 text-ink-2">{error ? error.message : <Skeleton className="h-18" />}</li>
  }
  return (
    <>
      {data.items.map((approval) => (
        <Line key={approval.id} approval={approval} />
      ))}
      {data.next_cursor && <Further key={data.next_cursor} cursor={data.next_cursor} />}
    </>
  )
}

function Line({ approval }: { approval: Approval }) {
  const { concerns, asked_by, asked_at, mine, may_decide } = approval
  const now = useNow(60_000)
  return (
    <li>
      <Link {...placeOf(approval)} className="flex max-xs:flex-wrap min-h-18 items-center gap-4 rounded-control py-2">
        <span className="min-w-0 flex-1 max-xs:basis-2/3">
          <span className="block text-15 font-semibold wrap-anywhere">{requestHeading(approval, concerns?.name)}</span>
          {/* all of it stands on the record */}
          <span className="line-clamp-4 text-14 text-ink-2 wrap-anywhere">{approvalLine(approval)}</span>
          <span className="block text-13 text-ink-2 wrap-anywhere">
            {mine ? 'asked for by you' : `asked for by ${asked_by.name}`}
            {may_decide && (
              <>
                , <b className="font-semibold text-pending">for you to decide</b>
              </>
            )}
          </span>
        </span>
        <span className="shrink-0 text-13 text-ink-2">{ago(asked_at, now)}</span>
      </Link>
    </li>
  )
}

/** Where the record of a request is shown. */
function placeOf({ subject_kind, subject_id }: Approval) {
  switch (subject_kind) {
    case 'investment':
      return { to: '/admin-investments', search: { panel: 'investment', of: subject_id } } as const
    case 'withdrawal':
      return { to: '/admin-withdrawals', search: { panel: 'withdrawal', of: subject_id } } as const
    case 'referral':
      return { to: '/admin-referrals', search: { panel: 'referral', of: subject_id } } as const
    case 'wallet':
      return { to: '/wallets' } as const
    case 'plan':
      return { to: '/plans' } as const
    case 'setting':
      return { to: '/admin-settings', search: { panel: 'setting', of: subject_id } } as const
    case 'reserve':
    case 'funds':
      return { to: '/admin-funds' } as const
    case 'invitation':
      return { to: '/list-users', search: { tab: 'administrators' } } as const
    case 'balance':
    case 'roles':
      return { to: '/view-account/$userId', params: { userId: subject_id } } as const
  }
}
