import { Link } from '@tanstack/react-router'
import * as text from '#texts/terms.ts'
import { Notice } from '#ui/notice.tsx'
import { useOwnUser } from './own-user.ts'

/** Says beforehand that new terms are to be accepted before somebody invests. */
export function TermsNotice() {
  'use no memo'
  if (!useOwnUser()?.terms_to_accept) return null
  return (
    <Notice>
      {text.beforeInvest}{' '}
      <Link to="/terms" className="-my-3 inline-flex min-h-11 items-center font-semibold underline">
        {text.toTerms}
      </Link>
    </Notice>
  )
}
