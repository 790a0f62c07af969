import { Link } from '@tanstack/react-router'
import * as text from '#texts/terms.ts'
import { Notice } from '#ui/notice.tsx'
import { createRead } from '#ui/read.ts'
import { call } from './calls.ts'

const useRead = createRead(call)

/** Says beforehand that new terms are to be accepted before somebody invests. */
export function TermsNotice() {
  'use no memo'
  if (!useRead('GET /api/user').data?.terms_to_accept) return null
  return (
    <Notice>
      {text.beforeInvest}{' '}
      <Link to="/terms" className="-my-3 inline-flex min-h-11 items-center font-semibold underline">
        {text.toTerms}
      </Link>
    </Notice>
  )
}
