import type { Referral } from '#referrals/contract.ts'
import { mayTransition } from '#referrals/rules.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Column } from '#ui/record-table.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { call } from '#desk/calls.ts'
import { HistoryScreen } from './history-screen.tsx'
import { PersonCell, WhenCell } from '#desk/record-parts.tsx'
import { fromWire } from '#money/micro-usd.ts'
import { showTotal, showUsdExact } from '#money/show.ts'

const ReferralSteps = lazyPart(async () => (await import('./referral-steps.tsx')).ReferralSteps)

const columns: readonly Column<Referral>[] = [
  { label: 'Amount', place: 'lead', figures: true, share: 1.15, show: ({ amount }) => showUsdExact(fromWire(amount)) },
  { label: 'Upliner', share: 1.2, show: ({ inviter }) => <PersonCell person={inviter} /> },
  { label: 'Downliner', share: 1.2, show: ({ invited }) => <PersonCell person={invited} /> },
  { label: 'Date', share: 0.9, show: ({ created_at }) => <WhenCell at={created_at} /> },
  { label: 'Status', place: 'corner', share: 1.2, show: ({ status }) => <StatusPill status={status} /> },
]

/** Everybody's referrals. */
export function AdminReferralsScreen() {
  return (
    <HistoryScreen
      kind="referral"
      over="Users Referral"
      title="Referrals History"
      callKey="GET /api/admin/referrals"
      fetchPage={(query) => call('GET /api/admin/referrals', { query })}
      fetchCount={(query) => call('GET /api/admin/referrals/count', { query })}
      fetchOne={(id) => call('GET /api/admin/referrals/:id', { params: { id } })}
      columns={columns}
      statuses={{ pending: ['pending'], active: ['approved'], completed: ['completed', 'declined'] }}
      waits={{ pending: 'referrals' }}
      searchLabel="Name, email or id"
      empty={{
        pending: 'No pending referral records found for now',
        active: 'No active referral records found for now',
        completed: 'No completed referrals record available',
      }}
      nameOf={({ amount, inviter }) => `${showUsdExact(fromWire(amount))} to ${inviter.name}`}
      partiesOf={({ inviter, invited }) => [inviter.id, invited.id]}
      offered={({ status }) => (mayTransition('approve', status) ? ['approve', 'decline'] : [])}
      together={{
        whoOf: ({ inviter, invited }) => `${inviter.name}, for ${invited.name}`,
        approve: ({ id, version }) => call('POST /api/approve-referral/:id', { params: { id }, body: { version } }),
        decline: ({ id, version }, reason) =>
          call('POST /api/decline-referral/:id', { params: { id }, body: { version, reason } }),
        consequence: {
          approve: (rows) => (
            <>
              After approval we owe them <b className="text-ink">{showTotal(rows)}</b>, which they can withdraw at any
              time.
            </>
          ),
          decline: () => 'None of them gets a bonus for these investments, now or later.',
        },
      }}
      load={ReferralSteps.preload}
    >
      {(referral, steps) => <ReferralSteps referral={referral} steps={steps} />}
    </HistoryScreen>
  )
}
