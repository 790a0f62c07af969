import { Link } from '@tanstack/react-router'
import * as text from '#texts/investment.ts'
import type { Investment } from '#investments/contract.ts'
import { EXPIRED } from '#kit/cancelled-rules.ts'
import { awaitsPayment } from '#investments/rules.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { isCancelled, shownState } from '#records/rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { DetailParts, RecordList, useSlices } from '#lists/web/record-list.tsx'
import { RecordTotals } from '#lists/web/record-totals.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { amountClass, RecordRow } from '#ui/record-row.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { momentOf, timeLeft } from '#ui/times.ts'
import type { InvestmentTab } from './investment-tabs.ts'

const MINUTE = 60_000

type InvestmentListProps = {
  investments: readonly Investment[]
  tab: InvestmentTab
  ahead: number
  /** The id of the one that is open. */
  opened: string | undefined
  onOpen: (investment: Investment) => void
}

/** The investments of one tab, with their amounts summed. */
export function InvestmentList({ investments, tab, ahead, opened, onOpen }: InvestmentListProps) {
  'use no memo'
  const now = useNow(MINUTE) + ahead
  const pages = useSlices(investments)
  if (investments.length === 0) return <EmptyState next={<NextStep />}>{tab.empty}</EmptyState>
  // what its investor has cancelled was declined by nobody
  const kinds = Map.groupBy(investments, isCancelled)
  return (
    <>
      <RecordTotals
        totals={[
          { label: tab.inAll, records: kinds.get(false) ?? [] },
          { label: text.cancelledInAll, records: kinds.get(true) ?? [] },
        ]}
      />
      <RecordList
        label={tab.list}
        columns={text.columns(tab.name === 'completed' || tab.name === 'declined')}
        pages={pages}
      >
        {(investment) => (
          <RecordRow
            key={investment.id}
            title={<Money amount={investment.amount} className={amountClass} />}
            detail={<DetailParts parts={[investment.plan.name, momentOf(investment.created_at)]} />}
            aside={<StatusPill {...shownState(investment)} />}
            note={
              <span>
                <Note investment={investment} now={now} />
              </span>
            }
            current={investment.id === opened}
            onOpen={() => onOpen(investment)}
          />
        )}
      </RecordList>
    </>
  )
}

function NextStep() {
  'use no memo'
  return (
    <Link to="/invest" className={buttonClass('secondary', 'medium')}>
      {text.choosePlan}
    </Link>
  )
}

/** What is next to know about one: when it comes back, what it has earned, what of it is held. */
function Note({ investment, now }: { investment: Investment; now: number }) {
  'use no memo'
  const { status, expires_at, ends_at, at_end, earned, reason, held, left_early } = investment
  if (awaitsPayment(investment) && expires_at) return text.payWithin(timeLeft(expires_at, now))
  if (status === 'approved' && ends_at)
    return (at_end === 'to wallet' ? text.endsIn : text.reinvestedIn)(timeLeft(ends_at, now))
  if (status === 'completed') return <Earned amount={earned} words={left_early ? text.kept : text.earned} />
  if (fromWire(held) > ZERO) return text.held(showUsd(fromWire(held)))
  return reason === EXPIRED ? text.expired : isCancelled(investment) ? text.cancelled : null
}

function Earned({ amount, words }: { amount: string; words: string }) {
  'use no memo'
  return (
    <>
      {words} <Money amount={amount} signed className="text-up" />
    </>
  )
}
