import { countOf } from '#texts/locale.ts'
import type { Investment } from '#investments/contract.ts'
import { awaitsPayment, mayMove } from '#investments/rules.ts'
import { sum } from '#money/micro-usd.ts'
import { showUsd, dollars, totalOf } from '#money/show.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import type { Column } from '#ui/record-table.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { call } from '#desk/calls.ts'
import { HistoryScreen } from './history-screen.tsx'
import { PersonCell, WhenCell } from '#desk/record-parts.tsx'
import { earnedPerDay } from '#desk/per-day.ts'

const InvestmentSteps = lazyPart(async () => (await import('./investment-steps.tsx')).InvestmentSteps)

const columns: readonly Column<Investment>[] = [
  { label: 'Amount', place: 'lead', figures: true, share: 1.15, show: ({ amount }) => <Money amount={amount} /> },
  { label: 'Investor', share: 1.4, show: ({ user }) => <PersonCell person={user} narrow /> },
  {
    label: 'Plan',
    spare: true,
    share: 0.85,
    show: ({ plan, duration, wallet }) => <PlanCell plan={plan.name} duration={duration} wallet={wallet.wallet_name} />,
  },
  { label: 'Date', share: 0.9, show: ({ created_at }) => <WhenCell at={created_at} /> },
  { label: 'Status', place: 'corner', share: 1.2, show: ({ status }) => <StatusPill status={status} /> },
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
      fetchOne={(id) => call('GET /api/admin/investments/:id', { params: { id } })}
      columns={columns}
      statuses={{
        pending: ['pending', 'waiting approval'],
        active: ['approved'],
        completed: ['completed', 'declined'],
      }}
      waits={{ pending: 'investments' }}
      searchLabel="Name, e-mail, id, transaction or address"
      empty={{
        pending: 'No pending investment records found for now',
        active: 'No active investment records found for now',
        completed: 'No completed investment record available',
      }}
      nameOf={({ amount, user }) => `${dollars(amount)} by ${user.name}`}
      partiesOf={({ user }) => [user.id]}
      offered={({ status }) => (mayMove('approve', status) ? ['approve', 'decline', 'edit'] : ['edit'])}
      together={{
        whoOf: (row) => (isUnpaid(row) ? `${row.user.name}, not marked as paid` : row.user.name),
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

function PlanCell({ plan, duration, wallet }: { plan: string; duration: number; wallet: string }) {
  return (
    <>
      <span className="block truncate lg:max-w-28">{plan}</span>
      <span className="block truncate text-13 text-ink-2 lg:max-w-28">
        {duration} d, {wallet}
      </span>
    </>
  )
}

/** What we owe from then on for several: what they are together, and what they earn together. */
function WhatWeOweAll({ investments }: { investments: readonly Investment[] }) {
  const daily = investments.map(({ amount, daily_roi }) => earnedPerDay(amount, daily_roi))
  return (
    <>
      {whatPaysFor(investments)} After approval we owe <b className="text-ink">{totalOf(investments)}</b> and{' '}
      <b className="text-ink">{showUsd(sum(daily))}</b> a day.
    </>
  )
}

/** How many are taken from balances of the investors, and what has to have come in for the others. */
function whatPaysFor(investments: readonly Investment[]): string {
  const payments = investments.filter(awaitsPayment)
  const taken = investments.length - payments.length
  const unpaid = payments.filter(isUnpaid).length
  const said = [
    taken > 0 && `${countOf(taken, { one: '# is', other: '# are' })} taken from a bonus balance or an Earnings Wallet.`,
    unpaid > 0 && `${countOf(unpaid, { one: '# isn’t', other: '# aren’t' })} marked as paid.`,
    unpaid === 0 && payments.length > 0 && `The investors marked ${taken > 0 ? 'the rest' : 'them'} as paid.`,
    payments.length > 0 && 'Approve only what the wallets have received.',
  ]
  return said.filter(Boolean).join(' ')
}

function isUnpaid(investment: Investment): boolean {
  return investment.status === 'pending' && awaitsPayment(investment)
}
