import { Check, Copy, Share } from 'lucide-react'
import { useState } from 'react'
import * as text from '#texts/referral.ts'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { useTimeout } from '#ui/timeout.ts'

const SAID_FOR = 2000

/** Where an invitation by somebody leads. */
export function invitationLink(name: string): string {
  return `${location.origin}/invitation?referral=${encodeURIComponent(name)}`
}

/** Hands the invitation to another app where the device can do that, and else copies its link. */
export function ShareInvitation({ name, variant }: { name: string; variant: NonNullable<ButtonProps['variant']> }) {
  const [said, setSaid] = useState('')
  const later = useTimeout()
  const link = invitationLink(name)
  const shares = 'share' in navigator
  const hand = async () => {
    // closing the device's own sheet again is no failure
    if (shares) return navigator.share({ title: text.invitesYou(name), url: link }).catch(() => {})
    setSaid(
      await navigator.clipboard.writeText(link).then(
        () => text.copied,
        () => text.notCopied,
      ),
    )
    later(() => setSaid(''), SAID_FOR)
  }
  const Icon = shares ? Share : said === text.copied ? Check : Copy
  return (
    <Button
      variant={variant}
      size={variant === 'primary' ? 'large' : 'medium'}
      className={variant === 'primary' ? 'max-w-full' : 'max-w-full lg:hidden'}
      onClick={() => void hand()}
    >
      <Icon className="size-5 shrink-0" aria-hidden />
      <span aria-live="polite">{said || (shares ? text.share : text.copyInvitation)}</span>
    </Button>
  )
}
