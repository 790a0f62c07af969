import { Link } from '@tanstack/react-router'
import type { Investment } from '#investments/contract.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { amountClass, RecordList, RecordRow } from '#ui/record-row.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { momentOf, timeLeft } from '#ui/times.ts'
import { fromWire, sum, toWire } from '#money/micro-usd.ts'
import type { InvestmentTab } from './investment-tabs.ts'

const MINUTE = 60_000

type InvestmentListProps = {
  investments: readonly Investment[]
  tab: InvestmentTab
  ahead: number
  onOpen: (id: string) => void
}

/** The investments of one tab, with their amounts summed. */
export function InvestmentList({ investments, tab, ahead, onOpen }: InvestmentListProps) {
  const now = useNow(MINUTE) + ahead
  if (investments.length === 0) return <EmptyState next={<NextStep tab={tab} />}>{tab.empty}</EmptyState>
  const total = toWire(sum(investments.map(({ amount }) => fromWire(amount))))
  return (
    <>
      <p className="flex justify-between border-b border-line pt-4 pb-3 text-14 text-ink-2">
        {tab.label} in all
        <Money amount={total} className="font-semibold text-ink" />
      </p>
      <RecordList label={`${tab.label} investments`}>
        {investments.map((investment) => (
          <RecordRow
            key={investment.id}
            title={<Money amount={investment.amount} className={amountClass} />}
            detail={`${investment.plan.name}, ${momentOf(investment.created_at)}`}
            aside={<StatusPill status={investment.status} />}
            note={<Note investment={investment} now={now} />}
            onOpen={() => onOpen(investment.id)}
          />
        ))}
      </RecordList>
    </>
  )
}

function NextStep({ tab }: { tab: InvestmentTab }) {
  if (tab.name === 'declined') return null
  return (
    <Link to="/invest" className={buttonClass('secondary', 'medium')}>
      Choose a plan
    </Link>
  )
}

/** What is next to know about one: when it comes back, what it has earned, why not. */
function Note({ investment, now }: { investment: Investment; now: number }) {
  const { status, expires_at, ends_at, earned, reason } = investment
  if (status === 'pending' && expires_at) return `pay within ${timeLeft(expires_at, now)}`
  if (status === 'approved' && ends_at) return `back in ${timeLeft(ends_at, now)}`
  if (status === 'completed') return <Earned amount={earned} />
  return reason
}

function Earned({ amount }: { amount: string }) {
  return (
    <>
      earned <Money amount={amount} signed className="text-up" />
    </>
  )
}
