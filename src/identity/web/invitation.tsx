import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as text from '#texts/invitation.ts'
import { usePreload } from '#ui/preload.ts'
import { writeStoredText } from '#ui/stored.ts'
import { heroLineClass, linkClass, SignedOut } from './signed-out.tsx'
import { checkName } from '#users/rules.ts'

const REDIRECT_AFTER = 2000

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * Home was reached by an invitation of this name; empty where the link had none that anybody could have, null where
     * somebody without an invitation looks around.
     */
    invited?: string | null
  }
}

const preloadHome = () => import('./invited-home.tsx')

/**
 * Keeps who invited (the name in the link), then goes on to a home that speaks to somebody who was invited. What can be no
 * name is neither kept nor shown.
 */
export function InvitationScreen() {
  const { referral = '' } = useLocation().search
  const inviter = checkName(referral) === null ? referral : null

  const navigate = useNavigate()

  useEffect(() => {
    if (inviter !== null) writeStoredText('invited-by', inviter)
    const goHome = () => void navigate({ to: '/', replace: true, state: { invited: inviter ?? '' } })
    const timer = setTimeout(goHome, REDIRECT_AFTER)
    return () => clearTimeout(timer)
  }, [navigate, inviter])
  usePreload(preloadHome)

  return (
    <SignedOut
      title={text.title}
      hero={<h1 className={`mt-18 ${heroLineClass}`}>{inviter === null ? text.welcome : text.invites(inviter)}</h1>}
    >
      <div className="py-10 text-center text-ink-2">
        <p role="status">{text.oneMoment}</p>
        <Link to="/" replace state={{ invited: inviter ?? '' }} className={`mt-2 ${linkClass}`}>
          {text.goOn}
        </Link>
      </div>
    </SignedOut>
  )
}
