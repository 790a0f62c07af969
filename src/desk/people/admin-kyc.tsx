import { useLocation } from '@tanstack/react-router'
import type { kycContract } from '#kyc/contract.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { RecordTable, type Column } from '#ui/record-table.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRead } from '#desk/calls.ts'
import { KycPanels } from './kyc-panels.tsx'
import { useWhyNotDecide } from '#desk/decisions/may-decide.ts'
import { AccountLink, PersonCell, waitingLine, WhenCell } from '#desk/record-parts.tsx'

type Check = ReplyOf<(typeof kycContract)['GET /api/admin-kyc']>['checks'][number]

const columns: readonly Column<Check>[] = [
  { label: 'Person', place: 'lead', show: ({ user }) => <PersonCell person={user} /> },
  { label: 'Requested', show: ({ submitted_at }) => <WhenCell at={submitted_at} /> },
  { label: 'Account', show: ({ user }) => <AccountLink person={user} /> },
  { label: 'Decision', figures: true, show: (check) => <DecideOn check={check} /> },
]

/** The identity checks that wait for a decision. */
export function AdminKycScreen() {
  const { data, error } = useRead('GET /api/admin-kyc')
  const { of } = useLocation().search
  const kept = useKeptRecord<Check>('kyc')
  // without one in the address, the panel that slides away goes on showing the last
  const opened = data?.checks.find(({ id }) => id === of) ?? (of === undefined || kept?.id === of ? kept : undefined)
  const { data: counts } = useRead('GET /api/admin/waiting')
  return (
    <>
      <PageHead over="Identity Checks" title="Identity Checks" below={counts && waitingLine(counts.checks)} />
      <div className="lg:rounded-card lg:bg-surface lg:pt-2 lg:shadow-raised">
        {data && data.checks.length > 0 && <RecordTable label="Identity checks" columns={columns} rows={data.checks} />}
        {data?.checks.length === 0 && <EmptyState>No identity checks are waiting</EmptyState>}
        {!data && (error ? <EmptyState>{error.message}</EmptyState> : <Skeleton className="h-72" />)}
      </div>
      {opened && <KycPanels id={opened.id} person={opened.user} />}
    </>
  )
}

function DecideOn({ check }: { check: Check }) {
  const approve = usePanel('approve-kyc')
  const reject = usePanel('decline-kyc')
  const whyNot = useWhyNotDecide([check.user.id])
  if (whyNot) return <span className="text-13 text-ink-2">{whyNot}</span>
  const open = (panel: typeof approve) => {
    keepRecord('kyc', check)
    panel.show(check.id)
  }
  return (
    <span className="inline-flex gap-2">
      <Button variant="danger" size="small" aria-label={`Reject ${check.user.name}`} onClick={() => open(reject)}>
        Reject
      </Button>
      <Button size="small" aria-label={`Approve ${check.user.name}`} onClick={() => open(approve)}>
        Approve
      </Button>
    </span>
  )
}
