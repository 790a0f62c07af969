import { OpenedRecord } from '#lists/web/opened-record.tsx'
import { RecordTabs } from '#lists/web/record-tabs.tsx'
import * as text from '#texts/referral.ts'
import type { Referral } from '#referrals/contract.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { TwoColumns } from '#ui/two-columns.tsx'
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
  retry: () => unknown
  balance: { ref_bal: string } | undefined
  /** When the balance was true, in milliseconds of this device's clock. */
  balanceAt: number
}

/** The invitation to hand on, what it has brought, and who came. */
export function ReferralScreen({ user, histories, failed, retry, balance, balanceAt }: ReferralScreenProps) {
  'use no memo'
  const detail = usePanel('details')
  const referrals = histories?.referrals
  const shown = detail.open && referrals !== undefined
  const opened = referrals?.find(({ id }) => id === detail.of)
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <TwoColumns
        covered={shown}
        aside={<InvitationSlip user={user} earned={balance?.ref_bal} updatedAt={balanceAt} />}
        panels={
          <OpenedRecord
            open={shown}
            onClose={detail.close}
            title={text.details}
            record={opened}
            notFound={text.notFound}
          >
            {opened && <ReferralDetail referral={opened} />}
          </OpenedRecord>
        }
      >
        <RecordTabs
          label={text.byState}
          tabs={tabs}
          records={referrals}
          opened={detail.open ? detail.of : undefined}
          failed={failed}
          retry={retry}
        >
          {(listed, tab) => (
            <ReferralList
              referrals={listed}
              tab={tab}
              name={user.name}
              opened={detail.open ? detail.of : undefined}
              onOpen={detail.show}
            />
          )}
        </RecordTabs>
      </TwoColumns>
    </>
  )
}
