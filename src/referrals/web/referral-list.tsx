import type { Referral } from '#referrals/contract.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { RecordList, RecordRow } from '#ui/record-row.tsx'
import { Seal } from '#ui/rosette.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { momentOf } from '#ui/times.ts'
import type { ReferralTab } from './referral-tabs.ts'

/** The referrals of one state: who came, and what that brings. */
export function ReferralList({ referrals, tab }: { referrals: readonly Referral[]; tab: ReferralTab }) {
  if (referrals.length === 0) return <EmptyState>{tab.empty}</EmptyState>
  return (
    <RecordList label={`${tab.label} referrals`}>
      {referrals.map(({ id, amount, status, reason, created_at, invited }) => (
        <RecordRow
          key={id}
          lead={
            <Seal
              id={invited.id}
              initials={initialsOf(invited.name)}
              className="size-10 text-17 [--brand:var(--gold)]"
            />
          }
          title={invited.email}
          detail={reason ? `${momentOf(created_at)}, ${reason}` : momentOf(created_at)}
          aside={<Money amount={amount} className="font-semibold" />}
          note={<StatusPill status={status} />}
        />
      ))}
    </RecordList>
  )
}
