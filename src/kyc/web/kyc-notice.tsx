import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as text from '#texts/kyc-notice.ts'
import { type ButtonProps, buttonClass } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { createRead } from '#ui/read.ts'
import { call } from './calls.ts'
import { useUser } from '#identity/web/session.ts'

const useRead = createRead(call)

type Step = keyof typeof text.before

/** The state of an identity check that is needed for a step and not approved; null where none is, or as long as nobody knows. */
function useNeededCheck(step: Step) {
  const user = useUser()
  const { data: check } = useRead('GET /api/kyc')
  const needed = check?.needed_for === 'invest' || check?.needed_for === step
  return user && needed && check.state !== 'approved' ? check.state : null
}

/** Says beforehand that an identity check is needed, where it is and has not been approved. */
export function KycNotice({ step }: { step: Step }) {
  const state = useNeededCheck(step)
  if (!state) return null
  return (
    <Notice>
      {text.before[step]}{' '}
      <Link to="/kyc" className="-my-3 inline-flex min-h-11 items-center font-semibold underline">
        {state === 'submitted' ? text.submitted : text.ask}
      </Link>
    </Notice>
  )
}

type KycFirstProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'aria-describedby'> & {
  step: Step
  /** Under what has to be done. */
  line?: string
  /** The button that begins the step, once nothing stands before it. */
  children: ReactNode
}

/** In the place of the button that begins a step, where an identity check is needed first: says so, and leads there. */
export function KycFirst({ step, variant, size, className = '', line, children, ...rest }: KycFirstProps) {
  const state = useNeededCheck(step)
  if (!state) return children
  return (
    <Link to="/kyc" {...rest} className={`${buttonClass(variant, size)} ${className}`}>
      {state === 'submitted' ? text.underReview : text.first[step]}
      {line && <span className="text-13 font-normal">{line}</span>}
    </Link>
  )
}
