import { Link } from '@tanstack/react-router'
import { Card } from '#ui/card.tsx'
import { useNow } from '#ui/now.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ago } from '#ui/times.ts'
import { useRead } from './calls.ts'

type Page = { items: readonly { created_at: string }[]; next_cursor: string | null }
const PENDING = { query: { status: 'pending', limit: '100' } }

/** What waits for a decision, how much of it, and since when. */
export function Waiting() {
  const investments = useRead('GET /api/admin/investments', {
    query: { status: 'pending,waiting approval', limit: '100' },
  })
  const withdrawals = useRead('GET /api/admin/withdrawals', PENDING)
  const unpaid = useRead('GET /api/admin/withdrawals', { query: { status: 'approved', limit: '100' } })
  const referrals = useRead('GET /api/admin/referrals', PENDING)
  const checks = useRead('GET /api/admin-kyc')
  return (
    <Card className="px-5 pt-4 pb-2">
      <h2 className="flex items-baseline justify-between pb-1 text-17">
        Waiting <span className="text-13 font-normal text-ink-2">oldest</span>
      </h2>
      <ul className="divide-y divide-line">
        <Line to="/admin-investments" title="Investments" line="for a decision" page={investments.data} />
        <Line to="/admin-withdrawals" title="Withdrawals" line="for a decision" page={withdrawals.data} />
        <Line to="/admin-withdrawals" tab="active" title="Payments" line="of approved withdrawals" page={unpaid.data} />
        <Line to="/admin-referrals" title="Referrals" line="for a decision" page={referrals.data} />
        <Line
          to="/admin-kyc"
          title="Identity checks"
          line="for a decision"
          page={
            checks.data && {
              items: checks.data.checks.map((check) => ({ created_at: check.submitted_at })),
              next_cursor: null,
            }
          }
        />
      </ul>
    </Card>
  )
}

type LineProps = {
  to: '/admin-investments' | '/admin-withdrawals' | '/admin-referrals' | '/admin-kyc'
  tab?: string
  title: string
  line: string
  page: Page | undefined
}

function Line({ to, tab, title, line, page }: LineProps) {
  const now = useNow(60_000)
  const oldest = page?.items.at(-1)
  return (
    <li>
      <Link to={to} search={tab ? { tab } : {}} className="flex min-h-18 items-center gap-4 rounded-control">
        <span className={`w-11 shrink-0 text-22 font-medium ${oldest ? '' : 'text-ink-3'}`}>
          {page ? countOf(page) : <Skeleton className="h-7 w-8" />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-15 font-semibold">{title}</span>
          <span className="block text-14 text-ink-2">{line}</span>
        </span>
        <span className="shrink-0 text-13 text-ink-2">
          {oldest && (page?.next_cursor ? `over ${ago(oldest.created_at, now)}` : ago(oldest.created_at, now))}
        </span>
      </Link>
    </li>
  )
}

/** Exact where all of it came in one page. */
function countOf({ items, next_cursor }: Page): string {
  return next_cursor === null ? String(items.length) : `${items.length}+`
}
