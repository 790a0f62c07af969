import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Sprout } from 'lucide-react'
import * as text from '#texts/withdrawal.ts'
import { holdNow } from '#addresses/hold-rules.ts'
import { KycFirst } from '#kyc/web/kyc-notice.tsx'
import { isCancelled, shownState } from '#records/rules.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { DetailParts, RecordList, useSlices } from '#lists/web/record-list.tsx'
import { RecordTotals } from '#lists/web/record-totals.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { amountClass, RecordRow } from '#ui/record-row.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { momentOf } from '#ui/times.ts'
import type { RecordTab } from '#lists/web/record-tabs.tsx'
import type { Withdrawal } from '#withdrawals/contract.ts'

type WithdrawalListProps = {
  withdrawals: readonly Withdrawal[]
  tab: RecordTab
  /** There is something that can be asked for. */
  some: boolean
  /** The id of the one that is open. */
  opened: string | undefined
  now: number
  onOpen: (id: string) => void
  onRequest: () => void
}

/** The withdrawals of one tab, with their amounts summed. */
export function WithdrawalList({ withdrawals, tab, some, opened, now, onOpen, onRequest }: WithdrawalListProps) {
  'use no memo'
  const pages = useSlices(withdrawals)
  if (withdrawals.length === 0) {
    return (
      <EmptyState next={tab.name !== 'declined' && <NextStep some={some} onRequest={onRequest} />}>
        {tab.empty}
      </EmptyState>
    )
  }
  // what its investor has cancelled was declined by nobody
  const kinds = Map.groupBy(withdrawals, isCancelled)
  return (
    <>
      <RecordTotals
        totals={[
          { label: text.inAll(tab.label), records: kinds.get(false) ?? [] },
          { label: text.cancelledInAll, records: kinds.get(true) ?? [] },
        ]}
      />
      <RecordList
        label={text.ofState(tab.label)}
        columns={text.columns(tab.name === 'completed' || tab.name === 'declined')}
        pages={pages}
      >
        {(withdrawal) => (
          <RecordRow
            key={withdrawal.id}
            title={<Money amount={withdrawal.amount} className={amountClass} />}
            detail={<DetailParts parts={[withdrawal.wallet_name, momentOf(withdrawal.created_at)]} />}
            aside={<StatusPill {...shownState(withdrawal)} />}
            note={
              <span>
                <Note withdrawal={withdrawal} now={now} />
              </span>
            }
            current={withdrawal.id === opened}
            onOpen={() => onOpen(withdrawal.id)}
          />
        )}
      </RecordList>
    </>
  )
}

function NextStep({ some, onRequest }: Pick<WithdrawalListProps, 'some' | 'onRequest'>) {
  'use no memo'
  if (!some) {
    return (
      <Link to="/invest" className={buttonClass('secondary', 'medium')}>
        <Sprout className="size-5" aria-hidden />
        {text.choosePlan}
      </Link>
    )
  }
  return (
    <KycFirst step="withdraw" variant="secondary" size="medium">
      <Button variant="secondary" size="medium" onClick={onRequest}>
        <ArrowUpRight className="size-5 rtl:-scale-x-100" aria-hidden />
        {text.request}
      </Button>
    </KycFirst>
  )
}

/** What is next to know about one, or has come of it. Why it was declined stands in its detail. */
function Note({ withdrawal: { status, completed_at, held }, now }: { withdrawal: Withdrawal; now: number }) {
  'use no memo'
  if (status === 'pending') {
    const hold = holdNow(held, now)
    if (hold === null) return text.beingChecked
    return hold.until === null ? text.toConfirm : text.heldUntil(momentOf(hold.until))
  }
  if (status === 'approved') return text.paidNext
  if (status === 'declined') return text.wentBack
  return completed_at !== null && text.paidOn(momentOf(completed_at))
}
