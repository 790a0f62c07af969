import * as text from '#texts/referral.ts'
import { Card, Certificate } from '#ui/card.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { serialOf } from '#kit/guilloche-rules.ts'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { invitationLink, ShareInvitation } from './share-invitation.tsx'

type InvitationSlipProps = {
  user: { id: string; name: string }
  /** What invitations have brought and is still there, as the wire writes it. */
  earned: string | undefined
  updatedAt: number
}

/** The Referral Wallet, and under the tear-off line the invitation itself. */
export function InvitationSlip({ user, earned, updatedAt }: InvitationSlipProps) {
  const story = usePanel('story')
  const link = invitationLink(user.name)
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Certificate paper="bronze" of={user.id} className="rounded-b-none p-5">
          <h2 className="text-14 font-medium">{text.referralBalance}</h2>
          <HiddenAmount
            name="referral"
            amount={earned}
            updatedAt={updatedAt}
            onWhy={() => story.show('referral')}
            className="mt-2"
          />
        </Certificate>
        <div className="perforated" />
        <div className="p-5">
          <div className="flex flex-wrap items-stretch justify-between gap-4">
            {/* as wide as its longest word at least: the code goes below before a name is broken */}
            <div className="flex min-w-32 flex-1 basis-[min-content] flex-col justify-between gap-3">
              <p className="text-22 font-semibold">{text.invites(user.name)}</p>
              <p className="text-12 tracking-wide text-ink-3">{text.serial(serialOf(user.id))}</p>
            </div>
            <QrCode text={link} label={text.qrCode} className="size-32" />
          </div>
          <div className="mt-5 flex items-center gap-3 rounded-[1.75rem] bg-sunken py-1 ps-4 pe-1">
            <p className="min-w-0 flex-1 text-13 wrap-anywhere select-all">
              {link.slice(0, -user.name.length)}
              <b>{user.name}</b>
            </p>
            <CopyText text={link} label={text.copyLink} />
          </div>
        </div>
      </Card>
      <ShareInvitation name={user.name} variant="primary" />
      <p className="text-center text-14 text-ink-2">
        {text.youEarnThePlans} <b className="text-gold">{text.referralBonus}</b> {text.onWhatTheyInvest}
      </p>
    </div>
  )
}
