import { lazy, Suspense } from 'react'
import type { Approval } from '#approvals/contract.ts'
import { useSecondApprover, useWaitsFor } from './second-approval.ts'
import { dollars } from './words.tsx'

// comes when something waits: most of the time nothing does
const ApprovalRequest = lazy(async () => ({ default: (await import('./approval-request.tsx')).ApprovalRequest }))

/** What waits for a second administrator on what this id names, on the record itself. Nothing where nothing waits. */
export function WaitingApproval({ of, className = '' }: { of: string; className?: string }) {
  return <Requests waiting={useWaitsFor(of)} className={className} />
}

/** These requests, under one another. */
export function Requests({ waiting, className = '' }: { waiting: readonly Approval[]; className?: string }) {
  if (waiting.length === 0) return null
  return (
    <div className={`flex flex-col gap-3 ${className}`}>
      <Suspense>
        {waiting.map((approval) => (
          <ApprovalRequest key={approval.id} approval={approval} />
        ))}
      </Suspense>
    </div>
  )
}

/** Beforehand: from where on a correction waits, where there is somebody who could agree. `typed`: an investor typed the amount. */
export function SecondWhere({ typed = false }: { typed?: boolean }) {
  const second = useSecondApprover()
  if (!second?.others.reviewers) return null
  const away = typed ? ', or leaves the amount that far from what the investor typed' : ''
  return (
    <>
      {' '}
      If it moves more than {dollars(second.limit)}
      {away}, another administrator has to agree first.
    </>
  )
}
