import { Share } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Card, Certificate } from '#ui/card.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { serialOf } from '#ui/guilloche.ts'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { QrCode } from '#ui/qr-code.tsx'

type InvitationSlipProps = {
  user: { id: string; name: string }
  /** What invitations have brought and is still there, as the wire writes it. */
  earned: string | undefined
  updatedAt: number
}

/** The Referral Wallet, and under the tear-off line the invitation itself. */
export function InvitationSlip({ user, earned, updatedAt }: InvitationSlipProps) {
  const link = `${location.origin}/invitation?referral=${encodeURIComponent(user.name)}`
  return (
    <div className="mb-5 flex flex-col gap-3">
      <Card>
        <Certificate paper="bronze" of={user.id} className="rounded-b-none p-5">
          <h2 className="text-14 font-medium">Referral Balance</h2>
          <HiddenAmount name="referral" amount={earned} updatedAt={updatedAt} className="mt-2" />
        </Certificate>
        <div className="perforated" />
        <div className="p-5">
          <div className="flex items-stretch justify-between gap-4">
            <div className="flex min-w-0 flex-col justify-between">
              <p className="text-22 font-semibold wrap-anywhere">{user.name} invites you to check, then invest.</p>
              <p className="text-12 tracking-wide text-ink-3">Nº {serialOf(user.id)}</p>
            </div>
            <QrCode text={link} label="QR code of your invitation link" className="size-32" />
          </div>
          <div className="mt-5 flex items-center gap-3 rounded-[1.75rem] bg-sunken py-1 pr-1 pl-4">
            <p className="min-w-0 flex-1 text-13 wrap-anywhere select-all">{link}</p>
            <CopyText text={link} label="Copy your invitation link" />
          </div>
        </div>
      </Card>
      <ShareButton link={link} name={user.name} />
      <p className="text-center text-14 text-ink-2">
        You earn the plan’s <b className="text-gold">referral bonus</b> on what they invest, once it is approved.
      </p>
    </div>
  )
}

/** Hands the link to another app, where the device can. */
function ShareButton({ link, name }: { link: string; name: string }) {
  if (!('share' in navigator)) return null
  const share = () => {
    // closing the device's own sheet again is no failure
    void navigator.share({ title: `${name} invites you to Plumb`, url: link }).catch(() => {})
  }
  return (
    <Button onClick={share} className="w-full">
      <Share className="size-5" aria-hidden />
      Share the invitation
    </Button>
  )
}
