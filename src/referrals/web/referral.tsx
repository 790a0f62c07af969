import { Suspense } from 'react'
import * as text from '#texts/referral.ts'
import type { Referral } from '#referrals/contract.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { useTab } from '#ui/tab-url.ts'
import { Tabs } from '#ui/tabs.tsx'
import { InvitationSlip } from './invitation-slip.tsx'
import { ReferralList } from './referral-list.tsx'
import { tabs } from './referral-tabs.ts'

const ReferralDetail = lazyPart(async () => (await import('./referral-detail.tsx')).ReferralDetail)

export type ReferralScreenProps = {
  /** Who invites. */
  user: { id: string; name: string }
  histories: { referrals: Referral[] } | undefined
  /** The histories could not be read, and none are here from before. */
  failed: boolean
  retry: () => void
  balance: { ref_bal: string } | undefined
  /** When the balance was true, in milliseconds of this device's clock. */
  balanceAt: number
}

/** The invitation to hand on, what it has brought, and who came. */
export function ReferralScreen({ user, histories, failed, retry, balance, balanceAt }: ReferralScreenProps) {
  const detail = usePanel('details')
  const { chosen, choose } = useTab(tabs)
  const referrals = histories?.referrals
  const opened = referrals?.find(({ id }) => id === detail.of)
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <InvitationSlip user={user} earned={balance?.ref_bal} updatedAt={balanceAt} />
      <Tabs
        label={text.byState}
        tabs={tabs.map(({ name, label, holds }) => ({
          name,
          label,
          ...(referrals && { count: referrals.filter(({ status }) => status === holds).length }),
        }))}
        chosen={chosen.name}
        onChoose={choose}
      >
        {referrals ? (
          <ReferralList
            key={chosen.name}
            referrals={referrals.filter(({ status }) => status === chosen.holds)}
            tab={chosen}
            name={user.name}
            onOpen={detail.show}
          />
        ) : failed ? (
          <LoadFailed again={retry} />
        ) : (
          <Skeleton className="mt-4 h-40" />
        )}
      </Tabs>
      <SidePanel
        open={detail.open && referrals !== undefined}
        onClose={detail.close}
        title={text.details}
        description={opened && <StatusPill status={opened.status} />}
      >
        {opened ? (
          <Suspense fallback={<Skeleton className="h-130" />}>
            <ReferralDetail key={opened.id} referral={opened} />
          </Suspense>
        ) : (
          <p className="py-6 text-center text-ink-2">{text.notFound}</p>
        )}
      </SidePanel>
    </>
  )
}
