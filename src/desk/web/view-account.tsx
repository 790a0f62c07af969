import { useParams } from '@tanstack/react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { serialOf } from '#ui/guilloche.ts'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { dayOf } from '#ui/times.ts'
import { AccountFigures } from './account-figures.tsx'
import { AccountPerson } from './account-person.tsx'
import { AccountRecords } from './account-records.tsx'
import { AdjustForm } from './adjust-form.tsx'
import { useRead } from './calls.ts'
import { CredentialPanels } from './credential-panels.tsx'
import { KycPanels } from './kyc-panels.tsx'
import { RolesPanel } from './roles-panel.tsx'

/** One user's account: figures, person, records, and what an administrator can do. */
export function ViewAccountScreen() {
  const { userId } = useParams({ from: '/view-account/$userId' })
  const { data: account, error } = useRead('GET /api/view-user/:id', { params: { id: userId } })
  const topUp = usePanel('top-up')
  const deduct = usePanel('deduct')
  if (!account) {
    return (
      <>
        <PageHead over="Users" title="Account" />
        {error ? <EmptyState>{error.message}</EmptyState> : <p role="status">loading...</p>}
      </>
    )
  }
  const { user } = account
  return (
    <>
      <PageHead
        over="Users"
        title={user.name}
        below={`Account ${serialOf(user.id)}, with us since ${dayOf(user.created_at)}`}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-y-3">
        <AccountFigures account={account} onTopUp={() => topUp.show()} onDeduct={() => deduct.show()} />
        <AccountPerson user={user} />
        <AccountRecords account={account} />
      </div>
      <SidePanel open={topUp.open} onClose={topUp.close} title="Top up" description={`The account of ${user.name}`}>
        <AdjustForm account={account} direction="topup" onDone={topUp.close} />
      </SidePanel>
      <SidePanel open={deduct.open} onClose={deduct.close} title="Deduct" description={`The account of ${user.name}`}>
        <AdjustForm account={account} direction="deduct" onDone={deduct.close} />
      </SidePanel>
      <KycPanels id={user.id} person={user} />
      <CredentialPanels user={user} />
      <RolesPanel user={user} />
    </>
  )
}
