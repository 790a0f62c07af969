import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import { shownState } from '#records/rules.ts'
import type { Column } from '#ui/record-table.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { call } from '#desk/calls.ts'
import { HistoryScreen } from './history-screen.tsx'
import { Cut, PersonCell, WhenCell } from '#desk/record-parts.tsx'
import { shortAddress } from '#wallets/address-rules.ts'
import type { Step } from '#lists/web/steps.ts'
import { dollars } from '#money/show.ts'
import { dayOf } from '#ui/times.ts'

const WithdrawalSteps = lazyPart(async () => (await import('./withdrawal-steps.tsx')).WithdrawalSteps)

const WithdrawalsBar = lazyPart(async () => (await import('./withdrawals-bar.tsx')).WithdrawalsBar)

const PayoutTools = lazyPart(async () => (await import('./payout-tools.tsx')).PayoutTools)

const columns: readonly Column<Withdrawal>[] = [
  { label: 'Amount', place: 'lead', figures: true, share: 1.05, show: ({ amount }) => <Money amount={amount} /> },
  { label: 'Investor', share: 1.55, show: ({ user }) => <PersonCell person={user} /> },
  {
    label: 'Wallet',
    spare: true,
    share: 1,
    show: ({ wallet_name, wallet_address, held, address_distrusted }) => (
      <WalletCell
        name={wallet_name}
        address={wallet_address}
        note={address_distrusted ? 'removed' : held !== null && 'new'}
      />
    ),
  },
  { label: 'Date', share: 0.9, show: ({ created_at }) => <WhenCell at={created_at} /> },
  { label: 'Status', place: 'corner', share: 1.05, show: (record) => <StateCell {...record} /> },
]

/** As the rules have it, whose code comes with the open record. */
function offeredFor(status: Withdrawal['status']): readonly Step[] {
  if (status === 'pending') return ['approve', 'decline', 'edit']
  return status === 'approved' ? ['pay', 'edit'] : ['edit']
}

/** Everybody's withdrawals. */
export function AdminWithdrawalsScreen() {
  return (
    <HistoryScreen
      kind="withdrawal"
      over="Users Withdrawal"
      title="Withdrawals History"
      callKey="GET /api/admin/withdrawals"
      fetchPage={(query) => call('GET /api/admin/withdrawals', { query })}
      fetchCount={(query) => call('GET /api/admin/withdrawals/count', { query })}
      fetchOne={(id) => call('GET /api/admin/withdrawals/:id', { params: { id } })}
      columns={columns}
      statuses={{ pending: ['pending'], active: ['approved'], completed: ['completed', 'declined'] }}
      waits={{ pending: 'withdrawals', active: 'payouts' }}
      searchLabel="Name, email, id or address"
      empty={{
        pending: 'No pending Withdrawal records found for now',
        active: 'No active Withdrawal records found for now',
        completed: 'No completed Withdrawals record available',
      }}
      nameOf={({ amount, user }) => `${dollars(amount)} to ${user.name}`}
      partiesOf={({ user }) => [user.id]}
      offered={({ status }) => offeredFor(status)}
      together={WithdrawalsBar}
      tools={(tab, query) =>
        tab === 'active' && (
          <Suspense>
            <PayoutTools query={query} />
          </Suspense>
        )
      }
      load={WithdrawalSteps.preload}
    >
      {(withdrawal, steps) => <WithdrawalSteps withdrawal={withdrawal} steps={steps} />}
    </HistoryScreen>
  )
}

/** Under the state of one that may be paid already stands who said so, when and with what. */
function StateCell({ said_paid: said, ...record }: Withdrawal) {
  'use no memo'
  return (
    <div className="max-lg:text-end">
      <StatusPill {...shownState(record)} />
      {said &&
        [`Paid? By ${said.by}`, dayOf(said.at), shortAddress(said.txid ?? '')].map((words) => (
          <Cut key={words} className="text-13 text-pending">
            {words}
          </Cut>
        ))}
    </div>
  )
}

/** Beside a wallet stands why nothing is paid to the address: it is new, or a recovery has removed it. A long name is cut. */
function WalletCell({ name, address, note }: { name: string; address: string; note: 'new' | 'removed' | false }) {
  'use no memo'
  return (
    <>
      <span className="lg:flex">
        <span title={name} className="lg:truncate">
          {name}
        </span>
        {note && <span className="shrink-0">&nbsp;· {note}</span>}
      </span>
      <span title={address} className="block text-13 whitespace-nowrap text-ink-2">
        {shortAddress(address)}
      </span>
    </>
  )
}
