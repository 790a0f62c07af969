import { Link } from '@tanstack/react-router'
import * as text from '#texts/kyc-notice.ts'
import { Notice } from '#ui/notice.tsx'
import { createRead } from '#ui/read.ts'
import { call } from './calls.ts'
import { useUser } from '#identity/web/session.ts'

const useRead = createRead(call)

/** Says beforehand that an identity check is needed, where it is and has not been approved. */
export function KycNotice({ step }: { step: keyof typeof text.before }) {
  const user = useUser()
  const { data: check } = useRead('GET /api/kyc')
  const needed = check?.needed_for === 'invest' || check?.needed_for === step
  if (!user || !needed || check.state === 'approved') return null
  return (
    <Notice>
      {text.before[step]}{' '}
      <Link to="/kyc" className="-my-3 inline-flex min-h-11 items-center font-semibold underline">
        {check.state === 'submitted' ? text.submitted : text.ask}
      </Link>
    </Notice>
  )
}
