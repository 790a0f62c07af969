import { Undo2 } from 'lucide-react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { useRefresh } from '#ui/read.ts'
import { amountClass, RecordList, RecordRow } from '#ui/record-row.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { useSubmission } from '#ui/submission.ts'
import { dayOf, momentOf } from '#ui/times.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { mayMove } from '#withdrawals/rules.ts'
import { call } from './calls.ts'
import type { WithdrawalTab } from './withdrawal-tabs.ts'

/** The withdrawals of one state. */
export function WithdrawalList({ withdrawals, tab }: { withdrawals: readonly Withdrawal[]; tab: WithdrawalTab }) {
  if (withdrawals.length === 0) return <EmptyState>{tab.empty}</EmptyState>
  return (
    <RecordList label={`${tab.label} withdrawals`}>
      {withdrawals.map((withdrawal) => (
        <RecordRow
          key={withdrawal.id}
          title={<Money amount={withdrawal.amount} className={amountClass} />}
          detail={`${withdrawal.wallet_name}, ${momentOf(withdrawal.created_at)}`}
          aside={<StatusPill status={withdrawal.status} />}
          note={<Note withdrawal={withdrawal} />}
        />
      ))}
    </RecordList>
  )
}

function Note({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, reason, completed_at } = withdrawal
  if (mayMove('cancel', status)) return <Cancel id={withdrawal.id} />
  if (status === 'approved') return 'Being sent next'
  if (status === 'completed') return completed_at && `paid ${dayOf(completed_at)}`
  return reason
}

function Cancel({ id }: { id: string }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const cancel = () => void submit(() => call('POST /api/cancel-withdrawal/:id', { params: { id } }), { done: refresh })
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      onClick={cancel}
      className="-my-2 -mr-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-medium text-brand"
    >
      <Undo2 className="size-4" aria-hidden />
      Cancel
    </button>
  )
}
