import { Link } from '@tanstack/react-router'
import { Card } from '#ui/card.tsx'
import { useNow } from '#ui/now.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ago } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'
import { otherWaits } from '#desk/record-parts.tsx'

const KINDS = ['investments', 'withdrawals', 'payouts', 'referrals', 'checks', 'matches'] as const

/** Whether nothing waits, for whomever; undefined until that is known. */
export function useNothingWaits(): boolean | undefined {
  const { data } = useRead('GET /api/admin/waiting')
  return data && KINDS.every((kind) => data[kind].all === 0)
}

/** What waits for this administrator, how much of it, and since when; beside it what waits for others. */
export function WaitingCard() {
  const { data, error } = useRead('GET /api/admin/waiting')
  if (useNothingWaits()) {
    return (
      <Card className="px-5 py-4">
        <h2 className="text-17">Waiting</h2>
        <p className="text-14 text-ink-2">Nothing is waiting for a decision or a payment.</p>
      </Card>
    )
  }
  return (
    <Card className="px-5 pt-4 pb-2">
      <h2 className="flex items-baseline justify-between pb-1 text-17">
        Waiting <span className="text-13 font-normal text-ink-2">oldest</span>
      </h2>
      {error && !data ? (
        <p className="py-3 text-14 text-ink-2">{error.message}</p>
      ) : (
        <ul className="divide-y divide-line">
          <Line to="/admin-investments" title="Investments" line="for a decision" waits={data?.investments} />
          <Line to="/admin-withdrawals" title="Withdrawals" line="for a decision" waits={data?.withdrawals} />
          <Line
            to="/admin-withdrawals"
            tab="active"
            title="Payments"
            line="of approved withdrawals"
            waits={data?.payouts}
          />
          <Line to="/admin-referrals" title="Referrals" line="for a decision" waits={data?.referrals} />
          <Line to="/admin-kyc" title="Identity checks" line="for a decision" waits={data?.checks} />
          <Line to="/list-users" tab="matches" title="List matches" line="to review" waits={data?.matches} />
        </ul>
      )}
    </Card>
  )
}

type LineProps = {
  to: '/admin-investments' | '/admin-withdrawals' | '/admin-referrals' | '/admin-kyc' | '/list-users'
  tab?: string
  title: string
  line: string
  waits: (Parameters<typeof otherWaits>[0] & { oldest: string | null }) | undefined
}

/** Leads to what waits there, the oldest first. */
function Line({ to, tab, title, line, waits }: LineProps) {
  const now = useNow(60_000)
  return (
    <li>
      <Link to={to} search={{ tab }} className="flex max-xs:flex-wrap min-h-18 items-center gap-4 rounded-control py-2">
        <span className={`min-w-11 shrink-0 text-22 font-medium ${waits?.count ? '' : 'text-ink-3'}`}>
          {waits ? waits.count : <Skeleton className="h-7 w-8" />}
        </span>
        <span className="min-w-0 flex-1 max-xs:basis-2/3">
          <span className="block text-15 font-semibold">{title}</span>
          <span className="block text-14 text-ink-2">
            {line}
            {waits && otherWaits(waits)}
          </span>
        </span>
        <span className="shrink-0 text-13 text-ink-2">{waits?.oldest && ago(waits.oldest, now)}</span>
      </Link>
    </li>
  )
}
