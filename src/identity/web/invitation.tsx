import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { writeText } from '#ui/stored.ts'
import { heroLineClass, SignedOut } from './signed-out.tsx'

const REDIRECT_AFTER = 2000

/** Keeps who invited (the name in the link), then goes on to the house. */
export function InvitationScreen() {
  const navigate = useNavigate()
  const { referral } = useLocation().search

  useEffect(() => {
    if (referral) writeText('invited-by', referral)
    const leave = setTimeout(() => void navigate({ to: '/', replace: true }), REDIRECT_AFTER)
    return () => clearTimeout(leave)
  }, [referral, navigate])

  return (
    <SignedOut
      title="Invitation"
      hero={
        <h1 className={`mt-18 ${heroLineClass}`}>
          {referral ? `${referral} invites you to check, then invest.` : 'Welcome.'}
        </h1>
      }
    >
      <p role="status" className="py-10 text-center text-ink-2">
        One moment, we are taking you to Plumb.
      </p>
    </SignedOut>
  )
}
