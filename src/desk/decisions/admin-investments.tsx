import type { Investment } from '#investments/contract.ts'
import { isUnpaid, mayTransition } from '#investments/rules.ts'
import { dollars } from '#money/show.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import { shownState } from '#records/rules.ts'
import type { Column } from '#ui/record-table.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { call } from '#desk/calls.ts'
import { HistoryScreen } from './history-screen.tsx'
import { Cut, PersonCell, WhenCell } from '#desk/record-parts.tsx'

const InvestmentSteps = lazyPart(async () => (await import('./investment-steps.tsx')).InvestmentSteps)
const WhatWeOweAll = lazyPart(async () => (await import('./approve-several.tsx')).WhatWeOweAll)

const columns: readonly Column<Investment>[] = [
  { label: 'Amount', place: 'lead', figures: true, share: 1.15, show: ({ amount }) => <Money amount={amount} /> },
  { label: 'Investor', share: 1.4, show: ({ user }) => <PersonCell person={user} /> },
  {
    label: 'Plan',
    spare: true,
    share: 0.85,
    show: ({ plan, duration, wallet }) => <PlanCell plan={plan.name} duration={duration} wallet={wallet.wallet_name} />,
  },
  { label: 'Date', share: 0.9, show: ({ created_at }) => <WhenCell at={created_at} /> },
  { label: 'Status', place: 'corner', share: 1.2, show: (record) => <StatusPill {...shownState(record)} /> },
]

/** Everybody's investments. */
export function AdminInvestmentsScreen() {
  return (
    <HistoryScreen
      kind="investment"
      over="Users Investments"
      title="Investments History"
      callKey="GET /api/admin/investments"
      fetchPage={(query) => call('GET /api/admin/investments', { query })}
      fetchCount={(query) => call('GET /api/admin/investments/count', { query })}
      fetchOne={(id) => call('GET /api/admin/investments/:id', { params: { id } })}
      columns={columns}
      statuses={{
        pending: ['pending', 'waiting approval'],
        active: ['approved'],
        completed: ['completed', 'declined'],
      }}
      waits={{ pending: 'investments' }}
      searchLabel="Name, email, id, transaction or address"
      empty={{
        pending: 'No pending investment records found for now',
        active: 'No active investment records found for now',
        completed: 'No completed investment record available',
      }}
      nameOf={({ amount, user }) => `${dollars(amount)} by ${user.name}`}
      partiesOf={({ user }) => [user.id]}
      offered={({ status }) => (mayTransition('approve', status) ? ['approve', 'decline', 'edit'] : ['edit'])}
      together={{
        whoOf,
        approve: ({ id, version }) => call('POST /api/approve-investment/:id', { params: { id }, body: { version } }),
        decline: ({ id, version }, reason) =>
          call('POST /api/decline-investment/:id', { params: { id }, body: { version, reason } }),
        consequence: {
          approve: (rows) => <WhatWeOweAll investments={rows} />,
          decline: () =>
            'Nothing starts earning. If money came in for one of them anyway, decline it separately and enter how much.',
        },
      }}
      load={InvestmentSteps.preload}
    >
      {(investment, steps) => <InvestmentSteps investment={investment} steps={steps} />}
    </HistoryScreen>
  )
}

/** Whose it is, and what to look at before several are decided on together. */
function whoOf(row: Investment): string {
  const unpaid = isUnpaid(row) ? ', not marked as paid' : ''
  return `${row.user.name}${unpaid}${row.txid_shared ? ', transaction id used before' : ''}`
}

function PlanCell({ plan, duration, wallet }: { plan: string; duration: number; wallet: string }) {
  return (
    <>
      <Cut>{plan}</Cut>
      <Cut className="text-13 text-ink-2">{`${duration} d, ${wallet}`}</Cut>
    </>
  )
}
