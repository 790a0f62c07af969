import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as text from '#texts/invitation.ts'
import { useRedirectAfter } from '#ui/redirect-after.ts'
import { writeStoredText } from '#ui/stored.ts'
import { heroLineClass, linkClass, SignedOut } from './signed-out.tsx'
import { checkName } from '#users/rules.ts'

const REDIRECT_AFTER = 2000

/** Keeps who invited (the name in the link), then goes on to the house. What can be no name is neither kept nor shown. */
export function InvitationScreen() {
  const { referral = '' } = useLocation().search
  const inviter = checkName(referral) === null ? referral : null

  useEffect(() => {
    if (inviter !== null) writeStoredText('invited-by', inviter)
  }, [inviter])
  useRedirectAfter('/', REDIRECT_AFTER)

  return (
    <SignedOut
      title={text.title}
      hero={<h1 className={`mt-18 ${heroLineClass}`}>{inviter === null ? text.welcome : text.invites(inviter)}</h1>}
    >
      <div className="py-10 text-center text-ink-2">
        <p role="status">{text.oneMoment}</p>
        <Link to="/" replace className={`mt-2 ${linkClass}`}>
          {text.goOn}
        </Link>
      </div>
    </SignedOut>
  )
}
