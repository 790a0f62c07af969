import { Suspense } from 'react'
import { KycNotice } from '#kyc/web/kyc-notice.tsx'
import type { Investment } from '#investments/contract.ts'
import * as text from '#texts/withdrawal.ts'
import { shownMoment } from '#ui/connection.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useNow } from '#ui/now.ts'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { useTab } from '#ui/tab-url.ts'
import { Tabs } from '#ui/tabs.tsx'
import type { Wallet } from '#wallets/contract.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { useObstacle } from './obstacle.ts'
import { WithdrawableCard } from './withdrawable-card.tsx'
import { hasEarned, hasWithdrawable, inWallets, type Balance } from './withdrawable.ts'
import { WithdrawalList } from './withdrawal-list.tsx'
import { tabs } from './withdrawal-tabs.ts'

const WithdrawForm = lazyPart(async () => (await import('./withdraw-form.tsx')).WithdrawForm)
const WithdrawalDetail = lazyPart(async () => (await import('./withdrawal-detail.tsx')).WithdrawalDetail)

const SECOND = 1000

export type WithdrawalScreenProps = {
  /** Who asks; their mark is engraved. */
  user: { id: string }
  histories: { withdrawals: Withdrawal[]; investments: Investment[]; wallets: Wallet[] } | undefined
  /** The histories could not be read, and none are here from before. */
  failed: boolean
  retry: () => void
  balance: Balance | undefined
  /** When the balance was true, in milliseconds of this device's clock. */
  balanceAt: number
}

/** What can be taken out, the form to ask for it, and all that has been asked for. */
export function WithdrawalScreen({ user, histories, failed, retry, balance, balanceAt }: WithdrawalScreenProps) {
  const form = usePanel('withdraw')
  const detail = usePanel('details')
  const { chosen, choose } = useTab(tabs)
  // one moment for the card and the form, so that both say the same of a wallet that grows
  const now = useNow(SECOND, shownMoment)
  const obstacle = useObstacle(histories?.wallets)
  const withdrawals = histories?.withdrawals
  const line = lineOf(balance, histories?.investments)
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <div className="mb-5 flex flex-col gap-4">
        <KycNotice step="withdraw" />
        <WithdrawableCard
          userId={user.id}
          balance={balance}
          histories={histories}
          balanceAt={balanceAt}
          now={now}
          obstacle={obstacle}
          line={line}
          onRequest={() => form.show()}
          onOpen={detail.show}
        />
      </div>
      <Tabs
        label={text.byState}
        tabs={tabs.map(({ name, label }) => ({
          name,
          label,
          ...(withdrawals && { count: withdrawals.filter(({ status }) => status === name).length }),
        }))}
        chosen={chosen.name}
        onChoose={choose}
      >
        {withdrawals ? (
          <WithdrawalList
            key={chosen.name}
            withdrawals={withdrawals.filter(({ status }) => status === chosen.name)}
            tab={chosen}
            some={!balance || hasWithdrawable(balance)}
            onOpen={detail.show}
            onRequest={() => form.show()}
          />
        ) : failed ? (
          <LoadFailed again={retry} />
        ) : (
          <Skeleton className="mt-4 h-40" />
        )}
      </Tabs>
      <SidePanel open={form.open} onClose={form.close} title={text.request} description={line}>
        {obstacle === 'identity check' ? (
          <KycNotice step="withdraw" />
        ) : histories && balance ? (
          <Suspense fallback={<Skeleton className="h-130" />}>
            <WithdrawForm
              wallets={histories.wallets}
              withdrawals={histories.withdrawals}
              inWallets={inWallets(balance, now - balanceAt)}
              from={form.of}
              onDone={form.close}
            />
          </Suspense>
        ) : failed ? (
          <LoadFailed again={retry} />
        ) : (
          <Skeleton className="h-130" />
        )}
      </SidePanel>
      <DetailPanel panel={detail} withdrawals={withdrawals} />
    </>
  )
}

/** What is to be withdrawn: *earnings*, but where what is there came in another way. */
function lineOf(balance: Balance | undefined, investments: readonly Investment[] | undefined): string {
  const given = balance && investments && hasWithdrawable(balance) && !hasEarned(balance, investments)
  return given ? text.withdrawBalance : text.withdrawEarnings
}

type DetailPanelProps = { panel: ReturnType<typeof usePanel>; withdrawals: readonly Withdrawal[] | undefined }

/** The withdrawal that the address names, once there are any. */
function DetailPanel({ panel, withdrawals }: DetailPanelProps) {
  const opened = withdrawals?.find(({ id }) => id === panel.of)
  return (
    <SidePanel
      open={panel.open && withdrawals !== undefined}
      onClose={panel.close}
      title={text.title}
      description={opened && <StatusPill status={opened.status} />}
    >
      <Opened withdrawal={opened} />
    </SidePanel>
  )
}

function Opened({ withdrawal }: { withdrawal: Withdrawal | undefined }) {
  if (!withdrawal) return <p className="py-6 text-center text-ink-2">{text.notFound}</p>
  return (
    <Suspense fallback={<Skeleton className="h-130" />}>
      <WithdrawalDetail key={withdrawal.id} withdrawal={withdrawal} />
    </Suspense>
  )
}
