import type { Referral } from '#referrals/contract.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTab } from '#ui/tab-url.ts'
import { Tabs } from '#ui/tabs.tsx'
import { InvitationSlip } from './invitation-slip.tsx'
import { ReferralList } from './referral-list.tsx'
import { tabs } from './referral-tabs.ts'

export type ReferralScreenProps = {
  /** Who invites. */
  user: { id: string; name: string }
  histories: { referrals: Referral[] } | undefined
  balance: { ref_bal: string } | undefined
  /** When the balance was true, in milliseconds of this device's clock. */
  balanceAt: number
}

/** The invitation to hand on, what it has brought, and who came. */
export function ReferralScreen({ user, histories, balance, balanceAt }: ReferralScreenProps) {
  const { chosen, choose } = useTab(tabs)
  const referrals = histories?.referrals
  return (
    <>
      <ScreenHead title="Referral" line="Invite someone you like" />
      <InvitationSlip user={user} earned={balance?.ref_bal} updatedAt={balanceAt} />
      <Tabs
        label="Referrals by state"
        tabs={tabs.map(({ name, label, holds }) => ({
          name,
          label,
          ...(referrals && { count: referrals.filter(({ status }) => status === holds).length }),
        }))}
        chosen={chosen.name}
        onChoose={choose}
      >
        {referrals ? (
          <ReferralList referrals={referrals.filter(({ status }) => status === chosen.holds)} tab={chosen} />
        ) : (
          <Skeleton className="mt-4 h-40" />
        )}
      </Tabs>
    </>
  )
}
