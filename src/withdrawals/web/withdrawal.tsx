import { lazy, Suspense } from 'react'
import { KycNotice } from '#identity/web/kyc-notice.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTab } from '#ui/tab-url.ts'
import { Tabs } from '#ui/tabs.tsx'
import type { Wallet } from '#wallets/contract.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { WithdrawableCard, type Withdrawable } from './withdrawable-card.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'
import { tabs } from './withdrawal-tabs.ts'

const WithdrawForm = lazy(async () => ({ default: (await import('./withdraw-form.tsx')).WithdrawForm }))

export type WithdrawalScreenProps = {
  /** Who asks; their mark is engraved. */
  user: { id: string }
  histories: { withdrawals: Withdrawal[]; wallets: Wallet[] } | undefined
  balance: Withdrawable | undefined
  /** When the balance was true, in milliseconds of this device's clock. */
  balanceAt: number
}

/** What can be taken out, the form to ask for it, and all that has been asked for. */
export function WithdrawalScreen({ user, histories, balance, balanceAt }: WithdrawalScreenProps) {
  const panel = usePanel('withdraw')
  const { chosen, choose } = useTab(tabs)
  const withdrawals = histories?.withdrawals
  return (
    <>
      <ScreenHead title="Withdrawal" line="What can I withdraw now" />
      <div className="mb-5 flex flex-col gap-4">
        <KycNotice step="withdraw" />
        <WithdrawableCard userId={user.id} balance={balance} balanceAt={balanceAt} onRequest={() => panel.show()} />
      </div>
      <Tabs
        label="Withdrawals by state"
        tabs={tabs.map(({ name, label }) => ({
          name,
          label,
          ...(withdrawals && { count: withdrawals.filter(({ status }) => status === name).length }),
        }))}
        chosen={chosen.name}
        onChoose={choose}
      >
        {withdrawals ? (
          <WithdrawalList withdrawals={withdrawals.filter(({ status }) => status === chosen.name)} tab={chosen} />
        ) : (
          <Skeleton className="mt-4 h-40" />
        )}
      </Tabs>
      <SidePanel
        open={panel.open}
        onClose={panel.close}
        title="Request Withdrawal"
        description="Withdraw your earnings"
      >
        {histories && balance ? (
          <Suspense fallback={<Skeleton className="h-130" />}>
            <WithdrawForm
              wallets={histories.wallets}
              balance={balance}
              balanceAt={balanceAt}
              from={panel.of}
              onDone={panel.close}
            />
          </Suspense>
        ) : (
          <Skeleton className="h-130" />
        )}
      </SidePanel>
    </>
  )
}
