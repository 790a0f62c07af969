import type { IdentityCheck } from '#kyc/contract.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Column } from '#ui/record-table.tsx'
import { dayOf } from '#ui/times.ts'
import { call } from '#desk/calls.ts'
import { HistoryScreen } from '#desk/decisions/history-screen.tsx'
import { Cut, WhenCell } from '#desk/record-parts.tsx'
import { lookTwice } from '#desk/checks/flag-words.ts'
import { CheckPill } from './check-pill.tsx'

const ChecksBar = lazyPart(async () => (await import('./checks-bar.tsx')).ChecksBar)
const CheckSteps = lazyPart(async () => (await import('./check-steps.tsx')).CheckSteps)

const PERSON: Column<IdentityCheck> = { label: 'Person', place: 'lead', share: 1.1, show: ({ user }) => user.name }
const REQUESTED: Column<IdentityCheck> = {
  label: 'Requested',
  share: 0.9,
  show: ({ submitted_at }) => <WhenCell at={submitted_at} />,
}
const columns: readonly Column<IdentityCheck>[] = [
  PERSON,
  { label: 'Email', share: 1.9, show: ({ user }) => <Cut>{user.email}</Cut> },
  { label: 'Account since', spare: true, share: 0.9, show: ({ user }) => dayOf(user.created_at) },
  REQUESTED,
  {
    label: 'Look twice',
    spare: true,
    share: 1,
    show: (check) => lookTwice(check).join(', ') || '–',
  },
  { label: 'Status', place: 'corner', show: ({ state }) => <CheckPill state={state} /> },
]

/** Everybody's identity checks; of those that wait for a decision the oldest come first. */
export function AdminKycScreen() {
  return (
    <HistoryScreen
      kind="identity-check"
      over="Identity Checks"
      title="Identity Checks"
      callKey="GET /api/admin/checks"
      fetchPage={(query) => call('GET /api/admin/checks', { query })}
      fetchCount={(query) => call('GET /api/admin/checks/count', { query })}
      fetchOne={(id) => call('GET /api/admin/checks/:id', { params: { id } })}
      columns={columns}
      beside={[PERSON, REQUESTED]}
      moneyless={{ pending: 'Pending', active: 'Approved', completed: 'Rejected' }}
      statuses={{ pending: ['submitted'], active: ['approved'], completed: ['rejected'] }}
      waits={{ pending: 'checks' }}
      searchLabel="Name, email, phone or id"
      empty={{
        pending: 'No identity checks are waiting',
        active: 'No identity check has been approved yet',
        completed: 'No identity check has been rejected yet',
      }}
      nameOf={({ user }) => user.name}
      partiesOf={({ user }) => [user.id]}
      offered={({ state, held }) => (state !== 'submitted' ? [] : held ? ['decline'] : ['approve', 'decline'])}
      together={ChecksBar}
      load={CheckSteps.preload}
    >
      {(check, steps) => <CheckSteps check={check} steps={steps} />}
    </HistoryScreen>
  )
}
